package io.engraph.reliability;

import io.engraph.graph.SourceRef;
import io.engraph.index.TestIndex;
import io.engraph.table.Item;
import io.engraph.table.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What is stored of one graph, read item by item without the code that wrote it, but for what the
 * index has packed.
 *
 * @param nodes node items by the node's id
 * @param edges edge items by their ends and relation
 * @param turnItems turn items by their turn
 * @param identities turns by the key of their identity
 * @param index the record that holds of each node in the index; a tombstone has no kind
 * @param others how many other items there are, by the first part of their partition
 * @param pending what is not finished
 */
record StoredState(
    Map<String, Item> nodes,
    Map<String, Item> edges,
    Map<SourceRef, Item> turnItems,
    Map<String, SourceRef> identities,
    Map<String, Item> index,
    Map<String, Integer> others,
    List<String> pending) {

  private static final String QUESTION = "question-";
  private static final Pattern QUESTION_ID = Pattern.compile("question-[0-9a-f]+");
  private static final String ENTITY = "entity-";
  private static final Pattern OWN_ENTITY = Pattern.compile("\nentity-[0-9a-f]+");

  /** What an entity has of the turn that came first, and a question of when it was asked. */
  private static final Set<String> OF_ITS_MAKING =
      Set.of("learnedAt", "time", "learned", "sources", "subtype", "content", "version");

  /** REALM's rule depends on the order by nature; the one that is used by default does not. */
  private static final String WEIGHT = "weight";

  static StoredState of(List<Item> items) {
    StoredState state =
        new StoredState(
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new ArrayList<>());
    items.forEach(state::add);
    return state;
  }

  private void add(Item item) {
    String partition = item.key().partition();
    String sort = item.key().sort();
    String[] parts = partition.split("#", 3);
    switch (parts[0]) {
      case "NODE" -> {
        if (sort.equals("NODE")) {
          nodes.put(parts[2], item);
        } else {
          edges.put(parts[2] + " " + sort, item);
        }
      }
      case "SESSION" -> {
        if (sort.startsWith("TURN#")) {
          turnItems.put(
              new SourceRef(parts[2], Integer.parseInt(sort.substring("TURN#".length()))), item);
        } else if (sort.startsWith("ID#")) {
          identities.put(parts[2] + " " + sort, new SourceRef(parts[2], item.integer("turn")));
        }
      }
      case "INDEX" ->
          index.merge(
              item.text("node"),
              TestIndex.unpacked(item),
              (one, two) -> one.key().sort().compareTo(two.key().sort()) > 0 ? one : two);
      // A question that got no answer is asked again, and leaves a trace each time.
      case "QUERY" -> {}
      case "DELETION" -> pending.add(item.key().toString());
      default -> others.merge(parts[0], 1, Integer::sum);
    }
  }

  /** What a turn says, of those that were not forgotten. */
  Map<SourceRef, String> turns() {
    Map<SourceRef, String> turns = new LinkedHashMap<>();
    turnItems.forEach(
        (ref, item) -> {
          if (!item.text("state").equals("FORGOTTEN")) {
            turns.put(ref, item.text("text"));
          }
        });
    return turns;
  }

  /** What points to something that is not there, is half written or is not finished. */
  List<String> problems() {
    List<String> problems = new ArrayList<>(pending);
    edges.forEach(
        (name, item) -> {
          String[] sort = item.key().sort().split("#", 3);
          String source = name.substring(0, name.indexOf(' '));
          for (String end : List.of(source, sort[2])) {
            if (!nodes.containsKey(end)) {
              problems.add("edge %s has no node %s".formatted(name, end));
            }
          }
        });
    index.forEach(
        (node, item) -> {
          if (item.has("kind") != nodes.containsKey(node)) {
            problems.add("index and node differ: " + node);
          }
        });
    nodes.forEach(
        (node, item) -> {
          if (!index.containsKey(node)) {
            problems.add("node is in no index: " + node);
          }
          lines(item, "sources").stream()
              .map(StoredState::ref)
              .filter(ref -> !turns().containsKey(ref))
              .forEach(ref -> problems.add("node %s has no source %s".formatted(node, ref)));
        });
    turnItems.forEach(
        (ref, item) -> {
          if (item.text("state").equals("PENDING")) {
            problems.add("turn is pending: " + ref);
          }
          lines(item, "nodes").stream()
              .filter(node -> node.startsWith("episode-") && !nodes.containsKey(node))
              .forEach(node -> problems.add("turn %s has no %s".formatted(ref, node)));
        });
    Set<SourceRef> known = new HashSet<>(identities.values());
    if (known.size() != identities.size() || !known.equals(turnItems.keySet())) {
      problems.add("turns %s are known as %s".formatted(turnItems.keySet(), identities));
    }
    return problems;
  }

  private static List<String> lines(Item item, String attribute) {
    return item.findText(attribute)
        .filter(text -> !text.isEmpty())
        .map(text -> Arrays.asList(text.split("\n", -1)))
        .orElse(List.of());
  }

  private static SourceRef ref(String line) {
    int space = line.indexOf(' ');
    return new SourceRef(line.substring(space + 1), Integer.parseInt(line.substring(0, space)));
  }

  /** What differs from another state, but for what is a matter of chance. */
  List<String> differences(StoredState other) {
    List<String> differences = new ArrayList<>();
    compare("node", named(nodes), other.named(other.nodes), differences);
    compare("edge", named(edges), other.named(other.edges), differences);
    compare("turn", named(turnItems), other.named(other.turnItems), differences);
    compare("index", named(live()), other.named(other.live()), differences);
    if (!others.equals(other.others)) {
      differences.add("others: %s and %s".formatted(others, other.others));
    }
    return differences;
  }

  private Map<String, Item> live() {
    Map<String, Item> live = new TreeMap<>(index);
    live.values().removeIf(item -> !item.has("kind"));
    return live;
  }

  private static void compare(
      String what,
      Map<String, Map<String, Value>> ones,
      Map<String, Map<String, Value>> others,
      List<String> differences) {
    Set<String> keys = new TreeSet<>(ones.keySet());
    keys.addAll(others.keySet());
    for (String key : keys) {
      Map<String, Value> one = ones.getOrDefault(key, Map.of());
      Map<String, Value> other = others.getOrDefault(key, Map.of());
      Set<String> names = new TreeSet<>(one.keySet());
      names.addAll(other.keySet());
      for (String name : names) {
        if (!Objects.equals(one.get(name), other.get(name))) {
          differences.add(
              "%s %s, %s: %s and %s".formatted(what, key, name, one.get(name), other.get(name)));
        }
      }
    }
  }

  /** With questions named by what they ask, and without what a retry may change. */
  private <K> Map<String, Map<String, Value>> named(Map<K, Item> items) {
    Map<String, Map<String, Value>> named = new TreeMap<>();
    items.forEach(
        (key, item) -> {
          Map<String, Value> attributes = new TreeMap<>();
          boolean isOfChance =
              key.toString().startsWith(QUESTION) || key.toString().startsWith(ENTITY);
          item.attributes()
              .forEach(
                  (name, value) -> {
                    if (!name.equals(WEIGHT) && !(isOfChance && OF_ITS_MAKING.contains(name))) {
                      boolean isList = name.equals("nodes");
                      attributes.put(
                          name,
                          value instanceof Value.Text(String text)
                              ? Value.of(isList ? sorted(named(text)) : named(text))
                              : value);
                    }
                  });
          named.put(named(key.toString()), attributes);
        });
    return named;
  }

  private static String sorted(String lines) {
    return lines.lines().sorted().collect(Collectors.joining("\n"));
  }

  private String named(String text) {
    // A turn counts an entity as its own if it was the first to name it.
    String withoutEntities = OWN_ENTITY.matcher(text).replaceAll("");
    return QUESTION_ID
        .matcher(withoutEntities)
        .replaceAll(
            id ->
                Matcher.quoteReplacement(
                    nodes.containsKey(id.group()) ? nodes.get(id.group()).text("content") : "?"));
  }
}
