package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What happened when a question was asked, in the order in which it happened: planned, seeded,
 * walked, loaded. It is kept so that it can be explained, and so that feedback can be told which
 * nodes and edges it is about.
 *
 * @param query the query's id, a ULID
 * @param text the question
 * @param askedAt when it was asked
 * @param intent what it was taken to ask for
 * @param focus which state of affairs it was taken to ask for
 * @param plans how it was searched
 * @param candidates the best nodes of the search, with what each channel gave them, best first
 * @param steps the walk, step by step
 * @param loaded the nodes that were answered, best first
 * @param tokens the tokens of the context
 * @param policy the weights of the channels at that time, the greatest first
 * @param pastQuestions questions that were asked before and are like it, the most alike first
 */
public record QueryTrace(
    String query,
    String text,
    String askedAt,
    String intent,
    String focus,
    List<Plan> plans,
    List<Candidate> candidates,
    List<Step> steps,
    List<Loaded> loaded,
    int tokens,
    Map<String, Double> policy,
    List<PastQuestion> pastQuestions) {

  /**
   * A question that was asked before and is like this one.
   *
   * @param node its node's id
   * @param evidence the nodes that helped then
   * @param weight how much it counted, above 0 and at most 1: 1 for the same words
   */
  public record PastQuestion(String node, List<String> evidence, double weight) {}

  /**
   * One search.
   *
   * @param mode by meaning, by words, or both
   * @param keywords the analysed terms
   * @param kinds the kinds of node that it asked for; empty for any
   * @param from the start of the time that it asked for
   * @param to the end of that time
   * @param aboutFrom the start of the time that the question speaks of
   * @param aboutTo the end of that time
   * @param widened what had to be dropped to find anything, in order: threshold, kinds
   */
  public record Plan(
      String mode,
      List<String> keywords,
      List<String> kinds,
      Optional<String> from,
      Optional<String> to,
      Optional<String> aboutFrom,
      Optional<String> aboutTo,
      List<String> widened) {}

  /**
   * A node that the search found.
   *
   * @param node its id
   * @param score its score, 0 to 1
   * @param channels what each channel that has something to say gave it, 0 to 1, in the order in
   *     which they are asked
   * @param isEntry whether the walk began there
   */
  public record Candidate(
      String node, double score, Map<String, Double> channels, boolean isEntry) {}

  /**
   * One step of the walk.
   *
   * @param atom what was done
   * @param expanded the nodes whose edges were read
   * @param edgesRead how many edges that were
   * @param isWidened whether the relations that were asked for led nowhere, so that others were
   *     followed
   * @param walked those of them that led on to a node that was answered
   * @param changes answered nodes that were moved up or down without reading
   */
  public record Step(
      String atom,
      List<String> expanded,
      int edgesRead,
      boolean isWidened,
      List<Walked> walked,
      List<Change> changes) {}

  /**
   * A node that an atom moved.
   *
   * @param node its id
   * @param before how well it was reached before; 0 for one that was not
   * @param after how well after
   * @param reason why
   */
  public record Change(String node, double before, double after, String reason) {}

  /**
   * An edge of the walk.
   *
   * @param source the edge's source
   * @param relation its relation
   * @param target its target
   * @param from the end that the walk came from
   * @param to the end that it led to
   * @param utility the edge's utility, 0 to 1
   * @param access how well it led to its end
   * @param hop how many edges its end is away from an entry node
   */
  public record Walked(
      String source,
      String relation,
      String target,
      String from,
      String to,
      double utility,
      double access,
      int hop) {}

  /**
   * A node that was answered.
   *
   * @param node its id
   * @param score its final score
   * @param access how well it was reached, at most 1
   * @param similarity how like the question it is, 0 to 1
   * @param path what the best way to it brought along, 0 to 1
   * @param hop how many edges it is away from an entry node; 0 for what the search found
   */
  public record Loaded(
      String node, double score, double access, double similarity, double path, int hop) {}

  public QueryTrace {
    requireNonNull(query, "query is null");
    requireNonNull(text, "text is null");
    requireNonNull(askedAt, "askedAt is null");
    requireNonNull(intent, "intent is null");
    requireNonNull(focus, "focus is null");
    plans = List.copyOf(plans);
    candidates = List.copyOf(candidates);
    steps = List.copyOf(steps);
    loaded = List.copyOf(loaded);
    pastQuestions = pastQuestions == null ? List.of() : List.copyOf(pastQuestions);
    policy = Collections.unmodifiableMap(new LinkedHashMap<>(policy));
  }
}
