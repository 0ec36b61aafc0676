package io.engraph.http;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Which nodes to list; null for any.
 *
 * @param kind the kind
 * @param text words that the content has, in any case
 * @param from from then on
 * @param to before then
 * @param after where the page before ended
 * @param limit the most nodes of a page
 */
@RegisterForReflection
public record ListRequest(
    String kind, String text, String from, String to, String after, Integer limit) {}
