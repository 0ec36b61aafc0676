package io.engraph.agent.llm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import io.engraph.agent.AgentReport;
import io.engraph.agent.AgentReport.Degradation;
import io.engraph.agent.AgentReport.Usage;
import io.engraph.agent.AgentSession;
import io.engraph.agent.Candidacy;
import io.engraph.agent.ChunkReading;
import io.engraph.agent.CompletedRecall;
import io.engraph.agent.Consolidated;
import io.engraph.agent.Dossier;
import io.engraph.agent.EdgeDecision;
import io.engraph.agent.Integration;
import io.engraph.agent.LessonEdit;
import io.engraph.agent.QueryPlan;
import io.engraph.agent.QuestionText;
import io.engraph.agent.RecallState;
import io.engraph.agent.SessionChunk;
import io.engraph.agent.Sufficiency;
import io.engraph.agent.rules.RulesAgent;
import io.engraph.endpoint.EndpointException;
import io.engraph.graph.GraphId;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.index.Tokens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** One operation's decisions by a model, or by rules where the model cannot. */
final class ModelSession implements AgentSession {

  private static final Logger LOG = Logger.getLogger(ModelSession.class);

  /** Of an answer that cannot be used, as much is shown to the model again. */
  private static final int SHOWN_LETTERS = 2_000;

  private final GraphId graph;
  private final Endpoint endpoint;
  private final DailyTokens tokens;
  private final ModelConfig config;
  private final RulesAgent rules;
  private final ModelObserver observer;
  private final Map<String, Usage> usage = new LinkedHashMap<>();
  private final List<Degradation> degraded = new ArrayList<>();

  ModelSession(
      GraphId graph,
      Endpoint endpoint,
      DailyTokens tokens,
      ModelConfig config,
      RulesAgent rules,
      ModelObserver observer) {
    this.graph = graph;
    this.endpoint = endpoint;
    this.tokens = tokens;
    this.config = config;
    this.rules = rules;
    this.observer = observer;
  }

  @Override
  public synchronized AgentReport report() {
    return new AgentReport(usage, degraded);
  }

  @Override
  public boolean readsContext() {
    return true;
  }

  @Override
  public ChunkReading extract(SessionChunk chunk) {
    return decide(
        ModelAgents.EXTRACT,
        () -> ExtractAnswer.data(chunk),
        answer -> ExtractAnswer.read(answer, chunk),
        () -> rules.extract(chunk));
  }

  @Override
  public List<Integration> integrate(List<Candidacy> units) {
    // Where nothing is like any of them, there is nothing to decide.
    if (units.stream().allMatch(one -> one.candidates().isEmpty())) {
      return rules.integrate(units);
    }
    return decide(
        ModelAgents.INTEGRATE,
        () -> IntegrateAnswer.data(units),
        answer -> IntegrateAnswer.read(answer, units),
        () -> rules.integrate(units));
  }

  @Override
  public QueryPlan plan(QuestionText question) {
    QueryPlan byRules = rules.plan(question);
    // A question without a word to search by is no question.
    if (byRules.seeds().isEmpty()) {
      return byRules;
    }
    return decide(
        ModelAgents.PLAN,
        () -> PlanAnswer.data(question),
        answer -> PlanAnswer.read(answer, question, byRules),
        () -> byRules);
  }

  @Override
  public Sufficiency judge(RecallState state) {
    if (state.frontier().isEmpty() || state.best().isEmpty()) {
      return rules.judge(state);
    }
    return decide(
        ModelAgents.JUDGE,
        () -> JudgeAnswer.data(state),
        answer -> JudgeAnswer.read(answer, state),
        () -> rules.judge(state));
  }

  @Override
  public List<NodeId> inferInfluence(String question, String answer, List<Node> nodes) {
    return rules.inferInfluence(question, answer, nodes);
  }

