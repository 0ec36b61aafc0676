package io.engraph.retrieval;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Map;

/** How much one query may do, and how long its trace is kept. */
@ConfigMapping(prefix = "engraph.retrieval")
public interface RetrievalConfig {

  /** The most nodes that the walk begins at, 1 to 100. */
  @WithDefault("6")
  int entryNodes();

  /** The most edges of a node that are read in each direction, 0 to 100. */
  @WithDefault("8")
  int neighbours();

  /** The most edges between an entry node and an answered one, 0 to 10. */
  @WithDefault("2")
  int hops();

  /** The most nodes of an answer, 1 to 200. */
  @WithDefault("12")
  int loadedNodes();

  /** The most tokens of a context. */
  @WithDefault("2500")
  int tokens();

  /** The most rounds of the walk, 0 to 50. */
  @WithDefault("5")
  int steps();

  /** The least score of an entry node, 0 to 1; dropped when it leaves nothing. */
  @WithDefault("0.1")
  double seedThreshold();

  /** How much each ranking channel counts, in graphs that have not learned other weights. */
  Weights weights();

  /**
   * A weight for each channel. Meaning leads, then words, since the default model alone ranks
   * better than words alone; the turn beside one and who says it count half of them, the session a
   * third, and the rest breaks ties between turns that fit alike.
   */
  interface Weights {

    /** Likeness of meaning, 0 or more. */
    @WithDefault("0.7")
    double dense();

    /** Likeness of words, 0 or more. */
    @WithDefault("0.4")
    double lexical();

    /** How well the turn before or after it fits, 0 or more. */
    @WithDefault("0.5")
    double neighbour();

    /** Whether it is by, or names, whom the question names, 0 or more. */
    @WithDefault("0.4")
    double speaker();

    /** How well the best turn of its session fits, 0 or more. */
    @WithDefault("0.3")
    double session();

    /** What shares rare words with the best nodes, 0 or more. */
    @WithDefault("0.1")
    double keywords();

    /** Whether it tells rather than asks, and a time where one is asked for, 0 or more. */
    @WithDefault("0.2")
    double form();

    /** How near it is to the time that the question speaks of, 0 or more. */
    @WithDefault("0.2")
    double time();

    /** Whether its kind answers what is asked for, 0 or more. */
    @WithDefault("0.05")
    double kind();

    /** How new it is, where the present is asked for, 0 or more. */
    @WithDefault("0.1")
    double recency();

    /** What the walk brought along to it, 0 or more. */
    @WithDefault("0.1")
    double path();

    /** What helped when a question like it was asked before, 0 or more. */
    @WithDefault("0.2")
    double questions();

    /** The weights by the names of their channels. */
    default RetrievalPolicy policy() {
      return new RetrievalPolicy(
          Map.ofEntries(
              Map.entry(DenseChannel.NAME, dense()),
              Map.entry(LexicalChannel.NAME, lexical()),
              Map.entry(NeighbourChannel.NAME, neighbour()),
              Map.entry(SpeakerChannel.NAME, speaker()),
              Map.entry(SessionChannel.NAME, session()),
              Map.entry(KeywordSpreadChannel.NAME, keywords()),
              Map.entry(FormChannel.NAME, form()),
              Map.entry(TimeChannel.NAME, time()),
              Map.entry(KindChannel.NAME, kind()),
              Map.entry(RecencyChannel.NAME, recency()),
              Map.entry(QuestionsChannel.NAME, questions()),
              Map.entry(RetrievalPolicy.PATH, path())));
    }
  }

  /** How long a query can be explained and reported on. */
  @WithDefault("P30D")
  Duration traceRetention();

  /** These values, checked. */
  default Retrieval.Settings settings() {
    return new Retrieval.Settings(
        new Budgets(entryNodes(), neighbours(), hops(), loadedNodes(), tokens(), steps()),
        weights().policy(),
        seedThreshold(),
        traceRetention());
  }
}
