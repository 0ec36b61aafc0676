package io.engraph.http.rest;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.MemoryGraph;
import io.engraph.table.Table;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready is a server whose table answers. */
@Readiness
@Singleton
class TableHealth implements HealthCheck {

  private final Table table;

  TableHealth(Table table) {
    this.table = requireNonNull(table, "table is null");
  }

  @Override
  public HealthCheckResponse call() {
    try {
      return HealthCheckResponse.named("table")
          .up()
          .withData("graphs", MemoryGraph.list(table).size())
          .build();
    } catch (RuntimeException e) {
      return HealthCheckResponse.named("table").down().build();
    }
  }
}
