package io.engraph.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.regions.DefaultServiceMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.ServiceMetadata;

/** A native executable has the default form of endpoints: it must be the one that services have. */
class ServiceMetadataTest {

  @ParameterizedTest
  @ValueSource(strings = {"dynamodb", "ssm"})
  void should_have_the_default_endpoint_in_every_region(String service) {
    ServiceMetadata own = ServiceMetadata.of(service);
    ServiceMetadata byDefault = new DefaultServiceMetadata(service);
    // A pseudo-region such as "us-east-1-fips" is none that a function can run in.
    List<Region> regions =
        own.regions().stream().filter(region -> !region.id().contains("fips")).toList();

    assertThat(own).isNotInstanceOf(DefaultServiceMetadata.class);
    assertThat(regions).hasSizeGreaterThan(30);
    assertThat(regions)
        .allSatisfy(
            region -> {
              assertThat(byDefault.endpointFor(region)).isEqualTo(own.endpointFor(region));
              assertThat(byDefault.signingRegion(region)).isEqualTo(own.signingRegion(region));
            });
  }
}
