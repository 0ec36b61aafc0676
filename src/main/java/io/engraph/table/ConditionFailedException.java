package io.engraph.table;

/** A transaction was not carried out, since the condition of one of its writes did not hold. */
public final class ConditionFailedException extends TableException {

  private final int index;
  private final transient Write write;

  /**
   * @param index the position of the write in the transaction, from 0
   * @param write the write whose condition failed
   */
  public ConditionFailedException(int index, Write write) {
    super(
        "write %d of the transaction, on %s, failed its condition %s"
            .formatted(index, write.key(), write.condition()));
    this.index = index;
    this.write = write;
  }

  public int index() {
    return index;
  }

  public Write write() {
    return write;
  }
}
