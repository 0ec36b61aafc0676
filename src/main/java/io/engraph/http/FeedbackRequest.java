package io.engraph.http;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A report on how the answer to a question went. */
@RegisterForReflection
@Schema(name = "Feedback", description = "How the answer to a question went.")
public record FeedbackRequest(
    @Schema(
            description =
                "Ids of the recalled nodes that shaped the answer, in order. Without them they are"
                    + " inferred from the answer, and count half.",
            maxItems = 200)
        List<String> influence,
    @Schema(
            description =
                "Whether they helped. Required with influence; else helpful where an answer is"
                    + " given, and neutral where only transitions are.",
            enumeration = {"helpful", "harmful", "neutral"})
        String outcome,
    @Schema(description = "How sure you are; 1 by default.", minimum = "0", maximum = "1")
        Double confidence,
    @Schema(description = "What your agent answered in the end.", maxLength = 32768) String answer,
    @Schema(description = "What you say of single steps between recalled nodes.", maxItems = 200)
        List<TransitionRequest> transitions,
    @Schema(
            description =
                "Who reports, such as the name of your agent: what one caller can move is limited,"
                    + " and can be undone together.",
            pattern = "[A-Za-z0-9._:@-]{1,128}")
        String caller) {}
