package io.engraph.benchmark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Other settings to measure beside the defaults, such as {@code TRIAL="weights.form=0.3;hops=1"}.
 *
 * @param name what they are, as given
 * @param properties the settings
 */
record Trial(String name, Map<String, String> properties) {

  private static final String VARIABLE = "ENGRAPH_TRIAL";

  static List<Trial> all() {
    List<Trial> trials = new ArrayList<>();
    String given = System.getenv(VARIABLE);
    for (String trial : given == null ? new String[0] : given.split(";", -1)) {
      Map<String, String> properties = new HashMap<>();
      for (String setting : trial.split(",", -1)) {
        int equals = setting.indexOf('=');
        properties.put(
            "engraph.retrieval." + setting.substring(0, equals), setting.substring(equals + 1));
      }
      trials.add(new Trial("trial " + trial, properties));
    }
    return trials;
  }
}
