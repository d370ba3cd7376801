/** What is told of how Straylight works: to a real collector, to Prometheus, in the log and to the page. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import type { Span, TurnTrace } from '../../../src/domain/supervision/span.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { ollamaPeer } from '../../peers/ollama.ts';
import { type Collector, collector, type ReceivedSpan } from '../../peers/otlp.ts';
import type { AnswerTurn, Script } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';

const secret = 'hunter2-very-secret-value';
/** It stands in every message, so that it can be looked for in all that leaves. */
const said = 'words-nobody-else-is-to-see';
const session = 'session:web:main';
const patience = { timeout: 120_000 };

/** An agent with a scripted Ollama and a collector, whose address it is told. */
async function told(
  { script, answer, config = '' }: { script: Script; answer?: 503 | 'never'; config?: string },
  story: (agent: TestAgent, collected: Collector) => Promise<void>,
): Promise<void> {
  const collected = await collector(answer);
  const peer = await ollamaPeer({ script });
  const env = {
    OLLAMA_HOST: peer.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collected.url,
    OTEL_EXPORTER_OTLP_HEADERS: `api-key=${secret}`,
  };
  try {
    const options = { config: `[models]\ndefault = "ollama/qwen3:8b"\n${config}`, env, secrets: [secret] };
    await withAgent(options, agent => story(agent, collected));
  } finally {
    await peer.close();
    await collected.close();
  }
}

const remembering: Script = [
  {
    toolCalls: [{ name: 'memory_save', arguments: { content: said } }],
    usage: { inputTokens: 120, outputTokens: 11 },
  },
  { text: `I know ${said} now.`, usage: { inputTokens: 150, outputTokens: 7 } },
];

async function traceOf({ http }: Pick<Running, 'http'>, turn: string): Promise<TurnTrace> {
  const { status, json } = await http(`/api/traces/${encodeURIComponent(turn)}`);
  assert.equal(status, 200);
  return json as TurnTrace;
}

/** Every span of the trace but its root stands beneath another one. Answers the root. */
function rootOf<One extends Pick<Span | ReceivedSpan, 'spanId' | 'parentSpanId' | 'name'>>(spans: readonly One[]): One {
  const known = new Set(spans.map(({ spanId }) => spanId));
  assert.equal(known.size, spans.length, 'no span is told twice');
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined || !known.has(parentSpanId));
  assert.deepEqual(
    roots.map(({ name }) => name),
    ['invoke_agent Straylight'],
  );
  return roots[0] as One;
}

const byName = (spans: readonly ReceivedSpan[], name: string) => spans.filter(span => span.name === name);

