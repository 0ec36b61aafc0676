package io.engraph.agent.rules;

import io.engraph.agent.Consolidated;
import io.engraph.agent.Dossier;
import io.engraph.graph.Node;
import io.engraph.graph.NodeKind;
import io.engraph.index.TextAnalysis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds names of one entity: a short form and a full name, or initials and what they stand for. A
 * likeness of names is no evidence: someone must have said that they are the same.
 */
final class Aliases {

  private Aliases() {}

  static List<Consolidated.Alias> of(Dossier dossier) {
    List<Consolidated.Alias> aliases = new ArrayList<>();
    for (Node other : dossier.alike()) {
      Optional<Node> full = longer(dossier.entity(), other);
      if (full.isPresent() && isEvident(dossier, other)) {
        Node alias = full.get().equals(other) ? dossier.entity() : other;
        aliases.add(new Consolidated.Alias(alias.id(), full.get().id()));
      }
    }
    return aliases;
  }

  /** The one of the two whose name has the other in it, or stands for it. */
  private static Optional<Node> longer(Node one, Node two) {
    List<String> first = TextAnalysis.terms(one.content());
    List<String> second = TextAnalysis.terms(two.content());
    if (first.size() < second.size() && (second.containsAll(first) || isInitials(one, two))) {
      return Optional.of(two);
    }
    if (second.size() < first.size() && (first.containsAll(second) || isInitials(two, one))) {
      return Optional.of(one);
    }
    return Optional.empty();
  }

  static boolean isInitials(Node abbreviation, Node name) {
    String letters =
        Pattern.compile("\\s+")
            .splitAsStream(name.content().strip())
            .filter(word -> !word.isEmpty())
            .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT))
            .collect(Collectors.joining());
    return letters.length() > 1 && letters.equals(abbreviation.content());
  }

  /** Whether a statement of the dossier gives the one as a name of the other. */
  private static boolean isEvident(Dossier dossier, Node other) {
    String one = Pattern.quote(dossier.entity().content());
    String two = Pattern.quote(other.content());
    List<Pattern> bySpeaker =
        List.of(
            names(
                "\\b(?:my (?:full |real |whole |short |nick)?name is|i am|i['’]m|call me|calls? me|known as|i go by|short for) (?:just |simply |called )?"
                    + two
                    + "\\b"));
    List<Pattern> byAnyone =
        List.of(
            names(
                one
                    + " (?:is |was )?(?:also |better |formerly )?(?:known as|called|short for|(?:['’]s )?full name is|goes by|a\\.?k\\.?a\\.?) "
                    + two),
            names(
                two
                    + " (?:is |was )?(?:also |better |formerly )?(?:known as|called|short for|(?:['’]s )?full name is|goes by|a\\.?k\\.?a\\.?) "
                    + one),
            names(one + "(?:['’]s) full name is " + two),
            names(two + "(?:['’]s) full name is " + one),
            names(one + ",? \\(" + two + "\\)"),
            names(two + ",? \\(" + one + "\\)"));
    return dossier.units().stream()
        .map(Dossier.Unit::node)
        .filter(node -> node.kind() == NodeKind.FACT)
        .anyMatch(
            node ->
                (node.description().endsWith("of themself") && matches(bySpeaker, node))
                    || matches(byAnyone, node));
  }

  private static boolean matches(List<Pattern> patterns, Node node) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(node.content()).find());
  }

  private static Pattern names(String expression) {
    return Pattern.compile(expression, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }
}
