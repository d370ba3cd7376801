/**
 * The stories of a real model, told once for every wire: what its owner gets when it works, and when it does not.
 *
 * A wire shows itself by a scripted peer and the settings that lead there.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { noUsage, type Usage } from '../../../src/domain/conversation/message.ts';
import type { ModelPeer } from '../../peers/model-server.ts';
import type { AnswerTurn, Asked, Script } from '../../peers/script.ts';
import { leftOut } from '../../slow.ts';
import { type TestAgent, withAgent } from './agent.ts';
import { call, mind, usage } from './mind.ts';

const twice = (usage: Usage) =>
  Object.fromEntries(Object.entries(usage).map(([kind, tokens]) => [kind, tokens * 2])) as unknown as Usage;

export interface ModelWire {
  readonly name: string;
  /** `provider/model`. */
  readonly model: string;
  /** Where conversations are asked for; all else (model facts) is not counted. */
  readonly path: string;
  readonly peer: (script: Script) => Promise<ModelPeer>;
  /** The environment that leads to the peer. */
  readonly env: (peer: ModelPeer) => Readonly<Record<string, string>>;
  /** The table of its settings. */
  readonly table: string;
  /** What of {@link usage} the wire can tell. */
  readonly tells: Usage;
  readonly secrets: readonly string[];
}

interface Told {
  readonly agent: TestAgent;
  readonly peer: ModelPeer;
  /** Instants of the requests for a reply. */
  readonly asked: () => readonly number[];
}

