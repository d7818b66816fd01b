"""Runs as OpenTelemetry spans and metrics: off unless a collector is named, and never with what anybody wrote."""

import subprocess
import sys
import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from renkei.adapters.base import Job, Usage
from renkei.hub import Hub
from renkei.kit.prices import PriceList, load_shipped
from renkei.telemetry import RunTelemetry, collector_of, follow_run, is_asked_for
from tests.support.run_agents import OK, Played
from tests.support.run_project import Project

OPUS = "claude-opus-5-5"
ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
SECRET = "what-nobody-outside-may-read"
PLAYBOOK: dict[str, Any] = {
    "tasks": [
        {"id": "look", "role": "writer", "prompt": SECRET},
        {"id": "write", "role": "writer", "blockedBy": ["look"]},
    ]
}


class Told:
    """What went out of a run that was carried out."""

    def __init__(self) -> None:
        self._spans, self._reader = InMemorySpanExporter(), InMemoryMetricReader()
        self.traces = TracerProvider()
        self.traces.add_span_processor(SimpleSpanProcessor(self._spans))
        self.meters = MeterProvider([self._reader])

    @property
    def spans(self) -> dict[str, ReadableSpan]:
        return {
            f"{span.name} {(span.attributes or {}).get('renkei.task', '')}".strip(): span
            for span in self._spans.get_finished_spans()
        }

    def points(self, metric: str) -> list[tuple[dict[str, Any], Any]]:
        data = self._reader.get_metrics_data()
        assert data is not None
        found = [each for of in data.resource_metrics for scope in of.scope_metrics for each in scope.metrics]
        return [
            (dict(point.attributes or {}), getattr(point, "sum", None) or getattr(point, "value", None))
            for each in found
            if each.name == metric
            for point in each.data.data_points
        ]


def carry_out(project: Project) -> Told:
    def work(job: Job) -> list[Any]:
        return [Usage(model=OPUS, input=1000, output=100), Usage(model=OPUS, cache_read=10_000), OK]

    project.hub = Hub(project.hub.log, price=PriceList(load_shipped()).price)
    project.adapter = Played(work)
    told, run = Told(), project.start(PLAYBOOK, goal=SECRET)
    telemetry = RunTelemetry(run, told.traces, told.meters)
    assert project.carry_out(run, watch=telemetry.take_record).state == "completed"
    telemetry.close()
    return told


def test_attempts_are_spans_of_their_run_with_what_they_used(project: Project):
    told = carry_out(project)
    run, attempt = told.spans["run R-1"], told.spans["invoke_agent writer look"]
    assert "invoke_agent writer write" in told.spans
    assert attempt.parent is not None
    assert run.context is not None
    assert attempt.parent.span_id == run.context.span_id
    assert dict(attempt.attributes or {}) == {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "writer",
        "gen_ai.request.model": OPUS,
        "gen_ai.usage.input_tokens": 11_000,
        "gen_ai.usage.output_tokens": 100,
        "gen_ai.usage.cache_read.input_tokens": 10_000,
        "gen_ai.usage.cache_creation.input_tokens": 0,
        "renkei.run": "R-1",
        "renkei.task": "look",
        "renkei.attempt": 1,
        "renkei.outcome": "completed",
        "renkei.cost.usd": pytest.approx(0.008),
    }


def test_tokens_and_cost_are_metrics_by_model(project: Project):
    told = carry_out(project)
    labels = {"gen_ai.operation.name": "invoke_agent", "gen_ai.request.model": OPUS}
    tokens = {point["gen_ai.token.type"]: total for point, total in told.points("gen_ai.client.token.usage")}
    assert tokens == {"input": 22_000, "output": 200}
    assert told.points("renkei.cost") == [(labels, pytest.approx(0.016))]


def test_an_attempt_that_failed_says_of_which_kind(project: Project):
    def fail(job: Job) -> list[Any]:
        raise OSError(SECRET)

    project.adapter = Played(fail)
    told, run = Told(), project.start({"tasks": [{"id": "look", "role": "writer"}]})
    telemetry = RunTelemetry(run, told.traces, told.meters)
    project.carry_out(run, watch=telemetry.take_record)
    telemetry.close()
    span = told.spans["invoke_agent writer look"]
    assert span.status.is_ok is False
    assert (span.attributes or {})["error.type"] == (span.attributes or {})["renkei.outcome"]
    assert SECRET not in span.to_json()


def test_nothing_that_anybody_wrote_goes_out(project: Project):
    assert SECRET not in "".join(span.to_json() for span in carry_out(project).spans.values())


@pytest.mark.parametrize(
    ("env", "asked"),
    [
        ({}, False),
        ({ENDPOINT: ""}, False),
        ({ENDPOINT: "http://localhost:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://localhost:4318/v1/traces"}, True),
        ({ENDPOINT: "http://localhost:4318", "OTEL_SDK_DISABLED": "true"}, False),
    ],
)
def test_it_is_off_unless_a_collector_is_named(env: dict[str, str], asked: bool):
    assert is_asked_for(env) is asked


def test_nothing_of_it_is_loaded_where_it_is_off():
    code = (
        "import sys, renkei.app.runs\nfrom renkei.telemetry import follow_run\n"
        "with follow_run('R-1', {}, print) as take: take(None)\n"
        "print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.strip() == "[]"


class Collector(BaseHTTPRequestHandler):
    came: list[str]

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.came.append(self.path)
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the server calls it
        """Nothing is printed."""


@pytest.fixture
def collector() -> Generator[tuple[str, list[str]]]:
    came: list[str] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Own", (Collector,), {"came": came}))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", came
    server.shutdown()
    server.server_close()


def test_a_collector_that_is_named_gets_spans_and_metrics(
    project: Project, collector: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
):
    url, came = collector
    monkeypatch.setenv(ENDPOINT, url)
    complained: list[Exception] = []
    project.adapter = Played(lambda job: [Usage(model=OPUS, input=10), OK])
    run = project.start(PLAYBOOK)
    with follow_run(run, {ENDPOINT: url}, complained.append) as take:
        project.carry_out(run, watch=take)
    assert set(came) == {"/v1/traces", "/v1/metrics"}
    assert complained == []


def test_a_run_goes_on_without_where_a_variable_cannot_be_used(project: Project, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "-4")
    complained: list[Exception] = []
    run = project.start(PLAYBOOK)
    with follow_run(run, {ENDPOINT: "http://127.0.0.1:9"}, complained.append) as take:
        project.carry_out(run, watch=take)
    assert "schedule_delay_millis" in str(complained)


@pytest.mark.parametrize(
    ("named", "host"),
    [
        ("http://user:secret@box:4318/v1", "box"),
        ("https://[::1]:4318", "::1"),
        ("http://[::1", None),
        ("localhost:4318", None),
        ("notaurl", None),
    ],
)
def test_only_an_address_is_called_a_collector(named: str, host: str | None):
    assert collector_of({ENDPOINT: named}) == host