describe('telemetry', { concurrency: 3 }, () => {
  test(
    'given a collector, when a turn calls a tool, then its spans are one tree by the names of the conventions, and the page shows the same',
    patience,
    () =>
      told({ script: remembering }, async (agent, collected) => {
        const running = await agent.start();
        const { turn } = await running.say(session, `remember ${said} and ${secret}`);
        await collected.until(({ name }) => name === 'delivery');
        await collected.until(({ name }) => name === 'invoke_agent Straylight');
        const trace = await traceOf(running, turn);
        await running.stop();

        const spans = collected.spans.filter(({ traceId }) => traceId === trace.traceId);
        const root = rootOf(spans);
        assert.deepEqual(
          { ...root.attributes },
          {
            'gen_ai.operation.name': 'invoke_agent',
            'gen_ai.agent.name': 'Straylight',
            'gen_ai.conversation.id': session,
            'gen_ai.provider.name': 'ollama',
            'gen_ai.request.model': 'qwen3:8b',
            'gen_ai.usage.input_tokens': 270,
            'gen_ai.usage.output_tokens': 18,
            'straylight.actor': session,
            'straylight.turn': turn,
            'straylight.outcome': 'done',
          },
        );
        const chats = byName(spans, 'chat qwen3:8b');
        assert.deepEqual(
          chats.map(
            ({ kind, attributes: { 'gen_ai.operation.name': operation, 'gen_ai.usage.input_tokens': tokens } }) => [
              ...[kind, operation, tokens],
            ],
          ),
          [
            [3, 'chat', 120],
            [3, 'chat', 150],
          ],
        );
        const completions = byName(spans, 'completion').map(({ spanId }) => spanId);
        assert.deepEqual(
          chats.map(({ parentSpanId }) => parentSpanId),
          completions,
        );
        const [tool] = byName(spans, 'execute_tool memory_save');
        assert.equal(tool?.attributes['gen_ai.tool.name'], 'memory_save');
        assert.equal(tool?.attributes['gen_ai.operation.name'], 'execute_tool');
        assert.equal(tool?.parentSpanId, root.spanId);
        assert.equal(byName(spans, 'step tool-call xstate.init')[0]?.parentSpanId, tool?.spanId);
        assert.equal(root.resource['service.name'], 'straylight');

        // what the page shows are the very same spans
        const key = ({ spanId, parentSpanId = '', name }: Span | ReceivedSpan) => `${name} ${spanId} ${parentSpanId}`;
        assert.equal(rootOf(trace.spans).spanId, root.spanId);
        assert.deepEqual(trace.spans.map(key).toSorted(), spans.map(key).toSorted());
        assert.equal(trace.isPartial, false);

        assert.equal(collected.headers[0]?.['api-key'], secret);
        for (const text of [...collected.bodies, JSON.stringify(trace)]) {
          assert.ok(!text.includes(said), 'what was said is in no span');
          assert.ok(!text.includes(secret), 'no secret is in a span');
        }
      }),
  );

  test(
    'given a process that dies in mid-turn, when the next one ends it, then the turn is one whole trace',
    patience,
    () => {
      const asked = Promise.withResolvers<void>();
      const script: AnswerTurn = ({ index, results }) => {
        if (index === 0) return remembering[0] as object;
        if (index > 1 || results.length === 0) return { text: 'Back again.' };
        asked.resolve();
        return { fault: 'hang' };
      };
      return told({ script }, async (agent, collected) => {
        const first = await agent.start();
        const { json } = await first.http(`/api/sessions/${encodeURIComponent(session)}/messages`, {
          clientId: 'one',
          text: 'remember it',
        });
        await asked.promise;
        await collected.until(({ name }) => name === 'execute_tool memory_save');
        await first.kill();

        const second = await agent.start();
        const root = await collected.until(({ name }) => name === 'invoke_agent Straylight');
        await collected.until(({ name, traceId }) => name === 'delivery' && traceId === root.traceId);
        const trace = await traceOf(second, json.turn);
        await second.stop();
        assert.equal(root.traceId, trace.traceId);
        const spans = collected.spans.filter(({ traceId }) => traceId === root.traceId);
        assert.equal(rootOf(spans).attributes['straylight.outcome'], 'done');
        assert.equal(byName(spans, 'completion').length, 2);
        assert.equal(new Set(spans.map(({ resource }) => resource['service.instance.id'])).size, 2);
      });
    },
  );

  test(
    'given Anthropic, when a call fails and the next answers, then its library makes the one chat span of each, beneath the completion',
    patience,
    async () => {
      const collected = await collector();
      const key = 'sk-ant-test-4f1d9c27';
      const peer = await anthropicPeer({
        key,
        script: [
          { fault: { status: 529, message: said } },
          { text: said, usage: { inputTokens: 50, outputTokens: 5 } },
        ],
      });
      const env = {
        ANTHROPIC_API_KEY: key,
        ANTHROPIC_BASE_URL: peer.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: collected.url,
        // what it says must not be in spans, whatever the environment of the library wishes
        ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE: 'content',
      };
      try {
        await withAgent(
          { config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n', env, secrets: [key] },
          async agent => {
            const running = await agent.start();
            const { turn } = await running.say(session, `hello, ${said}`);
            const { traceId } = await traceOf(running, turn);
            await running.stop();
            const spans = collected.spans.filter(one => one.traceId === traceId);
            rootOf(spans);
            const completions = byName(spans, 'completion');
            assert.deepEqual(
              completions.map(({ attributes, status }) => [attributes['error.type'], status]),
              [
                ['unavailable', 2],
                [undefined, 0],
              ],
            );
            const chats = spans.filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'chat');
            assert.deepEqual(
              chats.map(({ scope, parentSpanId }) => [scope, parentSpanId]),
              completions.map(({ spanId }) => ['com.anthropic.sdk.typescript', spanId]),
            );
            assert.equal(chats[1]?.attributes['gen_ai.request.model'], 'claude-sonnet-5');
            assert.equal(chats[1]?.attributes['gen_ai.usage.output_tokens'], 5);
            for (const body of collected.bodies) assert.ok(!body.includes(said) && !body.includes(key));
          },
        );
      } finally {
        await peer.close();
        await collected.close();
      }
    },
  );

  test(
    'given gates, when a call passes them, then each is a span beneath the effect that asks it, and a model it asks one beneath it',
    patience,
    () => {
      const script: AnswerTurn = ({ body, results }) => {
        if (JSON.stringify(body).includes('Is this fine?')) return { text: '{"verdict":"pass","reason":"fine"}' };
        return results.length > 0
          ? { text: 'Done.' }
          : { toolCalls: [{ name: 'list_files', arguments: { path: '.' } }] };
      };
      const config = `
[[gates]]
name = "looks-fine"
on = "tool"
kind = "model"
question = "Is this fine?"
[[gates]]
name = "not-etc"
on = "tool"
kind = "predicate"
regex = "etc"
`;
      return told({ script, config: `[metrics]\nenabled = true\n${config}` }, async (agent, collected) => {
        const running = await agent.start();
        const { turn } = await running.say(session, 'look around');
        const { traceId } = await traceOf(running, turn);
        const metrics = await readMetrics(running);
        await running.stop();
        const spans = collected.spans.filter(one => one.traceId === traceId);
        rootOf(spans);
        const [gating] = byName(spans, 'gating');
        assert.equal(gating?.attributes['straylight.gate.verdict'], 'pass');
        const gates = spans.filter(({ name }) => name.startsWith('gate '));
        assert.deepEqual(
          gates.map(({ name, parentSpanId, attributes }) => [
            name,
            parentSpanId,
            attributes['straylight.gate.verdict'],
          ]),
          [
            ['gate looks-fine', gating?.spanId, 'pass'],
            ['gate not-etc', gating?.spanId, 'pass'],
          ],
        );
        const judged = byName(spans, 'chat qwen3:8b').filter(({ parentSpanId }) => parentSpanId === gates[0]?.spanId);
        assert.equal(judged.length, 1);
        assert.equal(metrics.get('straylight_gate_verdicts_total{gate="not-etc",verdict="pass"}'), 1);
      });
    },
  );

  test(
    'given an act that is denied and a turn that is stopped, when their spans are told, then each says so in the kinds of Straylight',
    patience,
    () => {
      const hangs = Promise.withResolvers<void>();
      const script: AnswerTurn = ({ said: words, results }) => {
        if (words === 'think') {
          hangs.resolve();
          return { fault: 'hang' };
        }
        const command = { name: 'execute_command', arguments: { command: 'rm -r old' } };
        return results.length > 0
          ? { text: 'I asked.' }
          : { toolCalls: [command, { name: 'no_such_tool', arguments: {} }] };
      };
      return told({ script }, async (agent, collected) => {
        const running = await agent.start();
        const { turn, waiting } = await running.say(session, 'delete it');
        await running.decide(waiting[0], 'deny');
        const tool = await collected.until(({ name }) => name === 'execute_tool execute_command');
        assert.deepEqual([tool.attributes['error.type'], tool.attributes['straylight.outcome']], ['denied', 'denied']);
        const approval = await collected.until(({ name }) => name === 'approval');
        assert.equal(approval.parentSpanId, tool.spanId);
        assert.equal(approval.attributes['straylight.outcome'], 'denied');
        const made = await collected.until(({ name }) => name === 'execute_tool no_such_tool');
        assert.equal(made.attributes['error.type'], 'invalid');
        const trace = await traceOf(running, turn);
        assert.equal(approval.traceId, trace.traceId);
        const shown = new Map(trace.spans.map(one => [one.spanId, one]));
        assert.equal(shown.get(tool.spanId)?.attributes['error.type'], 'denied');
        assert.equal(shown.get(approval.spanId)?.parentSpanId, tool.spanId);

        await running.http(`/api/sessions/${encodeURIComponent('session:web:second')}/messages`, {
          clientId: 'think',
          text: 'think',
        });
        await hangs.promise;
        await running.http(`/api/sessions/${encodeURIComponent('session:web:second')}/abort`, { commandId: 'stop' });
        const stopped = await collected.until(
          ({ name, attributes }) =>
            name.startsWith('invoke_agent') && attributes['gen_ai.conversation.id'] === 'session:web:second',
        );
        assert.deepEqual([stopped.attributes['error.type'], stopped.status], ['cancelled', 0]);
        const cut = await collected.until(({ name, traceId }) => name === 'completion' && traceId === stopped.traceId);
        assert.deepEqual([cut.attributes['error.type'], cut.status], ['cancelled', 0]);
        const { json } = await running.http(`/api/traces?actor=${encodeURIComponent('session:web:second')}`);
        const again = await traceOf(running, json.turns[0].turn);
        const known = again.spans.find(({ spanId }) => spanId === cut.spanId);
        assert.equal(known?.attributes['error.type'], 'cancelled');
        assert.ok(again.spans.every(({ endedAt }) => endedAt !== undefined));
        await running.stop();
      });
    },
  );

  for (const answer of [503, 'never'] as const)
    test(
      `given a collector that answers ${answer}, when the agent works and stops, then nothing waits for it`,
      patience,
      () =>
        told({ script: remembering, answer }, async agent => {
          const running = await agent.start();
          const { outcome } = await running.say(session, 'remember it');
          assert.equal(outcome, 'done');
          const began = process.hrtime.bigint();
          const { code } = await running.stop();
          const seconds = Number(process.hrtime.bigint() - began) / 1e9;
          assert.equal(code, 0);
          assert.ok(seconds < 15, `it took ${seconds} s to stop`);
        }),
    );

  test(
    'given no collector and no metrics, when the agent works, then none of their libraries is loaded; the log has turn and tool call by their ids',
    patience,
    async () => {
      const peer = await ollamaPeer({ script: remembering });
      const hooks = `data:text/javascript,${encodeURIComponent(
        `import{registerHooks}from'node:module';registerHooks({resolve(name,context,next){if(/opentelemetry\\/(sdk|exporter)|prom-client/.test(name))console.error('loaded',name);return(next(name,context))}})`,
      )}`;
      const options = { config: '[models]\ndefault = "ollama/qwen3:8b"\n', env: { OLLAMA_HOST: peer.url } };
      try {
        await withAgent(options, async agent => {
          const running = await agent.start({ NODE_OPTIONS: `--conditions=development --import=${hooks}` });
          const { turn } = await running.say(session, `remember ${said}`);
          const trace = await traceOf(running, turn);
          assert.equal((await running.http('/metrics')).status, 404);
          const { err } = await running.stop();
          assert.doesNotMatch(err, /loaded/);
          assert.equal(rootOf(trace.spans).attributes['straylight.outcome'], 'done');

          const lines = readFileSync(join(agent.path, 'logs/straylight.jsonl'), 'utf8').trim().split('\n');
          const told = lines.map(line => JSON.parse(line)).filter(({ turn: of }) => of === turn);
          const [{ actor }] = told;
          assert.deepEqual(
            told.map(({ at: _, ms, ...line }) => line),
            [
              { level: 'info', event: 'tool.ended', session, turn, actor, tool: 'memory_save', outcome: 'done' },
              {
                level: 'info',
                event: 'turn.ended',
                session,
                turn,
                actor: session,
                outcome: 'done',
                inputTokens: 270,
                outputTokens: 18,
              },
            ],
          );
          assert.ok(!lines.join('\n').includes(said));
        });
      } finally {
        await peer.close();
      }
    },
  );

  test(
    'given metrics, when Prometheus asks with the token, then it reads what has happened; without one it reads nothing',
    patience,
    () =>
      told({ script: remembering, config: '[metrics]\nenabled = true\n' }, async agent => {
        const running = await agent.start();
        await running.say(session, `remember ${said}`);
        const metrics = await readMetrics(running);
        const wanted: Readonly<Record<string, number>> = {
          'straylight_turns_total{outcome="done"}': 1,
          'straylight_turn_seconds_count{outcome="done"}': 1,
          'straylight_tool_calls_total{tool="memory_save",outcome="done"}': 1,
          'straylight_tokens_total{role="session",model="ollama/qwen3:8b",kind="input"}': 270,
          'straylight_tokens_total{role="session",model="ollama/qwen3:8b",kind="output"}': 18,
          'straylight_effects_total{effect="completion",outcome="done"}': 2,
          'straylight_actors{kind="session",state="idle"}': 1,
          'straylight_effects_open{effect="inbox",state="running"}': 2,
        };
        for (const [name, value] of Object.entries(wanted)) assert.equal(metrics.get(name), value, name);
        assert.ok((metrics.get('straylight_event_loop_delay_seconds{percentile="99"}') ?? 0) > 0);
        assert.equal((await fetch(`${running.url}/metrics`)).status, 401);
        const wrong = await fetch(`${running.url}/metrics`, { headers: { authorization: 'Bearer wrong' } });
        assert.equal(wrong.status, 401);
        const { http } = running;
        const status = async (path: string, body?: object) => (await http(path, body)).status;
        assert.equal(await status('/metrics', {}), 405);
        assert.equal(await status('/metrics?of=all'), 400);
        assert.equal(await status('/api/traces'), 400);
        assert.equal(await status('/api/traces?actor=session:web:nobody'), 404);
        assert.equal(await status('/api/traces/none'), 404);
        assert.deepEqual((await http('/api/traces?actor=supervisor')).json, { turns: [] });
        const { channels, models, executor } = (await http('/health')).json;
        assert.deepEqual(
          [channels.length, models.default, typeof executor.kind],
          [2, 'ollama/qwen3:8b', 'string'],
          'health says all with the token',
        );
        assert.deepEqual(await (await fetch(`${running.url}/health`)).json(), { status: 'ok' });
        await running.stop();
      }),
  );
});

/** The text exposition format, read line by line: each sample has a HELP and a TYPE before it. */
async function readMetrics({ url, token }: Running): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const samples = new Map<string, number>();
  const types = new Set<string>();
  for (const line of (await response.text()).split('\n').filter(Boolean)) {
    const [, typed] = /^# TYPE (\w+) (?:counter|gauge|histogram)$/.exec(line) ?? [];
    if (typed) types.add(typed);
    if (line.startsWith('#')) continue;
    const [, name = '', labels = '', value] =
      /^(\w+)(\{(?:\w+="(?:[^"\\\n]|\\[\\"n])*",?)*\})? (\S+)$/.exec(line) ?? [];
    assert.ok(types.has(name) || types.has(name.replace(/_(?:bucket|sum|count)$/, '')), line);
    samples.set(`${name}${labels}`, Number(value));
  }
  return samples;
}
