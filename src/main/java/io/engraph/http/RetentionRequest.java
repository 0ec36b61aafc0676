package io.engraph.http;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** How long a graph keeps what it is told. */
@RegisterForReflection
@Schema(name = "Retention", description = "How long a graph keeps what it is told.")
public record RetentionRequest(
    @Schema(
            description =
                "How long after it was said a turn is forgotten, such as P365D; never by default.")
        String sources,
    @Schema(description = "How long the trace of a query is kept, such as P30D.") String traces) {}
