package io.engraph.http;

import java.util.List;
import java.util.Optional;

/**
 * The graphs that a caller may use.
 *
 * <p>A name admits the graph of that id and all whose ids begin with it and a {@value #SEPARATOR}.
 * A name may have none of these itself, so no name admits what is another's: {@code ana} admits
 * {@code ana} and {@code ana~work}, but neither {@code anabel} nor {@code ana-2}.
 *
 * @param names the names; empty if every graph may be used
 */
public record GraphAccess(Optional<List<String>> names) {

  /** Every graph may be used. */
  public static final GraphAccess ALL = new GraphAccess(Optional.empty());

  private static final String SEPARATOR = "~";

  public GraphAccess {
    names = names.map(List::copyOf);
  }

  /** Access to what these names admit, which may be nothing. */
  public static GraphAccess to(List<String> names) {
    return new GraphAccess(Optional.of(names));
  }

  /** Whether the graph of that id may be used. */
  public boolean admits(String graph) {
    return names
        .map(
            all ->
                all.stream()
                    .filter(name -> !name.isEmpty() && !name.contains(SEPARATOR))
                    .anyMatch(name -> graph.equals(name) || graph.startsWith(name + SEPARATOR)))
        .orElse(true);
  }

  /**
   * @throws ForbiddenException unless the graph of that id may be used
   */
  void require(String graph) {
    if (!admits(graph)) {
      throw new ForbiddenException(Requests.printable(graph));
    }
  }
}
