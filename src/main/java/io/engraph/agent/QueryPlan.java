package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * How to search for what a question asks.
 *
 * @param intent what kind of thing it asks for
 * @param focus which state of affairs it asks for
 * @param seeds at most {@value #MAX_SEEDS} ways to find entry nodes; none when the question has
 *     nothing to search by
 * @param moves how to go on from the entry nodes, in order; at most {@value #MAX_MOVES}
 */
public record QueryPlan(Intent intent, TimeFocus focus, List<SeedPlan> seeds, List<Move> moves) {

  public static final int MAX_SEEDS = 3;
  public static final int MAX_MOVES = 6;

  public QueryPlan {
    requireNonNull(intent, "intent is null");
    requireNonNull(focus, "focus is null");
    seeds = List.copyOf(seeds);
    if (seeds.size() > MAX_SEEDS) {
      throw new IllegalArgumentException(
          "a plan has at most %d seed plans, but %d were given".formatted(MAX_SEEDS, seeds.size()));
    }
    moves = List.copyOf(moves);
    if (moves.size() > MAX_MOVES) {
      throw new IllegalArgumentException(
          "a plan has at most %d moves, but %d were given".formatted(MAX_MOVES, moves.size()));
    }
  }
}
