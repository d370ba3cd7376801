/**
 * What Prometheus may read: counters of this process, fed by the spans that end and the gates that answer, and gauges
 * that are counted from the rows whenever they are asked for. No label holds text that anybody said.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { failureOf, type Span, type SpanAttributes } from '../../domain/supervision/span.ts';

/** How many of what there is now. */
export interface Census {
  /** By kind and innermost state; what does not run by `suspended` or `quarantined`. */
  actors(): readonly { readonly kind: string; readonly state: string; readonly count: number }[];
  /** Effects that run or are still to. */
  effects(): readonly { readonly effect: string; readonly address: string }[];
  breakers(): readonly { readonly subject: string; readonly state: string }[];
}

export interface Metrics {
  /** A span that has ended. */
  span(span: Span): void;
  /** A model call that no span stands for has ended, with the attributes of one. */
  modelCall(attributes: SpanAttributes): void;
  verdict(gate: string, verdict: string): void;
  /** The text exposition format, and its content type. */
  read(): Promise<{ readonly type: string; readonly text: string }>;
  /** Nothing is measured any more. */
  close(): void;
}

const turnBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600];
const effectBuckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const percentiles = [50, 90, 99, 100];

/** `isUnderWay`: does this process run the effect at this moment? Rows cannot tell. */
export function prometheusMetrics(census: Census, isUnderWay: (effect: string) => boolean, version: string): Metrics {
  const registry = new Registry();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  censusGauges(registry, census, isUnderWay);
  processGauges(registry, delay, version);
  return {
    ...counters(registry),
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    close() {
      delay.disable();
      registry.clear();
    },
  };
}

function named<Label extends string>(registry: Registry, name: string, help: string, labelNames: readonly Label[]) {
  return { name: `straylight_${name}`, help, labelNames, registers: [registry] };
}

/** What this process has counted since it started. */
function counters(registry: Registry): Pick<Metrics, 'span' | 'modelCall' | 'verdict'> {
  const turn = turnCounters(registry);
  const call = callCounters(registry);
  const effect = effectCounters(registry);
  const model = modelCounters(registry);
  const verdicts = new Counter(
    named(registry, 'gate_verdicts_total', 'What gates have said, by gate and verdict.', ['gate', 'verdict']),
  );
  return {
    span(span) {
      const { startedAt, endedAt = startedAt } = span;
      const seconds = Math.max(0, endedAt - startedAt) / 1000;
      if (span.topic === 'turn') turn(span, seconds);
      else if (span.topic === 'tool') call(span, seconds);
      else if (span.topic === 'effect') effect(span, seconds);
      else if (span.topic === 'model') model(span.attributes);
    },
    modelCall: model,
    verdict: (gate, verdict) => verdicts.inc({ gate, verdict }),
  };
}

type CountSpan = (span: Span, seconds: number) => void;

const outcomeOf = ({ attributes }: Span) => String(attributes['straylight.outcome'] ?? '');

function turnCounters(registry: Registry): CountSpan {
  const total = new Counter(named(registry, 'turns_total', 'Turns that have ended, by outcome.', ['outcome']));
  const duration = new Histogram({
    ...named(registry, 'turn_seconds', 'How long turns took, from the message to the reply, by outcome.', ['outcome']),
    buckets: turnBuckets,
  });
  return (span, seconds) => {
    const outcome = outcomeOf(span);
    total.inc({ outcome });
    duration.observe({ outcome }, seconds);
  };
}

function callCounters(registry: Registry): CountSpan {
  const total = new Counter(
    named(registry, 'tool_calls_total', 'Tool calls that have ended, by tool and outcome.', ['tool', 'outcome']),
  );
  const duration = new Histogram({
    ...named(registry, 'tool_call_seconds', 'How long tool calls took, with the wait for an approval, by tool.', [
      'tool',
    ]),
    buckets: turnBuckets,
  });
  return (span, seconds) => {
    const { attributes } = span;
    // a name that no tool has is the model's invention, and there may be any number of those
    const tool = attributes['straylight.malformed'] ? 'malformed' : String(attributes['gen_ai.tool.name']);
    total.inc({ tool, outcome: outcomeOf(span) });
    duration.observe({ tool }, seconds);
  };
}

