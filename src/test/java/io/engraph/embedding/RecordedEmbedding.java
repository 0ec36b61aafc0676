package io.engraph.embedding;

import java.util.ArrayList;
import java.util.List;

/** A model that keeps what passages it was given, call by call. Of one thread. */
public final class RecordedEmbedding extends DelegatingEmbedding {

  private final List<List<String>> calls = new ArrayList<>();

  public RecordedEmbedding(EmbeddingModel model) {
    super(model);
  }

  public List<List<String>> calls() {
    return List.copyOf(calls);
  }

  /** The texts that were embedded: what comes twice in a call counts once, as it is embedded. */
  public long texts() {
    return calls.stream().flatMap(call -> call.stream().distinct()).count();
  }

  @Override
  public List<float[]> embedPassages(List<String> texts) {
    calls.add(List.copyOf(texts));
    return super.embedPassages(texts);
  }
}
