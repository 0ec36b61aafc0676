package io.engraph.consolidation;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.MemoryGraph;
import io.engraph.table.Item;
import io.engraph.table.Write;
import java.time.Instant;
import java.util.Optional;

/**
 * How far a graph is consolidated, so that the next step goes on where the last one ended.
 *
 * @param since what was told before is in order
 * @param began when the pass that is going on began; empty between two
 * @param after the entity up to which the pass has come, in the order of ids
 */
record Progress(Instant since, Optional<Instant> began, Optional<String> after) {

  private static final Progress START =
      new Progress(Instant.EPOCH, Optional.empty(), Optional.empty());

  Progress {
    requireNonNull(since, "since is null");
    requireNonNull(began, "began is null");
    requireNonNull(after, "after is null");
  }

  static Progress of(MemoryGraph graph) {
    return graph
        .consolidation()
        .map(
            item ->
                new Progress(
                    Instant.parse(item.text("since")),
                    item.findText("began").map(Instant::parse),
                    item.findText("after")))
        .orElse(START);
  }

  /** The same pass, or a new one. */
  Progress begun(Instant now) {
    return new Progress(since, Optional.of(began.orElse(now)), after);
  }

  Progress at(String entity) {
    return new Progress(since, began, Optional.of(entity));
  }

  Progress finished() {
    return new Progress(began.orElse(since), Optional.empty(), Optional.empty());
  }

  Write write(MemoryGraph graph) {
    Item.Builder item = Item.builder(graph.keys().consolidation()).set("since", since.toString());
    began.ifPresent(time -> item.set("began", time.toString()));
    after.ifPresent(entity -> item.set("after", entity));
    return Write.put(item.build());
  }
}