/** Runs the stories through one wire. */
export function modelStories(wire: ModelWire): void {
  async function withModel(
    script: Script,
    story: (told: Told) => Promise<void>,
    { config = '', model = wire.model, models = '', settings = '' } = {},
  ): Promise<void> {
    const peer = await wire.peer(script);
    try {
      await withAgent(
        {
          config: `[models]\ndefault = "${model}"\n${models}\n[models.${wire.table}]\n${settings}\n${config}`,
          env: wire.env(peer),
          secrets: wire.secrets,
        },
        agent =>
          story({
            agent,
            peer,
            asked: () => peer.requests.filter(({ path }) => path === wire.path).map(({ at }) => at),
          }),
      );
    } finally {
      await peer.close();
    }
  }

  describe(`a conversation with ${wire.name}`, { concurrency: 4 }, () => {
    const seen = Promise.withResolvers<void>();
    /** Ends what it says of a command only once its beginning was seen. */
    const heldBack: AnswerTurn = async asked => {
      const turn = await mind(asked);
      const between = (piece: number) => (piece === 1 ? seen.promise : undefined);
      return asked.said.startsWith('run') && turn.text ? { ...turn, between } : turn;
    };

    test('given a fact told to it, when the agent is restarted, then it answers in another session; and a command runs', () =>
      withModel(heldBack, async ({ agent, peer }) => {
        const told = await agent.json('ask', "remember that my sister's birthday is 4 May");
        assert.equal(told.code, 0);
        assert.deepEqual(told.value.usage, twice(wire.tells));
        assert.deepEqual(
          told.value.toolCalls.map(({ tool, outcome }: { tool: string; outcome: string }) => [tool, outcome]),
          [['memory_save', 'done']],
        );
        assert.match(await agent.ask("when is my sister's birthday?", 'other'), /my sister's birthday is 4 May/);

        const running = await agent.start();
        const stream = await running.stream();
        const written = running.say('session:web:main', 'run uname -a');
        const { delta } = await stream.until('chat', data => data.delta?.startsWith('It says:') === true);
        seen.resolve();
        const { reply } = await written;
        assert.match(reply, /exit code 0\n--- stdout ---\nLinux /);
        assert.ok(reply.startsWith(delta) && delta.length < reply.length, 'the reply was seen while it was written');
        const offered = peer.requests.filter(({ path }) => path === wire.path).map(({ body }) => JSON.stringify(body));
        for (const tool of ['memory_save', 'memory_search', 'execute_command', 'ask_owner'])
          assert.ok(offered.every(body => body.includes(`"${tool}"`)));
        assert.equal((await running.stop()).code, 0);
        assert.deepEqual(agent.tables.rows('SELECT DISTINCT outcome, model FROM turns'), [
          { outcome: 'done', model: wire.model },
        ]);
        assert.deepEqual(agent.tables.rows("SELECT id FROM deliveries WHERE status <> 'sent'"), []);
      }));

    test('given an act that needs a yes, when it is granted, then it runs once and the model hears of it', () =>
      withModel(
        asked =>
          /pending call has finished \(execute_command, done\): Run “rm -r old; touch made\.txt”/.test(
            conversation(asked),
          )
            ? { text: 'It came.' }
            : mind(asked),
        async ({ agent }) => {
          const running = await agent.start();
          const stream = await running.stream();
          const { waiting, reply } = await running.say('session:web:main', 'run rm -r old; touch made.txt');
          assert.match(reply, /It says: Not run yet: execute_command needs the owner's approval/);
          assert.ok(!existsSync(join(agent.workspace, 'made.txt')));
          assert.equal((await running.decide(waiting[0], 'approve')).status, 202);
          await stream.until('turn', ({ report }) => report.reply === 'It came.');
          assert.ok(existsSync(join(agent.workspace, 'made.txt')));
        },
      ));

    test('given wrong tool calls, when they are answered, then the model is told what would be right, and gets it right', () =>
      withModel(
        [
          call('memory_safe', { content: 'x' }),
          ({ results }) => {
            assert.match(results[0]?.text ?? '', /There is no tool named memory_safe\. There are: memory_save, /);
            return call('memory_save', { contents: 'I like tea' });
          },
          ({ results }) => {
            assert.match(results[0]?.text ?? '', /The arguments of memory_save do not fit\. content: .*call it again/);
            return call('memory_save', { content: 'I like tea' });
          },
          { text: 'Now it is saved.' },
        ],
        async ({ agent }) => {
          assert.match(await agent.ask('remember that I like tea'), /Now it is saved\./);
          assert.deepEqual(agent.tables.rows('SELECT tool, outcome FROM tool_calls ORDER BY at'), [
            { tool: 'memory_safe', outcome: 'failed' },
            { tool: 'memory_save', outcome: 'failed' },
            { tool: 'memory_save', outcome: 'done' },
          ]);
        },
      ));

    test(
      'given a reply that claims what was not done, when it is looked at, then it goes back once, with the evidence',
      { skip: leftOut },
      () =>
        withModel(
          [
            { text: 'I have saved that to my memory.' },
            asked => {
              assert.match(conversation(asked), /no record in this turn:\\n- \\"I have saved that to my memory\.\\"/);
              return { text: 'I have not saved it yet.' };
            },
          ],
          async ({ agent, asked }) => {
            assert.equal(await agent.ask('remember that I like tea'), 'I have not saved it yet.\n');
            assert.equal(asked().length, 2);
            assert.deepEqual(agent.tables.rows('SELECT body FROM deliveries'), [
              { body: '"I have not saved it yet."' },
            ]);
          },
        ),
    );

    test(
      'given a model that insists on what was not done, when its third reply is looked at, then the turn has failed, and the owner reads why',
      { skip: leftOut },
      () =>
        withModel(
          () => ({ text: 'I have saved that to my memory.' }),
          async ({ agent, asked }) => {
            await assert.rejects(
              agent.ask('remember that I like tea'),
              /I have saved that to my memory\.\n\n\(Refuted by the records, so this does not count as done:\n.*\nTurn failed\./s,
            );
            assert.equal(asked().length, 3);
          },
        ),
    );
  });

  describe(`${wire.name}, when it fails`, { concurrency: 6, skip: leftOut }, () => {
    test('given a limit, when it says how long to wait, then the turn waits that long and goes on', () =>
      withModel([{ fault: { status: 429, retryAfter: 1 } }, { text: 'Here I am.' }], async ({ agent, asked }) => {
        assert.equal(await agent.ask('hello'), 'Here I am.\n');
        const [first = 0, second = 0, ...others] = asked();
        assert.ok(second - first >= 1000 && others.length === 0);
      }));

    test('given no answer, when the deadline passes, then it is asked again', () =>
      withModel(
        [{ fault: 'hang' }, { text: 'Here I am.' }],
        async ({ agent, asked }) => {
          assert.equal(await agent.ask('hello'), 'Here I am.\n');
          assert.equal(asked().length, 2);
        },
        { settings: 'first_byte_ms = 1500\n' },
      ));

    test('given answers that break off in the middle, when the third is whole, then only that one is the reply', () =>
      withModel(
        [{ text: 'Half a word', fault: 'cut' }, { text: 'No end', fault: 'end-early' }, { text: 'All of it.' }],
        async ({ agent, asked }) => {
          assert.equal(await agent.ask('hello'), 'All of it.\n');
          assert.equal(asked().length, 3);
          assert.deepEqual(agent.tables.rows("SELECT body FROM messages WHERE role = 'assistant'"), [
            { body: '"All of it."' },
          ]);
        },
      ));

    test('given an empty reply, when it is asked again and is empty again, then that is told and the turn has failed', () =>
      withModel([{ text: '' }, { text: ' ' }, { text: 'Better.' }], async ({ agent, asked }) => {
        const { code, out } = await agent.straylight('ask', 'hello');
        assert.equal(code, 1);
        assert.match(out, /^The model gave an empty answer twice\. [\s\S]*Turn failed\./);
        assert.equal(asked().length, 2);
        assert.equal(await agent.ask('hello'), 'Better.\n');
      }));

    test('given a reply that reached its limit, when it is delivered, then it says that it is cut off', () =>
      withModel([{ text: 'Once upon a time', stop: 'length' }], async ({ agent }) => {
        assert.match(await agent.ask('a story'), /^Once upon a time\n\n\[… the model reached its output limit/);
        assert.match(String(agent.tables.value('SELECT body FROM deliveries')), /output limit/);
      }));

    test('given no model at all and no waiting, when it was asked often enough, then the owner is told clearly and the turn has failed', () =>
      withModel(
        [],
        async ({ agent, peer }) => {
          await peer.close();
          const { code, value } = await agent.json('ask', 'hello');
          assert.deepEqual([code, value.outcome], [1, 'failed']);
          assert.match(value.reply, /^I could not reach the model: .*ECONNREFUSED.*Your message is saved/);
          assert.deepEqual(agent.tables.rows('SELECT outcome FROM turns'), [{ outcome: 'failed' }]);
          assert.deepEqual(agent.tables.rows("SELECT kind, subject FROM reports WHERE kind = 'failed'"), [
            { kind: 'failed', subject: 'session:terminal:main' },
          ]);
        },
        { models: 'keep_trying = "0"' },
      ));

    test('given a model of its own for the session that is down, when it was asked often enough, then the default answers and says so', () =>
      withModel(
        asked => (asked.model === 'down' ? { fault: 'refuse' } : mind(asked)),
        async ({ agent }) => {
          const reply = await agent.ask('remember that I like tea');
          assert.match(reply, /Saved to memory: “I like tea”/);
          assert.ok(reply.includes(`(The chosen model was not reachable; ${wire.model} answered.)`), reply);
        },
        { config: `[models.roles]\nsession = "${wire.model.replace(/\/.*$/, '/down')}"\n` },
      ));
  });

  describe(`${wire.name} and the limits of a turn`, { concurrency: 4, skip: leftOut }, () => {
    /** Calls a tool for as long as it is offered one. */
    const restless =
      (name: string, input: Readonly<Record<string, string>>): AnswerTurn =>
      asked =>
        asked.tools.length > 0
          ? call(name, input)
          : { text: `Enough: ${/limit of \d+ \w+|\d+ tool calls in a row/.exec(conversation(asked))?.[0]}` };

    test('given a model that never ends, when a turn has its steps, then it has to say what is done', () =>
      withModel(
        restless('memory_search', { query: 'tea' }),
        async ({ agent, asked }) => {
          assert.equal(await agent.ask('search'), 'Enough: limit of 3 steps\n');
          assert.equal(asked().length, 3);
        },
        { config: '[limits]\nmax_steps_per_turn = 3\n' },
      ));

    test('given a model that never ends, when a turn has its tool calls, then it has to say what is done', () =>
      withModel(
        restless('memory_search', { query: 'tea' }),
        async ({ agent }) => {
          assert.equal(await agent.ask('search'), 'Enough: limit of 2 tool\n');
          assert.equal(agent.tables.value('SELECT count(*) FROM tool_calls'), 2);
        },
        { config: '[limits]\nmax_tool_calls_per_turn = 2\n' },
      ));

    test('given a model that errs, when it has erred three times in a row, then no more tools are offered', () =>
      withModel(restless('execute_command', { command: 'cat nothing' }), async ({ agent }) => {
        assert.equal(await agent.ask('try'), 'Enough: 3 tool calls in a row\n');
        assert.deepEqual(agent.tables.rows('SELECT DISTINCT tool, failed FROM tool_calls'), [
          { tool: 'execute_command', failed: 1 },
        ]);
      }));
  });
}

/** All that was sent with a request, to look for words in it. */
function conversation({ body }: Asked): string {
  return JSON.stringify(body);
}

/** What one reply of {@link mind} costs on a wire that knows only some kinds. */
export function told(kinds: readonly Exclude<keyof Usage, 'estimated'>[]): Usage {
  return { ...noUsage, ...Object.fromEntries(kinds.map(kind => [kind, usage[kind]])) };
}
