package io.engraph.benchmark;

import io.engraph.table.EmulatedTable;

/** Makes a table on a running emulator, for a server that is measured on it. */
public final class EmulatorTable {

  private EmulatorTable() {}

  public static void main(String[] arguments) {
    EmulatedTable.create(arguments[0]).close();
  }
}
