package io.engraph.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.ConditionalTokenFilter;
import org.apache.lucene.analysis.ngram.NGramTokenFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Text as the terms that it is found by. Words are lower-cased, folded to ASCII and stemmed as
 * English, without stop words; scripts that do not set spaces between words become runs of one and
 * two characters, so that a word within them is found.
 */
public final class TextAnalysis {

  private static final Analyzer ANALYZER = new WordAnalyzer();

  private TextAnalysis() {}

  /**
   * The terms of {@code text} in their order, with repetitions; empty when it has only stop words.
   */
  public static List<String> terms(String text) {
    List<String> terms = new ArrayList<>();
    try (TokenStream tokens = ANALYZER.tokenStream("text", text)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        if (!term.isEmpty()) {
          terms.add(term.toString());
        }
      }
      tokens.end();
    } catch (IOException e) {
      throw new UncheckedIOException("text could not be analysed", e);
    }
    return terms;
  }

  /**
   * The terms of {@code text} and how often each occurs, in the order of their first occurrence.
   */
  public static Map<String, Integer> termCounts(String text) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    terms(text).forEach(term -> counts.merge(term, 1, Integer::sum));
    return counts;
  }

  private static final class WordAnalyzer extends Analyzer {

    private static final CharArraySet STOP_WORDS = EnglishAnalyzer.ENGLISH_STOP_WORDS_SET;

    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer tokenizer = new StandardTokenizer();
      TokenStream tokens = new EnglishPossessiveFilter(tokenizer);
      tokens = new CJKWidthFilter(tokens);
      tokens = new LowerCaseFilter(tokens);
      tokens = new UnspacedRunFilter(tokens);
      tokens = new CJKBigramFilter(tokens, ALL_SCRIPTS, true);
      tokens = new StopFilter(tokens, STOP_WORDS);
      tokens = new ASCIIFoldingFilter(tokens);
      return new TokenStreamComponents(tokenizer, new PorterStemFilter(tokens));
    }

    private static final int ALL_SCRIPTS =
        CJKBigramFilter.HAN
            | CJKBigramFilter.HIRAGANA
            | CJKBigramFilter.KATAKANA
            | CJKBigramFilter.HANGUL;
  }

  /**
   * Cuts what the tokenizer leaves whole, runs of Thai, Lao, Khmer and Burmese, into one and two
   * letters.
   */
  private static final class UnspacedRunFilter extends ConditionalTokenFilter {

    private static final String UNSPACED =
        StandardTokenizer.TOKEN_TYPES[StandardTokenizer.SOUTHEAST_ASIAN];

    private final TypeAttribute type = addAttribute(TypeAttribute.class);

    private UnspacedRunFilter(TokenStream input) {
      super(input, tokens -> new NGramTokenFilter(tokens, 1, 2, false));
    }

    @Override
    protected boolean shouldFilter() {
      return type.type().equals(UNSPACED);
    }
  }
}
