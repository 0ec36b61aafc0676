package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The name of a node within its graph, made of what the node is: the same turn, or the same name of
 * an entity, always gives the same id, so that two writers cannot make the node twice.
 *
 * @param value matches {@value #FORM}
 */
public record NodeId(String value) implements Comparable<NodeId> {

  /** The digits of the digest that follows the kind. */
  static final int DIGEST_LENGTH = 24;

  public static final String FORM = "[a-z]+-[0-9a-f]{" + DIGEST_LENGTH + "}(-[0-9]{1,4})?";
  private static final Pattern PATTERN = Pattern.compile(FORM);
  private static final int DIGEST_BYTES = DIGEST_LENGTH / 2;

  public NodeId {
    if (!PATTERN.matcher(requireNonNull(value, "value is null")).matches()) {
      throw new IllegalArgumentException("a node id must match " + FORM);
    }
  }

  /** Whether {@code text} has the form of a node id. */
  public static boolean isValid(String text) {
    return PATTERN.matcher(text).matches();
  }

  /**
   * The id of the node of that kind which is told from all others by {@code identity}, in order.
   */
  public static NodeId of(NodeKind kind, String... identity) {
    return new NodeId(kind.name().toLowerCase(Locale.ROOT) + "-" + digest(identity));
  }

  /** The id of a numbered node, 0 to 9,999, among those told from others by {@code identity}. */
  public static NodeId numbered(NodeKind kind, int number, String... identity) {
    return new NodeId(of(kind, identity).value + "-" + number);
  }

  /** 96 bits of SHA-256 over the parts, each with its length before it. */
  static String digest(String... parts) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      for (String part : parts) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        sha256.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        sha256.update(bytes);
      }
      return HexFormat.of().formatHex(sha256.digest(), 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public int compareTo(NodeId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
