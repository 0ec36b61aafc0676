package io.engraph.http.rest;

import io.engraph.table.Engines;
import io.engraph.table.Table;
import io.engraph.table.TableConfig;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The table of a local server, of either engine. */
final class LocalTable {

  private LocalTable() {}

  @Produces
  @Singleton
  static Table table(TableConfig config) {
    return Engines.open(config);
  }

  static void close(@Disposes Table table) {
    table.close();
  }
}
