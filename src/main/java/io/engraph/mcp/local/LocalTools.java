package io.engraph.mcp.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.engraph.http.WholeApi;
import io.engraph.mcp.MemoryPort;
import io.engraph.mcp.MemoryTools;
import io.quarkiverse.mcp.server.ResourceResponse;
import io.quarkiverse.mcp.server.ResourceTemplateManager;
import io.quarkiverse.mcp.server.TextContent;
import io.quarkiverse.mcp.server.TextResourceContents;
import io.quarkiverse.mcp.server.ToolManager;
import io.quarkiverse.mcp.server.ToolResponse;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Offers the tools to agents on the local server, at {@code /mcp}, by streamable HTTP. */
@Singleton
class LocalTools {

  private static final String JSON_TYPE = "application/json";

  private final ObjectMapper mapper;
  private final MemoryTools tools;

  LocalTools(
      ObjectMapper mapper,
      WholeApi api,
      Clock clock,
      @ConfigProperty(name = "engraph.mcp.graph", defaultValue = "me") String graph) {
    this.mapper = mapper;
    this.tools = new MemoryTools(MemoryPort.of(api), graph, clock);
  }

  void register(
      @Observes StartupEvent event, ToolManager manager, ResourceTemplateManager resources) {
    for (JsonNode tool : MemoryTools.tools()) {
      String name = tool.get("name").asText();
      JsonNode hints = tool.get("annotations");
      manager
          .newTool(name)
          .setTitle(tool.get("title").asText())
          .setDescription(tool.get("description").asText())
          .setInputSchema(mapper.convertValue(tool.get("inputSchema"), Map.class))
          .setAnnotations(
              new ToolManager.ToolAnnotations(
                  tool.get("title").asText(),
                  hints.get("readOnlyHint").asBoolean(),
                  hints.get("destructiveHint").asBoolean(),
                  hints.get("idempotentHint").asBoolean(),
                  hints.get("openWorldHint").asBoolean()))
          .setHandler(arguments -> call(name, arguments.args()), true)
          .register();
    }
    for (JsonNode template : MemoryTools.resourceTemplates()) {
      resources
          .newResourceTemplate(template.get("name").asText())
          .setTitle(template.get("title").asText())
          .setUriTemplate(template.get("uriTemplate").asText())
          .setDescription(template.get("description").asText())
          .setMimeType(JSON_TYPE)
          .setHandler(arguments -> read(arguments.requestUri().value()), true)
          .register();
    }
  }

  private ToolResponse call(String tool, Map<String, Object> arguments) {
    MemoryTools.Result result = tools.call(tool, mapper.valueToTree(arguments));
    return new ToolResponse(result.isError(), List.of(new TextContent(result.text())));
  }

  private ResourceResponse read(String uri) {
    return new ResourceResponse(
        List.of(new TextResourceContents(uri, tools.read(uri).toString(), JSON_TYPE)));
  }
}
