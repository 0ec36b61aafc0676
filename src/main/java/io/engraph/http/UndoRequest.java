package io.engraph.http;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Which edits to undo: those that all of the given fields fit. */
@RegisterForReflection
@Schema(name = "Undo", description = "Which edits to undo; at least one field must be given.")
public record UndoRequest(
    @Schema(description = "Those that this query made.") String query,
    @Schema(description = "Those that this caller's reports made.") String caller,
    @Schema(description = "Those from then on, with an offset.") String from,
    @Schema(description = "Those until then, with an offset.") String to) {}
