package io.engraph.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.agent.rules.Attributes.Attribute;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttributesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      emptyValue = "",
      value = {
        "I live in Porto. | '' | lives in | Porto | false | false",
        "I live in Lisbon now. | '' | lives in | Lisbon | true | false",
        "I've moved to Lisbon last year. | '' | lives in | Lisbon last year | true | false",
        "I don't live in Porto any more. | '' | lives in | Porto | false | true",
        "I no longer live in Porto. | '' | lives in | Porto | true | true",
        "Nora lives in Braga with her dog. | nora | lives in | Braga with her dog | false | false",
        "I'm working at the Old Bakery since May. | '' | works at | the Old Bakery | false | false",
        "I just started at Acme Labs. | '' | works at | Acme Labs | false | false",
        "I work as a nurse. | '' | works as | nurse | false | false",
        "I'm married to Ben. | '' | is married to | Ben | false | false",
        "Nora is married to Tomas Berg. | nora | is married to | Tomas Berg | false | false",
        "I am 34 years old. | '' | is old | 34 | false | false",
        "My favorite colour is dark green. | '' | favourite colour | dark green | false | false",
        "My phone number is 555 0100. | '' | phone number | 555 0100 | false | false",
        "Nora's boss is Tomas. | nora | boss | Tomas | false | false",
        "The owner of the Falcon project is now Ben. | falcon project | owner | Ben | true | false",
        "The Falcon Project is now owned by Ben. | falcon project | owner | Ben | true | false",
        "The deadline for the report is Friday. | report | deadline | Friday | false | false",
        "The new capital of Freedonia is Glory Hill. | freedonia | capital | Glory Hill | true | false"
      })
  void should_read_what_can_have_one_value(
      String text, String subject, String predicate, String value, boolean isNews, boolean isOver) {
    assertThat(Attributes.of(text))
        .contains(new Attribute(subject, predicate, value, isNews, isOver));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I like green tea.",
        "I have two dogs.",
        "I visited Porto in May.",
        "I speak Dutch and German.",
        "Do you live in Porto?",
        "I would live in Porto if I could.",
        "I think Nora lives in Porto.",
        "We play chess on Sundays.",
        "It is raining in Lisbon."
      })
  void should_read_nothing_of_what_may_be_true_beside_another(String text) {
    assertThat(Attributes.of(text)).isEqualTo(Optional.empty());
  }

  @Test
  void should_know_values_that_are_the_same() {
    Attribute plain = Attributes.of("I work at the Old Bakery.").orElseThrow();
    Attribute exact = Attributes.of("I work at the Old Bakery in Porto.").orElseThrow();
    Attribute other = Attributes.of("I work at Acme.").orElseThrow();

    assertThat(plain.saysSame(exact)).isTrue();
    assertThat(plain.saysSame(other)).isFalse();
    assertThat(plain.isOfSame(other)).isTrue();
  }
}
