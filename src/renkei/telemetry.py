"""Runs as OpenTelemetry spans and metrics, by the conventions for generative AI, where somebody has named a collector.

What is told is folded from the records of the log, so that nothing on the way of a run waits for it. No text that
anybody wrote goes out: names, models, counts, times and outcomes alone. Nothing of OpenTelemetry is loaded before.
"""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from datetime import datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from renkei.eventlog.records import Record
from renkei.lazy import lazy
from renkei.protocol.run_events import RunUsage
from renkei.protocol.spend import Spend, add_spends

if TYPE_CHECKING:
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.metrics import MeterProvider
    from opentelemetry.sdk.metrics import MeterProvider as OwnMeterProvider
    from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider as OwnTracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.trace import Span, StatusCode, TracerProvider, set_span_in_context
else:
    OTLPMetricExporter = lazy("opentelemetry.exporter.otlp.proto.http.metric_exporter:OTLPMetricExporter")
    OTLPSpanExporter = lazy("opentelemetry.exporter.otlp.proto.http.trace_exporter:OTLPSpanExporter")
    OwnMeterProvider = lazy("opentelemetry.sdk.metrics:MeterProvider")
    PeriodicExportingMetricReader = lazy("opentelemetry.sdk.metrics.export:PeriodicExportingMetricReader")
    Resource = lazy("opentelemetry.sdk.resources:Resource")
    OwnTracerProvider = lazy("opentelemetry.sdk.trace:TracerProvider")
    BatchSpanProcessor = lazy("opentelemetry.sdk.trace.export:BatchSpanProcessor")
    StatusCode = lazy("opentelemetry.trace:StatusCode")
    set_span_in_context = lazy("opentelemetry.trace:set_span_in_context")

_ENDPOINTS: Final = (
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
)
_MODULES: Final = ("opentelemetry.sdk", "opentelemetry.exporter.otlp")
_BUCKETS: Final = tuple(4**power for power in range(14))
"""As the conventions advise."""

TakeRecord = Callable[[Record], None]


def is_asked_for(env: Mapping[str, str]) -> bool:
    """Whether the person has named a collector, by the variables that every OpenTelemetry program knows."""
    return any(env.get(name) for name in _ENDPOINTS) and env.get("OTEL_SDK_DISABLED", "").lower() != "true"


def collector_of(env: Mapping[str, str]) -> str | None:
    """The host that it goes to, for an address may hold a password; None where what is named is no address."""
    named = next(filter(None, map(env.get, _ENDPOINTS)), "")
    try:
        address = urlsplit(named)
        return address.hostname if address.scheme in ("http", "https") else None
    except ValueError:
        return None


def is_installed() -> bool:
    try:
        return all(map(find_spec, _MODULES))
    except ModuleNotFoundError:
        return False


@contextmanager
def follow_run(run: str, env: Mapping[str, str], complain: Callable[[Exception], None]) -> Generator[TakeRecord]:
    """What the records of a run are handed to while it is carried out; all is sent by the end. Without the extra
    nothing is, nor where its variables have values that it cannot use: runs do not depend on it.

    Args:
        complain: hears of such a value.
    """
    exporters = _try_to_open_exporters(env, complain) if is_asked_for(env) and is_installed() else None
    if exporters is None:
        yield lambda record: None
        return
    traces, meters = exporters
    telemetry = RunTelemetry(run, traces, meters)
    try:
        yield telemetry.take_record
    finally:
        telemetry.close()
        traces.shutdown()
        meters.shutdown()


def _try_to_open_exporters(env: Mapping[str, str], complain: Callable[[Exception], None]) -> Any:
    try:
        return _open_exporters(env)
    except Exception as error:  # what reads the variables is not ours
        complain(error)
        return None


def _open_exporters(env: Mapping[str, str]) -> Any:
    """Providers of our own: what a program around this one has set up stays as it is."""
    resource = Resource.create({"service.name": env.get("OTEL_SERVICE_NAME") or "renkei"})
    traces = OwnTracerProvider(resource=resource, shutdown_on_exit=False)
    if env.get("OTEL_TRACES_EXPORTER") != "none":
        traces.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    sends_metrics = env.get("OTEL_METRICS_EXPORTER") != "none"
    readers = [PeriodicExportingMetricReader(OTLPMetricExporter())] if sends_metrics else []
    return traces, OwnMeterProvider(readers, resource=resource, shutdown_on_exit=False)


