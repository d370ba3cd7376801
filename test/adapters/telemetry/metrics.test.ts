/** The numbers for Prometheus: what spans, gates and rows add up to, in a text that can be read back. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Census, prometheusMetrics } from '../../../src/adapters/telemetry/metrics.ts';
import type { Span } from '../../../src/domain/supervision/span.ts';

const odd = 'a "quoted" \\ name\nof two lines';

function metricsIn(t: TestContext) {
  const census: Census = {
    actors: () => [{ kind: 'session', state: 'thinking.completing', count: 3 }],
    effects: () => ['a', 'b', 'c'].map(address => ({ effect: 'completion', address })),
    breakers: () => [{ subject: `tool:${odd}`, state: 'open' }],
  };
  const metrics = prometheusMetrics(census, address => address !== 'c', '1.2.3');
  t.after(metrics.close);
  return metrics;
}

function span(topic: Span['topic'], name: string, ms: number, attributes: Span['attributes']): Span {
  return { traceId: '', spanId: '', topic, name, actor: '', startedAt: 1000, endedAt: 1000 + ms, attributes };
}

test('given spans that have ended, when they are counted, then each adds to what it is about and to nothing else', async t => {
  const metrics = metricsIn(t);
  metrics.span(span('turn', 'invoke_agent A', 700, { 'straylight.outcome': 'done', 'gen_ai.usage.input_tokens': 99 }));
  metrics.span(span('tool', 'execute_tool x', 300, { 'gen_ai.tool.name': 'x', 'straylight.outcome': 'failed' }));
  metrics.span(
    span('tool', 'execute_tool made_up', 0, {
      'gen_ai.tool.name': 'made_up',
      'straylight.outcome': 'failed',
      'straylight.malformed': true,
    }),
  );
  metrics.span(span('effect', 'completion', 50, {}));
  metrics.span(span('effect', 'completion', 50, { 'error.type': 'unavailable' }));
  metrics.span(span('effect', 'completion', 50, { 'error.type': 'cancelled' }));
  metrics.span(
    span('model', 'chat m', 50, {
      'gen_ai.provider.name': 'p',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.output_tokens': 7,
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.cache_read.input_tokens': 60,
    }),
  );
  metrics.span(span('step', 'step session x', 1, {}));
  metrics.verdict('no-etc', 'block');
  const { text } = await metrics.read();
  const lines = text.split('\n');
  for (const line of [
    'straylight_turns_total{outcome="done"} 1',
    'straylight_turn_seconds_bucket{le="0.5",outcome="done"} 0',
    'straylight_turn_seconds_bucket{le="1",outcome="done"} 1',
    'straylight_turn_seconds_sum{outcome="done"} 0.7',
    'straylight_tool_calls_total{tool="x",outcome="failed"} 1',
    'straylight_tool_calls_total{tool="malformed",outcome="failed"} 1',
    'straylight_effects_total{effect="completion",outcome="done"} 1',
    'straylight_effects_total{effect="completion",outcome="unavailable"} 1',
    'straylight_effects_total{effect="completion",outcome="cancelled"} 1',
    'straylight_tokens_total{role="session",model="p/m",kind="input"} 40',
    'straylight_tokens_total{role="session",model="p/m",kind="cache_read"} 60',
    'straylight_tokens_total{role="session",model="p/m",kind="output"} 7',
    'straylight_gate_verdicts_total{gate="no-etc",verdict="block"} 1',
    'straylight_actors{kind="session",state="thinking.completing"} 3',
    'straylight_effects_open{effect="completion",state="running"} 2',
    'straylight_effects_open{effect="completion",state="waiting"} 1',
    'straylight_build_info{version="1.2.3"} 1',
  ])
    assert.ok(lines.includes(line), `${line} in\n${text}`);
  assert.ok(!text.includes('made_up'), 'a name the model made up is no label');
});

test('given a name with quotes, backslashes and line ends, when it is a label, then it is escaped as the format has it', async t => {
  const { text } = await metricsIn(t).read();
  const subject = String.raw`tool:a \"quoted\" \\ name\nof two lines`;
  assert.ok(text.includes(`straylight_breaker_state{subject="${subject}",state="open"} 1\n`), text);
  assert.ok(text.includes(`straylight_breaker_state{subject="${subject}",state="closed"} 0\n`), text);
});
