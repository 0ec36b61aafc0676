package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/**
 * The name of one tenant's memory. It is part of every key and is passed with every call.
 *
 * @param value matches {@value #FORM}
 */
public record GraphId(String value) {

  public static final String FORM = "[A-Za-z0-9._~-]{1,128}";
  private static final Pattern PATTERN = Pattern.compile(FORM);

  public GraphId {
    if (!PATTERN.matcher(requireNonNull(value, "value is null")).matches()) {
      throw new IllegalArgumentException("a graph id must match " + FORM);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
