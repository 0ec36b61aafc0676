package io.engraph.http;

import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.graph.GraphId;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.Retention;
import io.engraph.graph.SortableTime;
import io.engraph.index.TimeSpan;
import io.engraph.ingestion.Observation;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.retrieval.AsOf;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.Cursor;
import io.engraph.table.Key;
import io.engraph.table.Ulids;
import io.engraph.table.Utf8;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks requests, field by field, and makes of them what the use cases take. */
final class Requests {

  private static final int MAX_OBSERVATIONS = 100;
  private static final int MAX_QUERY_LENGTH = 8_192;
  private static final int MAX_ANSWER_LENGTH = 32_768;
  private static final int MAX_INFLUENCE = 200;
  private static final int MAX_LIMIT = 200;

  private static final int DEFAULT_LISTED = 50;
  private static final Duration LEAST_KEPT = Duration.ofMinutes(1);
  private static final Duration MOST_KEPT = Duration.ofDays(36_500);
  private static final String A_TIME =
      "a time of the years 1 to 9999 with an offset, such as 2026-03-04T09:30:00+01:00";
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private Requests() {}

  static GraphId graph(String graph) {
    try {
      return new GraphId(graph);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException("graph", "an id of the form " + GraphId.FORM);
    }
  }

  /** A node id; one that cannot be any is simply not there. */
  static Optional<NodeKind> kind(String name) {
    return name == null ? Optional.empty() : Optional.of(kind("kind", name));
  }

  private static NodeKind kind(String field, String name) {
    return Arrays.stream(NodeKind.values())
        .filter(one -> name != null && one.name().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidRequestException(field, "one of " + Arrays.toString(NodeKind.values())));
  }

  static Optional<Instant> instant(String field, String text) {
    return optionalTime(field, text).map(OffsetDateTime::toInstant);
  }

  static int listLimit(Integer limit) {
    return positive("limit", limit, MAX_LIMIT).orElse(DEFAULT_LISTED);
  }

  /** A cursor as text that says nothing to whoever carries it. */
  static String text(Cursor cursor) {
    String parts =
        String.join(
            "\n", cursor.key().partition(), cursor.key().sort(), cursor.indexSort().orElse(""));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(parts.getBytes(StandardCharsets.UTF_8));
  }

