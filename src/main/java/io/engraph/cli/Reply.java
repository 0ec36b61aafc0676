package io.engraph.cli;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a memory answered.
 *
 * @param status as over HTTP
 * @param body the JSON of it; a problem document where the status is 400 or more
 */
record Reply(int status, JsonNode body) {
  Reply {
    requireNonNull(body, "body is null");
  }

  boolean isProblem() {
    return status >= 400;
  }
}
