package io.engraph.http;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Observations to remember. */
@RegisterForReflection
@Schema(name = "Observations", description = "Observations to remember, 1 to 100.")
public record ObservationsRequest(
    @Schema(required = true, minItems = 1, maxItems = 100) List<Body> observations) {

  /** One observation. */
  @Schema(name = "Observation", description = "A turn of a dialogue, or a step of an agent's work.")
  public record Body(
      @Schema(
              description =
                  "Your id for it, unique in its session: sending it again changes nothing."
                      + " Without one, it is told by its content.",
              maxLength = 256)
          String id,
      @Schema(required = true, description = "The dialogue or task it belongs to.", maxLength = 256)
          String session,
      @Schema(description = "Who said it.", maxLength = 256) String speaker,
      @Schema(required = true, description = "The words, at most 256 KiB of UTF-8.") String text,
      @Schema(
              required = true,
              description = "When it was said, with an offset.",
              examples = "2026-03-04T09:30:00+01:00")
          String at,
      @Schema(description = "At most 32 texts to find again with it.")
          Map<String, String> metadata) {}
}
