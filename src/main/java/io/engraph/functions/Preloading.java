package io.engraph.functions;

import org.jboss.logging.Logger;

/**
 * Loads what the first event will need while the function starts and waits for it: a cold start
 * then takes the longer of the two, not their sum.
 */
final class Preloading {

  private static final Logger LOG = Logger.getLogger(Preloading.class);

  private Preloading() {}

  /** Does that beside everything else. If it fails, the first event tries again, and says why. */
  static Thread start(Runnable load) {
    return Thread.ofPlatform()
        .name("preloading")
        .daemon()
        .start(
            () -> {
              try {
                load.run();
              } catch (RuntimeException e) {
                LOG.debug("what was to be loaded ahead could not be", e);
              }
            });
  }
}
