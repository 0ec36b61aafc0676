package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The engine in the cloud: one DynamoDB table with the indexes of {@link Index}.
 *
 * <p>The client retries what may succeed at once; what is throttled or in conflict for longer
 * becomes a {@link ContentionException}. A transaction carries a token, so that a retry after a
 * lost answer does not happen twice.
 */
public final class DynamoDbTable implements Table {

  private static final int MAX_BATCH_KEYS = 100;
  private static final int SERVER_ERROR = 500;
  private static final Set<String> CONTENTION =
      Set.of(
          "TransactionConflict",
          "TransactionConflictException",
          "TransactionInProgressException",
          "ThrottlingError",
          "ThrottlingException",
          "ProvisionedThroughputExceeded",
          "ProvisionedThroughputExceededException",
          "RequestLimitExceeded");

  private final DynamoDbClient client;
  private final String name;
  private final Clock clock;
  private final DynamoDbRequests requests;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * Opens a table.
   *
   * @param name the table's name
   * @param attemptTimeout how long one attempt of a call may take
   * @param callTimeout how long a call may take with all its attempts
   * @param own this machine's clock
   */
  static DynamoDbTable open(String name, Duration attemptTimeout, Duration callTimeout, Clock own) {
    ServerTime time = new ServerTime(own);
    return new DynamoDbTable(DynamoDbClients.create(attemptTimeout, callTimeout, time), name, time);
  }

  /**
   * @param client the client, with its time-outs; closed with the table
   * @param name the table's name
   * @param clock the time that the table's answers set right
   */
  DynamoDbTable(DynamoDbClient client, String name, Clock clock) {
    this.client = requireNonNull(client, "client is null");
    this.name = requireNonNull(name, "name is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.requests = new DynamoDbRequests(name);
  }

  @Override
  public Optional<Item> get(Key key) {
    Map<String, AttributeValue> found =
        call(
            () ->
                client
                    .getItem(
                        request ->
                            request
                                .tableName(name)
                                .key(DynamoDbItems.key(key))
                                .consistentRead(true))
                    .item());
    return found.isEmpty() ? Optional.empty() : Optional.of(DynamoDbItems.item(found));
  }

  @Override
  public List<Item> getAll(Collection<Key> keys) {
    List<Key> distinct = List.copyOf(new HashSet<>(keys));
    List<Item> items = new ArrayList<>(distinct.size());
    for (int start = 0; start < distinct.size(); start += MAX_BATCH_KEYS) {
      List<Key> batch = distinct.subList(start, Math.min(distinct.size(), start + MAX_BATCH_KEYS));
      getBatch(batch.stream().map(DynamoDbItems::key).toList(), items);
    }
    return items;
  }

  /**
   * What the table does not process, since it is throttled or too large for one answer, is asked
   * again.
   */
  private void getBatch(List<Map<String, AttributeValue>> keys, List<Item> items) {
    List<Map<String, AttributeValue>> wanted = new ArrayList<>(keys);
    Contention.retry(
        () -> {
          BatchGetItemResponse response =
              call(
                  () ->
                      client.batchGetItem(
                          request ->
                              request.requestItems(
                                  Map.of(
                                      name,
                                      KeysAndAttributes.builder()
                                          .keys(wanted)
                                          .consistentRead(true)
                                          .build()))));
          response
              .responses()
              .getOrDefault(name, List.of())
              .forEach(found -> items.add(DynamoDbItems.item(found)));
          wanted.clear();
          if (response.unprocessedKeys().containsKey(name)) {
            wanted.addAll(response.unprocessedKeys().get(name).keys());
          }
          if (!wanted.isEmpty()) {
            throw new ContentionException(
                "%d keys of a batch were not processed".formatted(wanted.size()), null);
          }
          return null;
        });
  }

  @Override
  public Page query(PartitionQuery query) {
    QueryResponse response = call(() -> client.query(requests.query(query)));
    List<Item> items = response.items().stream().map(DynamoDbItems::item).toList();
    Optional<Cursor> next =
        response.hasLastEvaluatedKey() && !response.lastEvaluatedKey().isEmpty()
            ? Optional.of(DynamoDbItems.cursor(query, response.lastEvaluatedKey()))
            : Optional.empty();
    return new Page(items, next);
  }

  @Override
  public List<Page> queryAll(List<PartitionQuery> queries) {
    List<Future<Page>> pages =
        queries.stream().map(query -> executor.submit(() -> query(query))).toList();
    return pages.stream().map(DynamoDbTable::await).toList();
  }

  private static Page await(Future<Page> page) {
    try {
      return page.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TableException("interrupted while reading", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof TableException known
          ? known
          : new TableException("the table could not be read", e.getCause());
    }
  }

  @Override
  public void transact(List<Write> writes) {
    Transactions.check(writes);
    if (writes.size() == 1
        && writes.getFirst() instanceof Write.Put(Item item, Condition condition)
        && condition instanceof Condition.None) {
      // Half the price of a transaction; it may safely happen twice.
      call(
          () ->
              client.putItem(
                  request -> request.tableName(name).item(DynamoDbItems.attributes(item))));
      return;
    }
    try {
      call(() -> client.transactWriteItems(requests.transaction(writes)));
    } catch (TableException e) {
      throw e.getCause() instanceof TransactionCanceledException canceled
          ? ofCancellation(canceled, writes)
          : e;
    }
  }

  private static TableException ofCancellation(
      TransactionCanceledException canceled, List<Write> writes) {
    List<CancellationReason> reasons = canceled.cancellationReasons();
    for (int i = 0; i < reasons.size(); i++) {
      if ("ConditionalCheckFailed".equals(reasons.get(i).code())) {
        return new ConditionFailedException(i, writes.get(i));
      }
    }
    for (int i = 0; i < reasons.size(); i++) {
      if (reasons.get(i).code() != null && CONTENTION.contains(reasons.get(i).code())) {
        return new ContentionException(
            "write %d, on %s, was in conflict: %s"
                .formatted(i, writes.get(i).key(), reasons.get(i).code()),
            canceled);
      }
    }
    return new TableException(
        "the transaction was cancelled: "
            + reasons.stream().map(reason -> reason.code() + " " + reason.message()).toList(),
        canceled);
  }

  private static <T> T call(Supplier<T> request) {
    try {
      return request.get();
    } catch (TransactionCanceledException e) {
      throw new TableException("the transaction was cancelled", e);
    } catch (DynamoDbException e) {
      String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
      if (CONTENTION.contains(code)) {
        throw new ContentionException("the table is busy: " + code, e);
      }
      if (e.statusCode() >= SERVER_ERROR) {
        throw new UnavailableException("the table fails: " + code, e);
      }
      throw new TableException("the table refused a request: " + code, e);
    } catch (SdkException e) {
      throw new UnavailableException("the table could not be reached", e);
    }
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public void close() {
    executor.close();
    client.close();
  }
}