class RunTelemetry:
    """A span for the run, one for each attempt of an agent in it, one for each look of a verifier in that."""

    def __init__(self, run: str, traces: "TracerProvider", meters: "MeterProvider") -> None:
        self._tracer = traces.get_tracer("renkei")
        meter = meters.get_meter("renkei")
        self._tokens = meter.create_histogram(
            "gen_ai.client.token.usage", unit="{token}", explicit_bucket_boundaries_advisory=_BUCKETS
        )
        self._cost = meter.create_counter("renkei.cost", unit="{USD}")
        self._run: Span | None = None
        self._name, self._last = run, 0
        self._attempts: dict[str, _Attempt] = {}

    def take_record(self, record: Record) -> None:
        self._last = _nanoseconds(record.at)
        if self._run is None:
            attributes = {"renkei.run": self._name}
            self._run = self._tracer.start_span(f"run {self._name}", start_time=self._last, attributes=attributes)
        if take := _TAKEN.get(record.type):
            take(self, record.document())

    def close(self) -> None:
        """What has no end yet ends with what was seen last."""
        for task in list(self._attempts):
            self._end_attempt(task)
        if self._run:
            self._run.end(self._last)

    def start_attempt(self, said: dict[str, Any]) -> None:
        self._end_attempt(said["task"])
        attributes = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": said["agent"],
            "renkei.run": self._name,
            "renkei.task": said["task"],
            "renkei.attempt": said["attempt"],
        }
        span = self._start_span(f"invoke_agent {said['agent']}", self._run, attributes)
        self._attempts[said["task"]] = _Attempt(span)

    def note_attempt(self, said: dict[str, Any]) -> None:
        self._count(said)
        attempt = self._attempts.get(said["task"])
        if said["sign"] == "verifying" and attempt:
            self._end_verification(attempt)
            attempt.verification = self._start_span("verify", attempt.span, {"renkei.task": said["task"]})

    def end_attempt(self, said: dict[str, Any]) -> None:
        self._count(said)
        self._end_attempt(said["task"], outcome=said.get("kind", "completed"), is_error="kind" in said)

    def _start_span(self, name: str, parent: "Span | None", attributes: dict[str, Any]) -> "Span":
        context = set_span_in_context(parent) if parent else None
        return self._tracer.start_span(name, context=context, start_time=self._last, attributes=attributes)

    def _count(self, said: dict[str, Any]) -> None:
        """What was used since the last record of the attempt."""
        attempt = self._attempts.get(said["task"])
        for spend in RunUsage.model_validate(said["usage"]).spends:
            model = {"gen_ai.request.model": spend.model} if spend.model else {}
            labels = {"gen_ai.operation.name": "invoke_agent", **model}
            for kind, count in (("input", _input_of(spend)), ("output", spend.output)):
                if count:
                    self._tokens.record(count, {**labels, "gen_ai.token.type": kind})
            if spend.micros:
                self._cost.add(spend.micros / 1_000_000, labels)
            if attempt:
                attempt.spent.append(spend)

    def _end_attempt(self, task: str, *, outcome: str = "open", is_error: bool = False) -> None:
        attempt = self._attempts.pop(task, None)
        if attempt is None:
            return
        self._end_verification(attempt)
        attempt.span.set_attributes({"renkei.outcome": outcome, **_usage_attributes(attempt.spent)})
        if is_error:
            attempt.span.set_attribute("error.type", outcome)
            attempt.span.set_status(StatusCode.ERROR)
        attempt.span.end(self._last)

    def _end_verification(self, attempt: "_Attempt") -> None:
        if attempt.verification:
            attempt.verification.end(self._last)
            attempt.verification = None


class _Attempt:
    """One that is at work."""

    def __init__(self, span: "Span") -> None:
        self.span = span
        self.spent: list[Spend] = []
        self.verification: Span | None = None


_TAKEN: Final[dict[str, Callable[[RunTelemetry, dict[str, Any]], None]]] = {
    "TaskStarted": RunTelemetry.start_attempt,
    "TaskNoted": RunTelemetry.note_attempt,
    "TaskCompleted": RunTelemetry.end_attempt,
    "TaskFailed": RunTelemetry.end_attempt,
}


def _usage_attributes(spent: list[Spend]) -> dict[str, Any]:
    """Nothing where nothing was reported; tokens of which nobody said the kind are neither input nor output."""
    if not spent:
        return {}
    total = spent[0]
    for spend in spent[1:]:
        total = add_spends(total, spend)
    models = sorted({each.model for each in spent if each.model})
    return {
        "gen_ai.usage.input_tokens": _input_of(total),
        "gen_ai.usage.output_tokens": total.output,
        "gen_ai.usage.cache_read.input_tokens": total.cache_read,
        "gen_ai.usage.cache_creation.input_tokens": total.cache_write + total.cache_write_1h,
        **({"renkei.usage.other_tokens": total.other} if total.other else {}),
        **({"gen_ai.request.model": ", ".join(models)} if models else {}),
        **({} if total.micros is None else {"renkei.cost.usd": total.micros / 1_000_000}),
    }


def _input_of(spend: Spend) -> int:
    """The conventions count what came from a cache as input, too."""
    return spend.input + spend.cache_read + spend.cache_write + spend.cache_write_1h


def _nanoseconds(at: str) -> int:
    return int(datetime.fromisoformat(at).timestamp() * 1_000_000) * 1000
