package io.engraph.agent.llm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a model is told for one decision, and the form of its answer: two resources beside each
 * other, of one version.
 *
 * @param decision the decision's name
 * @param text what it is told, the same for every call
 * @param schema the JSON schema of the answer
 */
record Prompt(String decision, String text, String schema) {

  static final String VERSION = "v1";

  private static final Map<String, Prompt> LOADED = new ConcurrentHashMap<>();

  static Prompt of(String decision) {
    return LOADED.computeIfAbsent(
        decision,
        name ->
            new Prompt(
                name, resource("common.md") + resource(name + ".md"), resource(name + ".json")));
  }

  private static String resource(String name) {
    String path = VERSION + "/" + name;
    try (InputStream resource = Prompt.class.getResourceAsStream(path)) {
      if (resource == null) {
        throw new IllegalStateException("the prompt %s is not there".formatted(path));
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
