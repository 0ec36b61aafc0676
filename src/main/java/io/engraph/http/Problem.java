package io.engraph.http;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;

/**
 * An error as RFC 9457 has it.
 *
 * @param type a name of the kind of problem
 * @param title the kind of problem, for people
 * @param status the HTTP status
 * @param detail what was wrong this time, and what to do
 * @param field the field that is wrong, such as {@code observations[2].at}
 * @param expected what that field should hold
 */
@RegisterForReflection
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    Optional<String> field,
    Optional<String> expected) {

  public static final String MEDIA_TYPE = "application/problem+json";

  public static Problem of(String name, String title, int status, String detail) {
    return new Problem(
        "urn:engraph:problem:" + name, title, status, detail, Optional.empty(), Optional.empty());
  }
}
