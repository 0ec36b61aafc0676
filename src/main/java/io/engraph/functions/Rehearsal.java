package io.engraph.functions;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.table.Table;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.jboss.logging.Logger;

/**
 * What a function does before SnapStart takes the picture that all its instances begin from: it
 * loads and uses the model, asks the table for a graph that there is not, and answers an event of
 * it. What an instance then does first has been done before, but for its connections.
 */
final class Rehearsal implements Resource {

  /** Should there be a graph of this name, it is asked a question, and keeps its trace. */
  static final String GRAPH = "snapstart-rehearsal";

  private static final Logger LOG = Logger.getLogger(Rehearsal.class);
  private static final String INITIALIZATION = "AWS_LAMBDA_INITIALIZATION_TYPE";

  /** CRaC's context holds what it tells only weakly. */
  private static final List<Rehearsal> REGISTERED = new CopyOnWriteArrayList<>();

  private final Table table;
  private final EmbeddingModel embedding;
  private final Runnable event;

  /**
   * @param event answers an event of {@link #GRAPH} that changes nothing
   */
  Rehearsal(Table table, EmbeddingModel embedding, Runnable event) {
    this.table = requireNonNull(table, "table is null");
    this.embedding = requireNonNull(embedding, "embedding is null");
    this.event = requireNonNull(event, "event is null");
  }

  /** An event of {@link #GRAPH}, whose place in the JSON is {@code %s}. */
  static JsonNode event(String json) {
    return FunctionEvents.parse(json.formatted(GRAPH).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Has it done before the picture is taken, if one will be.
   *
   * @param environment the variables of the function's process
   * @return whether one will be
   */
  boolean register(Map<String, String> environment) {
    if (!"snap-start".equals(environment.get(INITIALIZATION))) {
      return false;
    }
    REGISTERED.add(this);
    Core.getGlobalContext().register(this);
    return true;
  }

  /** If it fails, instances load what they need with their first events, as without it. */
  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) {
    try {
      embedding.load();
      embedding.embedPassages(List.of("It was said that there is rain in the hills."));
      new MemoryGraph(table, new GraphId(GRAPH)).open();
      event.run();
    } catch (RuntimeException e) {
      LOG.warnf("the rehearsal ended with %s", e.getClass().getName());
    }
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {
    // Connections that the picture's own machine had are found closed when they are next used.
  }
}