function effectCounters(registry: Registry): CountSpan {
  const total = new Counter(
    named(registry, 'effects_total', 'Effects that have ended, by outcome: done, or the kind of failure.', [
      'effect',
      'outcome',
    ]),
  );
  const duration = new Histogram({
    ...named(registry, 'effect_seconds', 'How long effects took, from the step that asked for them.', ['effect']),
    buckets: effectBuckets,
  });
  return (span, seconds) => {
    const { name: effect, attributes } = span;
    total.inc({ effect, outcome: failureOf(span) ?? (attributes['error.type'] ? 'cancelled' : 'done') });
    duration.observe({ effect }, seconds);
  };
}

function modelCounters(registry: Registry): (attributes: SpanAttributes) => void {
  const calls = new Counter(
    named(registry, 'model_calls_total', 'Model calls, by role, model and outcome: done, or the kind of failure.', [
      'role',
      'model',
      'outcome',
    ]),
  );
  const tokens = new Counter(
    named(registry, 'tokens_total', 'Tokens of model calls, by role, model and kind.', ['role', 'model', 'kind']),
  );
  return attributes => {
    const of = (name: string) => Number(attributes[`gen_ai.usage.${name}`] ?? 0);
    const model = `${attributes['gen_ai.provider.name']}/${attributes['gen_ai.request.model']}`;
    const role = String(attributes['straylight.model.role'] ?? 'session');
    const read = of('cache_read.input_tokens');
    const written = of('cache_creation.input_tokens');
    const kinds = {
      input: of('input_tokens') - read - written,
      output: of('output_tokens'),
      cache_read: read,
      cache_write: written,
    };
    calls.inc({ role, model, outcome: String(attributes['error.type'] ?? 'done') });
    for (const [kind, count] of Object.entries(kinds)) if (count > 0) tokens.inc({ role, model, kind }, count);
  };
}

/** What is counted from the rows each time it is read. */
function censusGauges(registry: Registry, census: Census, isUnderWay: (effect: string) => boolean): void {
  new Gauge({
    ...named(registry, 'actors', 'Actors that have not ended, by kind and state.', ['kind', 'state']),
    collect() {
      this.reset();
      for (const { kind, state, count } of census.actors()) this.set({ kind, state }, count);
    },
  });
  new Gauge({
    ...named(registry, 'effects_open', 'Effects that have not ended, by whether they run or wait.', [
      'effect',
      'state',
    ]),
    collect() {
      this.reset();
      for (const { effect, address } of census.effects())
        this.inc({ effect, state: isUnderWay(address) ? 'running' : 'waiting' });
    },
  });
  new Gauge({
    ...named(registry, 'breaker_state', '1 for the state a circuit breaker is in, 0 for the others.', [
      'subject',
      'state',
    ]),
    collect() {
      this.reset();
      for (const { subject, state } of census.breakers())
        for (const one of ['closed', 'open', 'halfOpen']) this.set({ subject, state: one }, one === state ? 1 : 0);
    },
  });
}

/** What is read of the process itself. */
function processGauges(registry: Registry, delay: ReturnType<typeof monitorEventLoopDelay>, version: string): void {
  new Gauge({
    ...named(
      registry,
      'event_loop_delay_seconds',
      'How late the event loop was since the last reading, by percentile.',
      ['percentile'],
    ),
    collect() {
      for (const percentile of percentiles) this.set({ percentile }, delay.percentile(percentile) / 1e9);
      delay.reset();
    },
  });
  new Gauge({
    ...named(registry, 'resident_memory_bytes', 'Memory of the process.', []),
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge(named(registry, 'build_info', 'The version that runs.', ['version'])).set({ version }, 1);
}
