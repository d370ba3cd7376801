/** How the work is observed: spans to a collector, numbers to Prometheus, lines to the log, timelines to the page. */

import type { TracerProvider } from '@opentelemetry/api';
import { reveal } from '../../../config/secrets.ts';
import type { ReadMetrics } from '../../../inspector/metrics.ts';
import type { ModelCallWatch } from '../../actors/models/reserved-call.ts';
import { lifeOf, type SpanRows } from '../../actors/observation/spans.ts';
import { followSpans, placeOfEffect } from '../../actors/observation/tracing.ts';
import { traceService } from '../../actors/observation/turn-trace.ts';
import type { GateWatch } from '../../actors/tools/watched-gate.ts';
import { sqliteTurnList } from '../../adapters/stores/sqlite/conversation/turns.ts';
import { sqliteCensus } from '../../adapters/stores/sqlite/queries/census.ts';
import type { Log, LogLine } from '../../adapters/telemetry/log.ts';
import { failureOf, type Span, type TraceService } from '../../domain/supervision/span.ts';
import { defined } from '../../domain/text/json.ts';
import { capabilitiesOf } from '../../ports/model-kind.ts';
import type { EffectRecord } from '../../ports/store.ts';
import { type Feature, feature } from '../feature.ts';

export interface Telemetry extends Feature {
  /** For the model library that makes its own spans. */
  readonly provider: TracerProvider | undefined;
  readonly gates: GateWatch;
  /** For model calls that are no completion of a session. */
  readonly modelCalls: ModelCallWatch;
  readonly surround: ((row: EffectRecord, work: () => void) => void) | undefined;
  /** What `/metrics` answers; absent where it is off. */
  readonly metrics: ReadMetrics | undefined;
  readonly traces: TraceService;
  /** The same log; a line about an actor names its session and turn too. */
  readonly log: Log;
}

declare module '../feature.ts' {
  interface Features {
    readonly telemetry: Telemetry;
  }
}

/** How long a stop waits for spans that are not sent yet. */
const flushMs = 2_000;

/** Without an endpoint and with metrics off, all that happens is a line in the log for each turn and tool call. */
export const telemetryFeature = feature('telemetry', ['home', 'kinds'], async ({ home, kinds: { models } }) => {
  const { config, database, store, conversation, clock, boot, version, log, redactor } = home;
  const redact = redactor.text;
  const makesSpans = (provider: string) => capabilitiesOf(models, config.models.settings, provider).makesSpans;
  const { tracesUrl, steps } = config.telemetry;
  const rows: SpanRows = { actor: store.actor, journal: store.journal, turn: conversation.turn };
  const agent = config.personality.name;
  const headers = tracesUrl === undefined ? {} : headersOf(reveal(config.secrets, 'OTEL_EXPORTER_OTLP_HEADERS'));
  for (const value of Object.values(headers))
    if (value.length >= 8) redactor.learn('OTEL_EXPORTER_OTLP_HEADERS', value);
  const exporter =
    tracesUrl === undefined
      ? undefined
      : (await import('../../adapters/telemetry/telemetry.ts')).openTelemetry({
          url: tracesUrl,
          version,
          instance: boot,
          clock,
          redact,
          headers,
          onTrouble: text => log({ level: 'warn', event: 'telemetry', text: `spans could not be sent: ${text}` }),
        });
  const metrics = config.metrics.enabled
    ? (await import('../../adapters/telemetry/metrics.ts')).prometheusMetrics(
        sqliteCensus(database),
        address => isUnderWay(address),
        version,
      )
    : undefined;
  let unfollow = () => {};
  let isUnderWay = (_address: string) => false;

  const onSpan = (span: Span) => {
    metrics?.span(span);
    // its library has made this one
    if (span.topic !== 'model' || !makesSpans(String(span.attributes['gen_ai.provider.name']))) exporter?.emit(span);
    const line = lineOf(span);
    if (line) log(line);
  };

  return {
    provider: exporter?.provider,
    gates: {
      spanned: exporter?.spanned,
      onVerdict: (gate, verdict) => metrics?.verdict(gate, verdict),
    },
    modelCalls: {
      spanned: provider => (makesSpans(provider) ? undefined : exporter?.spanned),
      onCall: attributes => metrics?.modelCall(attributes),
    },
    surround: exporter && ((row, work) => exporter.within(placeOf(row), work)),
    metrics:
      metrics &&
      (async () => {
        const { type, text } = await metrics.read();
        return { type, text: redact(text) };
      }),
    traces: traceService({ ...rows, turnsOf: sqliteTurnList(database) }, agent),
    log: line => log(withIds(rows, line)),
    start({ system: { feed, host } }) {
      isUnderWay = host.underWay;
      const detail = exporter && steps ? 'steps' : exporter || metrics ? 'calls' : 'turns';
      unfollow = followSpans({ feed, rows, agent, detail, onSpan });
    },
    async close() {
      unfollow();
      metrics?.close();
      await exporter?.close(flushMs);
    },
  };

  /** A place that cannot be found costs a span its parent, and nothing else. */
  function placeOf(row: EffectRecord) {
    try {
      return placeOfEffect(rows, row);
    } catch {
      return undefined;
    }
  }
});

/**
 * `name=value,…`, percent-encoded, as `OTEL_EXPORTER_OTLP_HEADERS` has them; what does not decode is taken as it
 * stands.
 */
function headersOf(text = ''): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',')) {
    const mark = pair.indexOf('=');
    const value = pair.slice(mark + 1).trim();
    if (mark > 0) headers[pair.slice(0, mark).trim()] = decoded(value);
  }
  return headers;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** What the log says of a span: turns and tool calls as they end, and every effect that failed. */
function lineOf(span: Span): LogLine | undefined {
  const { topic, name, actor, startedAt, endedAt = startedAt, attributes } = span;
  const failure = failureOf(span);
  const common = {
    session: attributes['gen_ai.conversation.id'],
    turn: attributes['straylight.turn'],
    actor,
    ms: Math.round(endedAt - startedAt),
    ...defined({ kind: attributes['error.type'] === undefined ? undefined : attributes['error.type'] }),
  };
  const outcome = attributes['straylight.outcome'];
  if (topic === 'turn') {
    const { 'gen_ai.usage.input_tokens': inputTokens, 'gen_ai.usage.output_tokens': outputTokens } = attributes;
    return { level: failure ? 'warn' : 'info', event: 'turn.ended', ...common, outcome, inputTokens, outputTokens };
  }
  if (topic === 'tool')
    return { level: 'info', event: 'tool.ended', ...common, tool: attributes['gen_ai.tool.name'], outcome };
  if (topic === 'effect' && failure) return { level: 'warn', event: 'effect.failed', ...common, effect: name };
  return undefined;
}

function withIds(rows: SpanRows, line: LogLine): LogLine {
  const { actor } = line;
  if (typeof actor !== 'string' || line['session'] !== undefined) return line;
  if (actor.startsWith('session:')) return { ...line, session: actor };
  try {
    const { session, turn } = lifeOf(rows, actor);
    return { ...line, ...defined({ session: session || undefined, turn: turn || undefined }) };
  } catch {
    return line; // the store that cannot be read is often what the line is about
  }
}
