package io.engraph.agent.llm;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.endpoint.ModelServer.Answer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A model that answers everything wrongly, in every way in turn. */
public final class BadModel {

  private static final List<Answer> ANSWERS =
      List.of(
          Answer.saying(""),
          Answer.saying("I cannot help with that."),
          Answer.saying("{}"),
          Answer.saying("{\"turns\": [], \"seeds\": [], \"decisions\": [], \"nodes\": 1}"),
          Answer.saying("{\"turns\": [{\"turn\": 99}], \"seeds\": 7, \"is_enough\": \"so\"}"),
          Answer.status(200, "<html>Welcome</html>"),
          Answer.status(400, "{}"),
          Answer.saying("{\"decisions\": [{\"unit\": 5}], \"is_enough\": null, \"nodes\": [[]]"));

  private BadModel() {}

  public static Function<JsonNode, Answer> answers() {
    AtomicInteger next = new AtomicInteger();
    return _ -> ANSWERS.get(Math.floorMod(next.getAndIncrement(), ANSWERS.size()));
  }
}
