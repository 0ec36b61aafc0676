package io.engraph.example;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;

/** The agent: an AI service of LangChain4j. */
interface Assistant {

  @SystemMessage(
      "You are a helpful assistant with a long-term memory. What it recalled is given with the"
          + " question; use your tools to recall more, to remember, and to report what helped.")
  String answer(@MemoryId String session, @UserMessage String question);
}
