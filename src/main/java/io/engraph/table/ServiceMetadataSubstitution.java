package io.engraph.table;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import software.amazon.awssdk.regions.ServiceMetadata;
import software.amazon.awssdk.regions.ServiceMetadataProvider;

/**
 * What a native executable has in place of the endpoints of all services of AWS, of which it uses
 * two: none, so that the SDK takes the default form, which those two have in every region. What a
 * client is sent to is decided by the rules of its service all the same.
 */
@Substitute
@TargetClass(className = "software.amazon.awssdk.regions.GeneratedServiceMetadataProvider")
final class ServiceMetadataSubstitution implements ServiceMetadataProvider {

  @Substitute
  ServiceMetadataSubstitution() {}

  /** None of any service. */
  @Override
  @Substitute
  public ServiceMetadata serviceMetadata(String prefix) {
    return null;
  }
}
