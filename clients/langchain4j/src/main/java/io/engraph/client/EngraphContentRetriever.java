package io.engraph.client;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import io.engraph.client.EngraphClient.Recall;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * LangChain4j's retriever on Engraph: what is recalled, best first. The metadata of each content
 * has {@value #QUERY} and {@value #NODE}, which feedback needs, {@value #KIND}, {@value #STATUS}
 * and {@value #SOURCES}.
 */
public final class EngraphContentRetriever implements ContentRetriever {

  public static final String QUERY = "engraph.query";
  public static final String NODE = "engraph.node";
  public static final String KIND = "engraph.kind";
  public static final String STATUS = "engraph.status";
  public static final String SOURCES = "engraph.sources";

  private final EngraphClient client;
  private final Optional<Integer> limit;

  public EngraphContentRetriever(EngraphClient client) {
    this(client, Optional.empty());
  }

  /**
   * @param limit the most contents, 1 to 200
   */
  public EngraphContentRetriever(EngraphClient client, Optional<Integer> limit) {
    this.client = requireNonNull(client, "client is null");
    this.limit = requireNonNull(limit, "limit is null");
  }

  @Override
  public List<Content> retrieve(Query query) {
    Recall recall = client.recall(query.text(), limit);
    return recall.nodes().stream()
        .map(
            node -> {
              Metadata metadata =
                  new Metadata()
                      .put(NODE, node.id())
                      .put(KIND, node.kind())
                      .put(STATUS, node.status())
                      .put(SOURCES, String.join(" ", node.sources()));
              recall.query().ifPresent(id -> metadata.put(QUERY, id));
              return Content.from(
                  TextSegment.from(node.text(), metadata),
                  Map.of(ContentMetadata.SCORE, node.score()));
            })
        .toList();
  }
}
