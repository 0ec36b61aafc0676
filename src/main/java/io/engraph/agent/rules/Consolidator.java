package io.engraph.agent.rules;

import io.engraph.agent.Consolidated;
import io.engraph.agent.Dossier;
import io.engraph.agent.rules.Attributes.Attribute;
import io.engraph.graph.Claim;
import io.engraph.graph.Claim.Sentiment;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.index.TextAnalysis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Puts what is known of an entity in order by fixed rules: of attributes that can have one value,
 * the latest holds; of opposite claims of one source, too; what happened often becomes a habit;
 * what is evidently the same is one.
 */
final class Consolidator {

  private static final Comparator<Node> AS_LEARNED =
      Comparator.comparing(Node::learnedAt).thenComparing(Node::id);

  private Consolidator() {}

  static List<Consolidated> consolidate(Dossier dossier) {
    List<Consolidated> decisions = new ArrayList<>();
    attributes(dossier, decisions);
    claims(dossier, decisions);
    decisions.addAll(Habits.of(dossier));
    decisions.addAll(Aliases.of(dossier));
    return decisions;
  }

  /** A node with what it states. */
  private record Stated(Node node, Attribute attribute) {}

  private static void attributes(Dossier dossier, List<Consolidated> decisions) {
    List<String> name = TextAnalysis.terms(dossier.entity().content());
    Map<String, List<Stated>> byPredicate = new LinkedHashMap<>();
    units(dossier, NodeKind.FACT, node -> !node.subtype().equals(Optional.of(Node.CONSOLIDATED)))
        .forEach(
            node ->
                Attributes.of(node.content())
                    .filter(one -> !one.predicate().equals(Attributes.KNOWN_AS))
                    .filter(
                        one -> one.isOfSpeaker() || one.subject().equals(String.join(" ", name)))
                    .ifPresent(
                        one ->
                            byPredicate
                                .computeIfAbsent(one.predicate(), _ -> new ArrayList<>())
                                .add(new Stated(node, one))));
    byPredicate.values().forEach(stated -> inOrder(stated, decisions));
  }

  /** Goes through statements of one attribute as they were made. */
  private static void inOrder(List<Stated> stated, List<Consolidated> decisions) {
    List<Stated> holding = new ArrayList<>();
    for (Stated next : stated) {
      boolean isStated = false;
      for (Stated held : List.copyOf(holding)) {
        boolean saysSame = held.attribute.saysSame(next.attribute);
        if (next.attribute.isOver()) {
          if (saysSame) {
            holding.remove(held);
            decisions.add(superseded(held.node, next.node));
          }
        } else if (saysSame) {
          isStated = true;
          same(held, next)
              .ifPresent(
                  decision -> {
                    decisions.add(decision);
                    if (decision.gone().equals(held.node.id())) {
                      holding.set(holding.indexOf(held), next);
                    }
                  });
        } else if (replaces(held, next)) {
          holding.remove(held);
          decisions.add(superseded(held.node, next.node));
        } else {
          decisions.add(new Consolidated.Conflicting(held.node.id(), next.node.id()));
        }
      }
      if (!next.attribute.isOver() && !isStated) {
        holding.add(next);
      }
    }
  }

  /** A later word of the same source, or news; two at the same moment are as good as each other. */
  private static boolean replaces(Stated held, Stated next) {
    boolean isLater = next.node.learnedAt().isAfter(held.node.learnedAt());
    return isLater && (source(held.node).equals(source(next.node)) || next.attribute.isNews());
  }

  private static String source(Node node) {
    return node.description().replaceAll(" of .*", "");
  }

  private static Consolidated.Superseded superseded(Node older, Node newer) {
    Instant from = newer.since().isAfter(older.since()) ? newer.since() : newer.learnedAt();
    return new Consolidated.Superseded(older.id(), newer.id(), from);
  }

  /**
   * Two statements of one source that say the same become the more exact one, but only where
   * nothing but what it adds tells them apart.
   */
  private static Optional<Consolidated.Same> same(Stated held, Stated next) {
    List<String> one = TextAnalysis.terms(held.node.content());
    List<String> two = TextAnalysis.terms(next.node.content());
    boolean isOfOne =
        held.node.description().equals(next.node.description())
            && held.node.time().equals(next.node.time());
    if (!isOfOne) {
      return Optional.empty();
    }
    if (one.containsAll(two)) {
      return Optional.of(new Consolidated.Same(held.node.id(), next.node.id()));
    }
    return two.containsAll(one)
        ? Optional.of(new Consolidated.Same(next.node.id(), held.node.id()))
        : Optional.empty();
  }

  /**
   * Claims of one source, never of two: what they say of one target by one verb, as it was said.
   */
  private static void claims(Dossier dossier, List<Consolidated> decisions) {
    Map<String, List<Node>> views = new LinkedHashMap<>();
    units(dossier, NodeKind.CLAIM, _ -> true)
        .forEach(
            node -> {
              Claim claim = node.claim().orElseThrow();
              views
                  .computeIfAbsent(claim.target() + " " + claim.predicate(), _ -> new ArrayList<>())
                  .add(node);
            });
    views.values().forEach(view -> view(view, decisions));
  }

  private static void view(List<Node> claims, List<Consolidated> decisions) {
    List<Node> holding = new ArrayList<>();
    for (Node next : claims) {
      for (Node held : List.copyOf(holding)) {
        if (isContrary(held, next)) {
          if (next.learnedAt().isAfter(held.learnedAt())) {
            holding.remove(held);
            decisions.add(superseded(held, next));
          } else {
            decisions.add(new Consolidated.Conflicting(held.id(), next.id()));
          }
        }
      }
      holding.add(next);
    }
  }

  /** Of opposite sentiment, or giving another value to what can have one. */
  private static boolean isContrary(Node one, Node other) {
    Optional<Attribute> first = Attributes.claimed(one.content());
    Optional<Attribute> second = Attributes.claimed(other.content());
    if (first.isPresent() && second.isPresent() && first.get().isOfSame(second.get())) {
      return first.get().saysSame(second.get()) == (first.get().isOver() != second.get().isOver());
    }
    Sentiment of = one.claim().orElseThrow().sentiment();
    Sentiment than = other.claim().orElseThrow().sentiment();
    return of != than && of != Sentiment.NEUTRAL && than != Sentiment.NEUTRAL;
  }

  private static List<Node> units(Dossier dossier, NodeKind kind, Predicate<Node> wanted) {
    NodeId entity = dossier.entity().id();
    return dossier.units().stream()
        .map(Dossier.Unit::node)
        .filter(node -> node.kind() == kind)
        .filter(node -> node.claim().filter(claim -> !claim.source().equals(entity)).isEmpty())
        .filter(wanted)
        .sorted(AS_LEARNED)
        .toList();
  }
}
