package io.engraph.example;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Against the memory of ENGRAPH_SERVER, with a model that repeats what it is given. */
@QuarkusTest
class ChatResourceTest {

  @TestHTTPResource("/")
  URI address;

  @Singleton
  static class Parrot implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      ChatMessage last = request.messages().getLast();
      return ChatResponse.builder()
          .aiMessage(AiMessage.from("Given: " + ((UserMessage) last).singleText()))
          .build();
    }
  }

  private String say(String user, String session, String text) {
    return given()
        .baseUri(address.toString())
        .contentType("text/plain")
        .body(text)
        .post("/users/%s/sessions/%s".formatted(user, session))
        .then()
        .statusCode(200)
        .extract()
        .asString();
  }

  @Test
  void should_answer_a_user_from_earlier_sessions_and_from_no_other_user() {
    String user = "user-" + UUID.randomUUID();
    say(user, "monday", "My tortoise is called Rosamund.");

    String answer = say(user, "friday", "What is my tortoise called?");
    org.hamcrest.MatcherAssert.assertThat(answer, containsString("Rosamund"));

    String other = say("user-" + UUID.randomUUID(), "friday", "What is my tortoise called?");
    org.hamcrest.MatcherAssert.assertThat(other, not(containsString("Rosamund")));
  }
}
