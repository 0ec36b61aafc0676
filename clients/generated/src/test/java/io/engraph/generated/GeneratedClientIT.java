package io.engraph.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.generated.api.MemoryApi;
import io.engraph.generated.model.Feedback;
import io.engraph.generated.model.Ingested;
import io.engraph.generated.model.Observation;
import io.engraph.generated.model.Observations;
import io.engraph.generated.model.Query;
import io.engraph.generated.model.Recalled;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What was generated, against the server of the system property engraph.server. */
class GeneratedClientIT {

  private final MemoryApi memory;

  GeneratedClientIT() {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getProperty("engraph.server"));
    memory = new MemoryApi(client);
  }

  @Test
  void should_remember_recall_report_and_forget() throws ApiException {
    String graph = "generated-" + UUID.randomUUID();
    Ingested kept =
        memory.ingest(
            graph,
            new Observations()
                .addObservationsItem(
                    new Observation()
                        .session("s")
                        .speaker("Ana")
                        .text("I keep bees on the roof.")
                        .at("2026-03-04T09:30:00+01:00")));
    assertThat(kept.getObservations().get(0).getStatus()).isEqualTo("integrated");

    Recalled recalled = memory.ask(graph, new Query().text("Who keeps bees?"));
    assertThat(recalled.getContext()).contains("bees on the roof");

    memory.report(
        graph,
        recalled.getQueryId(),
        new Feedback()
            .influence(List.of(recalled.getNodes().get(0).getId()))
            .outcome(Feedback.OutcomeEnum.HELPFUL));
    assertThat(memory.explain(graph, recalled.getQueryId()).toString()).contains("HELPFUL");

    memory.forgetSession(graph, "s", false);
    assertThat(memory.ask(graph, new Query().text("Who keeps bees?")).getNodes()).isEmpty();
  }

  @Test
  void should_hand_on_what_the_memory_refuses() {
    assertThatThrownBy(() -> memory.ask("not a graph", new Query().text("Who?")))
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.getCode()).isEqualTo(400));
  }
}
