package io.engraph;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.Agents;
import io.engraph.agent.llm.ModelConfig;
import io.engraph.agent.llm.ModelObserver;
import io.engraph.consolidation.Consolidation;
import io.engraph.consolidation.ConsolidationConfig;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.forgetting.Forgetting;
import io.engraph.forgetting.Others;
import io.engraph.graph.GraphConfig;
import io.engraph.index.IndexCache;
import io.engraph.index.IndexConfig;
import io.engraph.ingestion.Ingestion;
import io.engraph.reconsolidation.Feedback;
import io.engraph.reconsolidation.Reconsolidation;
import io.engraph.reconsolidation.ReconsolidationConfig;
import io.engraph.reconsolidation.Undo;
import io.engraph.retrieval.Retrieval;
import io.engraph.retrieval.RetrievalConfig;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;

/**
 * A memory within this process, without a container or a server: the same parts, put together in
 * the same way. Feedback is reconsolidated before {@link Feedback#report} returns.
 *
 * @param table where the state is
 * @param indexes the indexes held in memory
 * @param ingestion takes observations
 * @param retrieval answers questions
 * @param feedback takes reports on answers
 * @param reconsolidation learns from them
 * @param undo takes back what was learned
 * @param consolidation puts graphs in order; it runs when it is called
 * @param forgetting deletes for good
 */
public record EmbeddedMemory(
    Table table,
    IndexCache indexes,
    Ingestion ingestion,
    Retrieval retrieval,
    Feedback feedback,
    Reconsolidation reconsolidation,
    Undo undo,
    Consolidation consolidation,
    Forgetting forgetting) {

  private static final int ABOVE_DEFAULTS = 100;

  /**
   * Puts a memory together.
   *
   * @param table where the state is; the caller closes it
   * @param properties settings by their names, such as {@code engraph.retrieval.tokens}; what is
   *     missing has its default
   */
  public static EmbeddedMemory on(
      Table table, EmbeddingModel embedding, Clock clock, Map<String, String> properties) {
    requireNonNull(table, "table is null");
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withMapping(ConsolidationConfig.class)
            .withMapping(GraphConfig.class)
            .withMapping(IndexConfig.class)
            .withMapping(ModelConfig.class)
            .withMapping(ReconsolidationConfig.class)
            .withMapping(RetrievalConfig.class)
            .withSources(new PropertiesConfigSource(properties, "properties", ABOVE_DEFAULTS))
            .build();
    Agents agents =
        MemoryBeans.agents(
            config.getConfigMapping(ModelConfig.class), table, clock, ModelObserver.NONE);
    Ulids ulids = new Ulids(clock, new SecureRandom());
    IndexCache indexes = MemoryBeans.indexCache(config.getConfigMapping(IndexConfig.class), clock);
    Undo undo = MemoryBeans.undo(table, ulids, clock);
    Reconsolidation reconsolidation =
        MemoryBeans.reconsolidation(
            table, agents, ulids, clock, config.getConfigMapping(ReconsolidationConfig.class));
    return new EmbeddedMemory(
        table,
        indexes,
        MemoryBeans.ingestion(
            table,
            agents,
            embedding,
            indexes,
            config.getConfigMapping(GraphConfig.class),
            ulids,
            clock),
        MemoryBeans.retrieval(
            table,
            agents,
            embedding,
            indexes,
            config.getConfigMapping(RetrievalConfig.class),
            ulids,
            clock),
        MemoryBeans.feedback(table, agents, clock, reconsolidation::handle),
        reconsolidation,
        undo,
        MemoryBeans.consolidation(
            table,
            agents,
            indexes,
            config.getConfigMapping(IndexConfig.class),
            config.getConfigMapping(ConsolidationConfig.class),
            ulids,
            clock),
        MemoryBeans.forgetting(table, indexes, undo, ulids, clock, Others.NONE));
  }
}
