package io.engraph.client;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import io.engraph.client.EngraphClient.Observation;
import io.engraph.client.EngraphClient.Outcome;
import io.engraph.client.EngraphClient.Recall;
import java.util.List;
import java.util.stream.Collectors;

/** A memory as tools of an AI service, for a model that decides itself when to use it. */
public final class EngraphTools {

  private final EngraphClient client;
  private final String session;

  /**
   * @param session the dialogue or task that is remembered
   */
  public EngraphTools(EngraphClient client, String session) {
    this.client = requireNonNull(client, "client is null");
    this.session = requireNonNull(session, "session is null");
  }

  @Tool(
      "Keep what was said or done, so that it can be recalled later. Call it for what will matter:"
          + " facts, decisions, preferences, events. Give the words as they were said.")
  public String remember(
      @P("who said it, by name") String speaker, @P("the words, as they were said") String text) {
    client.remember(List.of(Observation.of(session, speaker, text)));
    return "Kept.";
  }

  @Tool(
      "Find what the memory knows that helps with a question. Call it before you answer anything"
          + " that may depend on earlier conversations; afterwards report with feedback.")
  public String recall(@P("the question, in plain words") String question) {
    Recall recall = client.recall(question);
    if (recall.nodes().isEmpty()) {
      return "Nothing is known that fits.";
    }
    return recall.context()
        + "\nQuery id: "
        + recall.query().orElse("")
        + "\nNodes: "
        + recall.nodes().stream().map(EngraphClient.Node::id).collect(Collectors.joining(", "));
  }

  @Tool(
      "Report how a recall went, after you have used it: the memory learns from it. Call it once for"
          + " each recall that you used.")
  public String feedback(
      @P("the query id that recall gave") String query,
      @P("the ids of the nodes that shaped your answer") List<String> useful,
      @P("HELPFUL, HARMFUL if they misled you, or NEUTRAL") Outcome outcome) {
    client.feedback(query, useful, outcome);
    return "Taken.";
  }
}
