# Engraph: what can be done from the command line. `make help` lists it.

SHELL := /bin/sh

# A JDK 25: JAVA_HOME, then the usual places.
JDK := $(shell sh ./find-jdk.sh)
export JAVA_HOME := $(JDK)
JAVA := $(JDK)/bin/java
MAVEN := mvn -B -q
APPLICATION := target/quarkus-app/quarkus-run.jar
JVM_OPTIONS := --enable-native-access=ALL-UNNAMED
EVAL_DATA := $(or $(ENGRAPH_EVAL_DATA),../shared/eval)
SOURCES := $(shell find src pom.xml -type f 2>/dev/null)
TEST_CLASSES = target/test-classes:target/classes:$$(cat target/classpath.txt)
RUN_CLASS = $(JAVA) $(JVM_OPTIONS) -Djava.util.logging.manager=org.jboss.logmanager.LogManager -cp $(TEST_CLASSES)

.PHONY: help jdk run test demo bench-locomo format clean

help:
	@echo 'make run           build if needed, and serve on http://localhost:8080, state in ./data'
	@echo 'make demo          a conversation, five questions, feedback, and what it changed'
	@echo 'make test          every test that needs only a JDK and Maven'
	@echo 'make bench-locomo  evidence retrieval on LoCoMo (data: ENGRAPH_EVAL_DATA, now $(EVAL_DATA))'
	@echo 'make format        format the sources'
	@echo 'make clean         remove what was built; ./data stays'

jdk:
	@if [ -z '$(JDK)' ]; then \
	  echo 'Engraph needs a JDK 25, and none was found.'; \
	  echo 'Install one (such as Temurin 25: https://adoptium.net) and set JAVA_HOME to it.'; \
	  exit 1; fi

$(APPLICATION): $(SOURCES) | jdk
	@echo 'building (the first time, libraries are fetched) ...'
	@$(MAVEN) package -DskipTests
	@touch $(APPLICATION)

run: $(APPLICATION)
	@echo 'Engraph: http://localhost:8080 (state in ./data, API at http://localhost:8080/q/openapi)'
	@echo 'Try:'
	@echo "  curl -s localhost:8080/v1/graphs/me/observations -H 'Content-Type: application/json' -d '{\"observations\": [{\"session\": \"first\", \"speaker\": \"Ana\", \"text\": \"I keep bees on the roof.\", \"at\": \"2026-03-04T09:30:00+01:00\"}]}'"
	@echo "  curl -s localhost:8080/v1/graphs/me/queries -H 'Content-Type: application/json' -d '{\"text\": \"Who keeps bees?\"}'"
	@exec $(JAVA) $(JVM_OPTIONS) -jar $(APPLICATION)

test: jdk
	mvn -B -ntp verify

demo: $(APPLICATION)
	@$(RUN_CLASS) io.engraph.demo.Demo $(APPLICATION)

bench-locomo: $(APPLICATION)
	@if [ ! -e '$(EVAL_DATA)/locomo/locomo-dev3.json' ]; then \
	  echo 'skipped: there is no LoCoMo data in $(EVAL_DATA); ENGRAPH_EVAL_DATA names its folder'; \
	else \
	  ENGRAPH_EVAL_DATA='$(EVAL_DATA)' $(RUN_CLASS) io.engraph.benchmark.LocomoBenchmark target/bench && \
	  for run in bm25 dense s0 locomo-run; do \
	    echo; echo "$$run:"; \
	    python3 '$(EVAL_DATA)/locomo/score_locomo.py' target/bench/$$run.jsonl --data '$(EVAL_DATA)/locomo/locomo-dev3.json' || exit 1; \
	  done; fi

format: jdk
	@$(MAVEN) spotless:apply

clean:
	@rm -rf target
