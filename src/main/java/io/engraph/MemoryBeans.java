package io.engraph;

import io.engraph.agent.Agents;
import io.engraph.agent.llm.ModelAgents;
import io.engraph.agent.llm.ModelConfig;
import io.engraph.agent.llm.ModelObserver;
import io.engraph.agent.rules.RulesAgent;
import io.engraph.consolidation.Consolidation;
import io.engraph.consolidation.ConsolidationConfig;
import io.engraph.embedding.EmbeddingConfig;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.embedding.LocalEmbeddingModel;
import io.engraph.embedding.RemoteEmbeddingModel;
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
import io.engraph.table.TableConfig;
import io.engraph.table.Ulids;
import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Clock;

/** Puts the parts of a memory together. The parts themselves know nothing of the container. */
public final class MemoryBeans {

  private static final long BYTES_PER_MEBIBYTE = 1_024L * 1_024L;

  private MemoryBeans() {}

  @Produces
  @Singleton
  static Clock clock(Table table) {
    return table.clock();
  }

  @Produces
  @Singleton
  static Ulids ulids(Clock clock) {
    return new Ulids(clock, new SecureRandom());
  }

  /** A function's table; a local server has its own. */
  @Produces
  @Singleton
  @DefaultBean
  static Table table(TableConfig config) {
    return config.openDynamoDb();
  }

  static void close(@Disposes Table table) {
    table.close();
  }

  @Produces
  @Singleton
  static EmbeddingModel embeddingModel(EmbeddingConfig config, Clock clock) {
    return config.baseUrl().isPresent()
        ? new RemoteEmbeddingModel(config, clock)
        : new LocalEmbeddingModel(config.folder());
  }

  @Produces
  @Singleton
  static Agents agents(ModelConfig config, Table table, Clock clock, ModelObserver observer) {
    return config.baseUrl().isPresent()
        ? new ModelAgents(table, config, clock, observer)
        : new RulesAgent();
  }

  @Produces
  @Singleton
  static IndexCache indexCache(IndexConfig config, Clock clock) {
    return new IndexCache(clock, config.overlap(), config.maxMebibytes() * BYTES_PER_MEBIBYTE);
  }

  @Produces
  @Singleton
  static Ingestion ingestion(
      Table table,
      Agents agents,
      EmbeddingModel embedding,
      IndexCache indexes,
      GraphConfig config,
      Ulids ulids,
      Clock clock) {
    return new Ingestion(table, agents, embedding, indexes, config, ulids, clock);
  }

  @Produces
  @Singleton
  static Retrieval retrieval(
      Table table,
      Agents agents,
      EmbeddingModel embedding,
      IndexCache indexes,
      RetrievalConfig config,
      Ulids ulids,
      Clock clock) {
    return new Retrieval(table, agents, embedding, indexes, ulids, clock, config.settings());
  }

  @Produces
  @Singleton
  static Consolidation consolidation(
      Table table,
      Agents agents,
      IndexCache indexes,
      IndexConfig index,
      ConsolidationConfig config,
      Ulids ulids,
      Clock clock) {
    return new Consolidation(table, agents, indexes, ulids, clock, config.units(), index.overlap());
  }

  /** A function does one thing at a time; a server says who else it works for. */
  @Produces
  @Singleton
  @DefaultBean
  static Others others() {
    return Others.NONE;
  }

  @Produces
  @Singleton
  static Forgetting forgetting(
      Table table, IndexCache indexes, Undo undo, Ulids ulids, Clock clock, Others others) {
    return new Forgetting(table, indexes, undo, ulids, clock, others);
  }

  @Produces
  @Singleton
  static Feedback feedback(
      Table table, Agents agents, Clock clock, Feedback.Completions completions) {
    return new Feedback(table, agents, clock, completions);
  }

  @Produces
  @Singleton
  static Undo undo(Table table, Ulids ulids, Clock clock) {
    return new Undo(table, ulids, clock);
  }

  @Produces
  @Singleton
  static Reconsolidation reconsolidation(
      Table table, Agents agents, Ulids ulids, Clock clock, ReconsolidationConfig config) {
    return new Reconsolidation(table, agents, ulids, clock, config.settings());
  }
}