  @Override
  public List<EdgeDecision> reconsolidate(CompletedRecall recall) {
    if (recall.loaded().isEmpty() || recall.outcome() == CompletedRecall.Outcome.NEUTRAL) {
      return rules.reconsolidate(recall);
    }
    return decide(
        ModelAgents.RECONSOLIDATE,
        () -> ReconsolidateAnswer.data(recall),
        answer -> ReconsolidateAnswer.read(answer, recall),
        () -> rules.reconsolidate(recall));
  }

  @Override
  public List<LessonEdit> reflect(CompletedRecall recall) {
    // Without the answer there is nothing to reflect on.
    if (recall.answer().isEmpty() || recall.outcome() == CompletedRecall.Outcome.NEUTRAL) {
      return rules.reflect(recall);
    }
    return decide(
        ModelAgents.REFLECT,
        () -> ReflectAnswer.data(recall),
        answer -> ReflectAnswer.read(answer, recall),
        () -> rules.reflect(recall));
  }

  @Override
  public List<Consolidated> consolidate(Dossier dossier) {
    // Of one thing alone there is nothing to put in order.
    if (dossier.units().size() < 2) {
      return rules.consolidate(dossier);
    }
    return decide(
        ModelAgents.CONSOLIDATE,
        () -> ConsolidateAnswer.data(dossier),
        answer -> ConsolidateAnswer.read(answer, dossier),
        () -> rules.consolidate(dossier));
  }

  private synchronized <T> T decide(
      String decision, Supplier<String> data, Function<JsonNode, T> reading, Supplier<T> byRules) {
    if (!config.decisions().contains(decision)) {
      return byRules.get();
    }
    try {
      return ask(Prompt.of(decision), data.get(), reading);
    } catch (EndpointException | InvalidAnswerException e) {
      degrade(decision, e.getMessage());
      return byRules.get();
    }
  }

  private <T> T ask(Prompt prompt, String data, Function<JsonNode, T> reading) {
    List<ChatMessage> messages = new ArrayList<>();
    messages.add(
        SystemMessage.from(
            prompt.text() + "\nThe JSON schema of your answer:\n" + prompt.schema()));
    messages.add(UserMessage.from(Quotation.of(data)));
    String first = call(prompt, messages);
    try {
      return reading.apply(TolerantJson.object(first));
    } catch (InvalidAnswerException e) {
      messages.add(
          AiMessage.from(
              first.isBlank()
                  ? "(nothing)"
                  : first.substring(0, Math.min(SHOWN_LETTERS, first.length()))));
      messages.add(
          UserMessage.from(
              "That answer cannot be used: %s. Answer again, with the JSON object alone."
                  .formatted(e.getMessage())));
      return reading.apply(TolerantJson.object(call(prompt, messages)));
    }
  }

  private String call(Prompt prompt, List<ChatMessage> messages) {
    int asked = messages.stream().mapToInt(message -> Tokens.count(text(message))).sum();
    int room = config.callTokens() - asked;
    if (room < Math.min(config.answerTokens(), config.callTokens() / 4)) {
      throw new EndpointException(
          "the question takes %d of the %d tokens of a call".formatted(asked, config.callTokens()));
    }
    if (tokens.spent(graph) + asked > config.graphTokensPerDay()) {
      throw new EndpointException(
          "the graph has used its %d tokens of today".formatted(config.graphTokensPerDay()));
    }
    Endpoint.Reply reply =
        endpoint.ask(
            prompt.decision(), prompt.schema(), messages, Math.min(config.answerTokens(), room));
    usage.merge(prompt.decision(), reply.usage(), Usage::plus);
    observer.asked(prompt.decision(), reply.usage());
    tokens.spend(graph, Math.max(reply.usage().tokens(), asked));
    return reply.text();
  }

  private static String text(ChatMessage message) {
    return switch (message) {
      case SystemMessage system -> system.text();
      case UserMessage user -> user.singleText();
      case AiMessage answer -> answer.text();
      default -> throw new IllegalStateException("no such message is made here");
    };
  }

  private void degrade(String decision, String reason) {
    degraded.add(new Degradation(decision, reason));
    observer.degraded(decision, reason);
    LOG.warnf("graph %s: rules decide in the model's place (%s): %s", graph, decision, reason);
  }
}
