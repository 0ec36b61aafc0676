package io.engraph.http;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Which edits to list: those that all of the given fields fit; all without any. */
@RegisterForReflection
@Schema(name = "EditsQuery", description = "Which edits to list; all without any field.")
public record EditsRequest(
    @Schema(description = "Those that this query made.") String query,
    @Schema(description = "Those that this caller's reports made.") String caller,
    @Schema(description = "Those from then on, with an offset.") String from,
    @Schema(description = "Those until then, with an offset.") String to,
    @Schema(description = "The id of the last edit that was listed before.") String after) {

  UndoRequest selection() {
    return new UndoRequest(query, caller, from, to);
  }
}