  static Optional<Cursor> cursor(GraphId graph, String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      String[] parts =
          new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split("\n", -1);
      if (parts.length == 3
          && parts[0].startsWith("NODE#%s#".formatted(graph))
          && !parts[1].isEmpty()) {
        return Optional.of(
            new Cursor(
                new Key(parts[0], parts[1]),
                Optional.of(parts[2]).filter(sort -> !sort.isEmpty())));
      }
    } catch (IllegalArgumentException e) {
      // The same answer as for every other text that is no cursor.
    }
    throw new InvalidRequestException("after", "what the page before gave as next");
  }

  static ListRequest list(Map<String, String> parameters) {
    return new ListRequest(
        parameters.get("kind"),
        parameters.get("text"),
        parameters.get("from"),
        parameters.get("to"),
        parameters.get("after"),
        RecallApi.limit(parameters.get("limit")));
  }

  static EditsRequest edits(Map<String, String> parameters) {
    return new EditsRequest(
        parameters.get("query"),
        parameters.get("caller"),
        parameters.get("from"),
        parameters.get("to"),
        parameters.get("after"));
  }

  static Retention retention(RetentionRequest request) {
    return new Retention(
        duration("sources", request.sources()), duration("traces", request.traces()));
  }

  private static Optional<Duration> duration(String field, String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      Duration duration = Duration.parse(text);
      if (duration.compareTo(LEAST_KEPT) >= 0 && duration.compareTo(MOST_KEPT) <= 0) {
        return Optional.of(duration);
      }
    } catch (DateTimeParseException e) {
      // The same answer as for every other text that is no duration.
    }
    throw new InvalidRequestException(field, "a duration from PT1M to P36500D, such as P365D");
  }

  static int turnNumber(String text) {
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw new InvalidRequestException("turn", "the number of a turn, from 1");
    }
    return Integer.parseInt(text);
  }

  static NodeId node(String node) {
    if (!NodeId.isValid(node)) {
      throw new NotFoundException("node", printable(node));
    }
    return new NodeId(node);
  }

  /** An id that came from outside, fit to be shown again. */
  static String printable(String id) {
    String shown = id.length() > 64 ? id.substring(0, 64) + "..." : id;
    return CONTROL.matcher(shown).replaceAll("?");
  }

  static List<Observation> observations(ObservationsRequest request) {
    List<ObservationsRequest.Body> bodies = request.observations();
    if (bodies == null || bodies.isEmpty() || bodies.size() > MAX_OBSERVATIONS) {
      throw new InvalidRequestException(
          "observations", "a list of 1 to %d observations".formatted(MAX_OBSERVATIONS));
    }
    List<Observation> observations = new ArrayList<>();
    for (int i = 0; i < bodies.size(); i++) {
      String path = "observations[%d]".formatted(i);
      ObservationsRequest.Body body = bodies.get(i);
      if (body == null) {
        throw new InvalidRequestException(path, "an observation");
      }
      observations.add(
          new Observation(
              optionalName(path + ".id", body.id()),
              name(path + ".session", body.session()),
              optionalName(path + ".speaker", body.speaker()),
              observed(path + ".text", body.text()),
              time(path + ".at", body.at()),
              metadata(path + ".metadata", body.metadata())));
    }
    return observations;
  }

  private static String observed(String field, String text) {
    if (text == null
        || text.isBlank()
        || !Utf8.isWellFormed(text)
        || Utf8.length(text) > Observation.MAX_TEXT_BYTES) {
      throw new InvalidRequestException(
          field,
          "well-formed text that is not blank, of at most %d bytes of UTF-8"
              .formatted(Observation.MAX_TEXT_BYTES));
    }
    return text;
  }

  private static String name(String field, String name) {
    if (name == null
        || name.isBlank()
        || name.length() > Observation.MAX_NAME_LENGTH
        || CONTROL.matcher(name).find()
        || !Utf8.isWellFormed(name)) {
      throw new InvalidRequestException(
          field,
          "text that is not blank, of at most %d letters and no control characters"
              .formatted(Observation.MAX_NAME_LENGTH));
    }
    return name;
  }

  private static Optional<String> optionalName(String field, String name) {
    return name == null ? Optional.empty() : Optional.of(name(field, name));
  }

  private static Map<String, String> metadata(String field, Map<String, String> metadata) {
    if (metadata == null) {
      return Map.of();
    }
    boolean isFine =
        metadata.size() <= Observation.MAX_METADATA
            && metadata.entrySet().stream()
                .allMatch(entry -> isShort(entry.getKey()) && isShort(entry.getValue()));
    if (!isFine) {
      throw new InvalidRequestException(
          field,
          "at most %d names with texts of at most %d letters"
              .formatted(Observation.MAX_METADATA, Observation.MAX_METADATA_LENGTH));
    }
    return metadata;
  }

  private static boolean isShort(String text) {
    return text != null
        && text.length() <= Observation.MAX_METADATA_LENGTH
        && Utf8.isWellFormed(text);
  }

  private static OffsetDateTime time(String field, String text) {
    try {
      OffsetDateTime time = text == null ? null : OffsetDateTime.parse(text);
      if (time != null && SortableTime.isInRange(time.toInstant())) {
        return time;
      }
    } catch (DateTimeParseException e) {
      // The same answer as for every other text that is no time.
    }
    throw new InvalidRequestException(field, A_TIME);
  }

  private static Optional<OffsetDateTime> optionalTime(String field, String text) {
    return text == null ? Optional.empty() : Optional.of(time(field, text));
  }

  static RecallQuery query(QueryRequest request) {
    return new RecallQuery(
        question(request.text()),
        optionalTime("at", request.at()),
        positive("limit", request.limit(), MAX_LIMIT),
        positive("tokenBudget", request.tokenBudget(), Integer.MAX_VALUE),
        kinds(request.kinds()),
        range(request),
        asOf(request),
        Boolean.TRUE.equals(request.strict()));
  }

  private static Optional<AsOf> asOf(QueryRequest request) {
    if (request.asOf() == null) {
      return Optional.empty();
    }
    AsOf.Sense sense =
        Arrays.stream(AsOf.Sense.values())
            .filter(one -> one.name().equals(request.asOf().toUpperCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidRequestException(
                        "asOf", "one of " + Arrays.toString(AsOf.Sense.values())));
    OffsetDateTime at =
        optionalTime("at", request.at())
            .orElseThrow(() -> new InvalidRequestException("at", A_TIME + ", where asOf is given"));
    return Optional.of(new AsOf(at.toInstant(), sense));
  }

  private static String question(String text) {
    if (text == null
        || text.isBlank()
        || text.length() > MAX_QUERY_LENGTH
        || !Utf8.isWellFormed(text)) {
      throw new InvalidRequestException(
          "text",
          "well-formed text that is not blank, of at most %d letters".formatted(MAX_QUERY_LENGTH));
    }
    return text;
  }

  private static OptionalInt positive(String field, Integer value, int most) {
    if (value == null) {
      return OptionalInt.empty();
    }
    if (value < 1 || value > most) {
      throw new InvalidRequestException(field, "a whole number from 1 to %d".formatted(most));
    }
    return OptionalInt.of(value);
  }

  private static Set<NodeKind> kinds(List<String> names) {
    Set<NodeKind> kinds = EnumSet.noneOf(NodeKind.class);
    if (names != null) {
      for (int i = 0; i < names.size(); i++) {
        String name = names.get(i);
        NodeKind kind = kind("kinds[%d]".formatted(i), name);
        kinds.add(kind);
      }
    }
    return kinds;
  }

  private static Optional<TimeSpan> range(QueryRequest request) {
    if (request.from() == null && request.to() == null) {
      return Optional.empty();
    }
    Instant from =
        optionalTime("from", request.from())
            .map(OffsetDateTime::toInstant)
            .orElse(SortableTime.EARLIEST);
    Instant to =
        optionalTime("to", request.to()).map(OffsetDateTime::toInstant).orElse(SortableTime.LATEST);
    if (to.isBefore(from)) {
      throw new InvalidRequestException("to", "a time that is not before from");
    }
    return Optional.of(new TimeSpan(from, to, TimeSpan.Precision.RANGE));
  }

  static EditLog.Selection selection(UndoRequest request) {
    EditLog.Selection selection =
        new EditLog.Selection(
            Optional.ofNullable(request.query()),
            Optional.ofNullable(request.caller()),
            optionalTime("from", request.from()).map(OffsetDateTime::toInstant),
            optionalTime("to", request.to()).map(OffsetDateTime::toInstant));
    if (selection.query().filter(query -> !Ulids.isValid(query)).isPresent()) {
      throw new InvalidRequestException("query", "the id of a query");
    }
    if (selection
        .caller()
        .filter(caller -> !caller.matches(FeedbackReport.CALLER_FORM))
        .isPresent()) {
      throw new InvalidRequestException("caller", FeedbackReport.CALLER_FORM);
    }
    return selection;
  }

  static EditLog.Selection undo(UndoRequest request) {
    EditLog.Selection selection = selection(request);
    if (selection.isEmpty()) {
      throw new InvalidRequestException(
          "query", "a query, a caller or a time, to say what to undo");
    }
    return selection;
  }

  static FeedbackReport feedback(FeedbackRequest request) {
    Optional<List<String>> influence = Optional.ofNullable(request.influence());
    boolean isRefused =
        influence.isPresent()
            && (influence.get().size() > MAX_INFLUENCE
                || influence.get().stream()
                    .anyMatch(node -> node == null || !Utf8.isWellFormed(node)));
    if (isRefused
        || (influence.isEmpty() && request.answer() == null && request.transitions() == null)) {
      throw new InvalidRequestException(
          "influence",
          "a list of at most %d node ids; it may only be missing beside an answer or transitions"
              .formatted(MAX_INFLUENCE));
    }
    String answer = request.answer();
    if (answer != null && (answer.length() > MAX_ANSWER_LENGTH || !Utf8.isWellFormed(answer))) {
      throw new InvalidRequestException(
          "answer", "well-formed text of at most %d letters".formatted(MAX_ANSWER_LENGTH));
    }
    String caller = request.caller() == null ? FeedbackReport.ANYBODY : request.caller();
    if (!caller.matches(FeedbackReport.CALLER_FORM)) {
      throw new InvalidRequestException("caller", FeedbackReport.CALLER_FORM);
    }
    Outcome implied = answer == null ? Outcome.NEUTRAL : Outcome.HELPFUL;
    return new FeedbackReport(
        influence,
        request.outcome() == null && influence.isEmpty()
            ? implied
            : outcome("outcome", request.outcome()),
        confidence("confidence", request.confidence()),
        Optional.ofNullable(answer),
        transitions(request.transitions()),
        caller);
  }

  private static List<FeedbackReport.Transition> transitions(List<TransitionRequest> requests) {
    if (requests == null) {
      return List.of();
    }
    if (requests.size() > MAX_INFLUENCE) {
      throw new InvalidRequestException(
          "transitions", "a list of at most %d".formatted(MAX_INFLUENCE));
    }
    List<FeedbackReport.Transition> transitions = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      String field = "transitions[%d]".formatted(i);
      TransitionRequest request = requests.get(i);
      if (request == null || request.from() == null || request.to() == null) {
        throw new InvalidRequestException(field, "a step from one node id to another");
      }
      transitions.add(
          new FeedbackReport.Transition(
              request.from(),
              request.to(),
              outcome(field + ".label", request.label()),
              confidence(field + ".confidence", request.confidence())));
    }
    return transitions;
  }

  private static Outcome outcome(String field, String name) {
    return Arrays.stream(Outcome.values())
        .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(() -> new InvalidRequestException(field, "helpful, harmful or neutral"));
  }

  private static double confidence(String field, Double given) {
    double confidence = given == null ? 1 : given;
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new InvalidRequestException(field, "a number from 0 to 1");
    }
    return confidence;
  }
}
