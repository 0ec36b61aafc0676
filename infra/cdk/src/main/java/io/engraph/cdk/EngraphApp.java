package io.engraph.cdk;

import java.nio.file.Path;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;
import software.amazon.awscdk.DefaultStackSynthesizer;
import software.amazon.awscdk.DefaultStackSynthesizerProps;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;

/**
 * An app of one memory, for `cdk deploy`, and as an example. The system properties
 * engraph.functions, engraph.endpoint and engraph.out say where the zips are, where an emulator is,
 * and where to write.
 */
public final class EngraphApp {

  private EngraphApp() {}

  public static void main(String[] arguments) {
    AppProps.Builder props = AppProps.builder();
    String out = System.getProperty("engraph.out");
    App app = new App(out == null ? props.build() : props.outdir(out).build());
    Stack stack =
        new Stack(
            app,
            "Engraph",
            StackProps.builder()
                .stackName("engraph-cdk")
                .synthesizer(
                    new DefaultStackSynthesizer(
                        DefaultStackSynthesizerProps.builder()
                            .generateBootstrapVersionRule(false)
                            .build()))
                .build());
    EngraphMemoryProps.Builder memory =
        EngraphMemoryProps.builder(
            Path.of(System.getProperty("engraph.functions", "../../target/functions")));
    String endpoint = System.getProperty("engraph.endpoint");
    if (endpoint == null) {
      memory.runtime(EngraphMemoryProps.Runtime.JAVA_25);
    } else {
      memory.endpointUrl(endpoint).architecture(EngraphMemoryProps.Architecture.X86_64);
    }
    new EngraphMemory(stack, "Memory", memory.build());
    app.synth();
  }
}
