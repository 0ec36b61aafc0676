package io.engraph.agent.rules;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import opennlp.tools.postag.POSModel;
import opennlp.tools.postag.POSTaggerME;
import opennlp.tools.sentdetect.SentenceDetectorME;
import opennlp.tools.sentdetect.SentenceModel;
import opennlp.tools.tokenize.TokenizerME;
import opennlp.tools.tokenize.TokenizerModel;

/** English sentences and the parts of speech of their words. Not for other languages. */
final class Language {

  /**
   * A word and its universal part of speech.
   *
   * @param text as it is written
   * @param tag NOUN, PROPN, VERB, ADJ, PRON...
   */
  record Word(String text, String tag) {
    boolean is(String... tags) {
      return Arrays.asList(tags).contains(tag);
    }
  }

  private final SentenceModel sentences;
  private final TokenizerModel tokens;
  private final POSModel tags;

  /** A tagger takes longer to make than to use, and may be used by one at a time. */
  private final Queue<POSTaggerME> taggers = new ConcurrentLinkedQueue<>();

  Language() {
    try (InputStream sentenceModel = resource("/opennlp-en-ud-ewt-sentence-1.3-2.5.4.bin");
        InputStream tokenModel = resource("/opennlp-en-ud-ewt-tokens-1.3-2.5.4.bin");
        InputStream tagModel = resource("/opennlp-en-ud-ewt-pos-1.3-2.5.4.bin")) {
      this.sentences = new SentenceModel(sentenceModel);
      this.tokens = new TokenizerModel(tokenModel);
      this.tags = new POSModel(tagModel);
    } catch (IOException e) {
      throw new IllegalStateException("the language models of the class path are damaged", e);
    }
  }

  private static InputStream resource(String name) {
    InputStream stream = Language.class.getResourceAsStream(name);
    if (stream == null) {
      throw new IllegalStateException("no language model %s on the class path".formatted(name));
    }
    return stream;
  }

  List<String> sentences(String text) {
    return List.of(new SentenceDetectorME(sentences).sentDetect(text));
  }

  List<Word> words(String sentence) {
    String[] words = new TokenizerME(tokens).tokenize(sentence);
    POSTaggerME tagger = Optional.ofNullable(taggers.poll()).orElseGet(() -> new POSTaggerME(tags));
    String[] wordTags = tagger.tag(words);
    taggers.add(tagger);
    return IntStream.range(0, words.length).mapToObj(i -> new Word(words[i], wordTags[i])).toList();
  }
}
