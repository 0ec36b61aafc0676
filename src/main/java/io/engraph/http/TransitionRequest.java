package io.engraph.http;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** What a caller says of going from one recalled node to another. */
@RegisterForReflection
@Schema(name = "Transition", description = "A step from one recalled node to another.")
public record TransitionRequest(
    @Schema(required = true, description = "The id of the node before.") String from,
    @Schema(required = true, description = "The id of the node after.") String to,
    @Schema(
            required = true,
            description = "Whether that helped.",
            enumeration = {"helpful", "harmful", "neutral"})
        String label,
    @Schema(description = "How sure you are; 1 by default.", minimum = "0", maximum = "1")
        Double confidence) {}
