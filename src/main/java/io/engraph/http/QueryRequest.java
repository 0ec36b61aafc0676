package io.engraph.http;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A question to a memory. */
@RegisterForReflection
@Schema(name = "Query", description = "A question to a memory.")
public record QueryRequest(
    @Schema(required = true, description = "The question.", maxLength = 8192) String text,
    @Schema(description = "When it is asked, with an offset; now by default.") String at,
    @Schema(description = "The most nodes of the answer.", minimum = "1", maximum = "200")
        Integer limit,
    @Schema(description = "The most tokens of the context.", minimum = "1") Integer tokenBudget,
    @Schema(
            description =
                "Kinds of node to answer with: ENTITY, EVENT, EPISODE, FACT, CLAIM, STRATEGY.")
        List<String> kinds,
    @Schema(description = "The start of the time to answer about, with an offset.") String from,
    @Schema(description = "The end of that time, with an offset.") String to,
    @Schema(
            description =
                "Whether to answer as of the time in at, and how: VALID for what held then, RECORDED for what had been"
                    + " told by then.",
            enumeration = {"VALID", "RECORDED"})
        String asOf,
    @Schema(
            description =
                "Whether only what is clearly about the question is answered, and else nothing.")
        Boolean strict,
    @Schema(description = "Whether the answer comes with its trace.") Boolean explain) {}
