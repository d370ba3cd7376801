/** A conversation that belongs to an agent, in the whole program: it has what that agent has, and no more. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

/** It makes a call by `call TOOL {JSON}`, and says what that came to. */
function mind({ said, results }: Asked): Turn {
  const [, name = '', args = '{}'] = /^call (\w+)(?: (.*))?$/s.exec(said) ?? [];
  if (name !== '' && results.length === 0) return { toolCalls: [{ name, arguments: args }] };
  if (results.length > 0) return { text: `It came to: ${results.at(-1)?.text}` };
  return { text: `I see: ${said}` };
}

const gardener = `[agents.gardener]
purpose = "Looks after the garden."
tools = ["read_file", "write_file", "memory_save", "delegate"]
prompt = "Speak of plants."
folders = ["garden"]
memory = ["garden"]
`;

const main = 'session:web:main';

interface Told {
  readonly agent: TestAgent;
  readonly asked: readonly Asked[];
  /** Says something and answers all that came of it. */
  readonly say: (running: Running, text: string, session?: string) => Promise<string>;
  readonly slash: (running: Running, line: string, session?: string) => Promise<string>;
  /** Takes the agent out of the settings. */
  readonly dismiss: () => void;
}

async function withGardener(t: TestContext, story: (told: Told) => Promise<void>): Promise<void> {
  const asked: Asked[] = [];
  const peer = await openaiPeer({
    models: ['test'],
    script(one) {
      asked.push(one);
      return mind(one);
    },
  });
  const settings = `[safe_mode]\nboots = 0\n[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n${gardener}`;
  try {
    await withAgent({ config: settings }, async agent => {
      const turns = (session: string) =>
        Number(agent.tables.value(`SELECT count(*) FROM turns WHERE session = '${session}' AND outcome <> 'running'`));
      await story({
        agent,
        asked,
        async say(running, text, session = main) {
          const before = turns(session);
          await running.http(`/api/sessions/${session}/messages`, { clientId: clientId(), text });
          await t.waitFor(() => assert.equal(turns(session), before + 1), { interval: 50, timeout: 60_000 });
          return agent.tables
            .rows(`SELECT body FROM messages WHERE session = '${session}' AND role IN ('assistant', 'notice')
              AND turn = (SELECT id FROM turns WHERE session = '${session}' ORDER BY started_at DESC LIMIT 1) ORDER BY n`)
            .map(({ body }) => String(body))
            .join('\n');
        },
        async slash(running, line, session = main) {
          const [name = '', ...rest] = line.split(' ');
          const { json } = await running.http(`/api/sessions/${session}/commands`, {
            commandId: clientId(),
            name,
            args: rest.join(' '),
          });
          return JSON.stringify(json);
        },
        dismiss() {
          const file = join(agent.path, 'config.toml');
          writeFileSync(file, readFileSync(file, 'utf8').replace(gardener, ''));
        },
      });
    });
  } finally {
    await peer.close();
  }
}

test('given a conversation, when it is given to an agent, then its next turns have that agent’s instructions, tools and limits, its answers bear its name, and a kill changes nothing of it', t =>
  withGardener(t, async ({ agent, asked, say, slash }) => {
    const first = await agent.start();
    assert.match(await slash(first, 'agent'), /belongs to no agent/);
    assert.match(await slash(first, 'agent nobody'), /there is no agent nobody/);
    assert.match(await slash(first, 'agent gardener'), /belongs to the agent gardener/);
    await first.kill();
    const second = await agent.start();
    assert.match(await say(second, 'hello'), /I see: hello[\s\S]*Answered by the agent gardener/);
    const request = JSON.stringify(asked.at(-1)?.body);
    assert.match(request, /You are gardener/);
    assert.match(request, /Speak of plants/);
    assert.deepEqual([...(asked.at(-1)?.tools ?? [])].toSorted(), [
      'delegate',
      'memory_save',
      'read_file',
      'write_file',
    ]);
    assert.match(await say(second, 'call write_file {"path":"garden/a.txt","content":"x"}'), /garden\/a\.txt/);
    assert.ok(existsSync(join(agent.workspace, 'garden/a.txt')));
    // beyond its folders, its tools, and those of one it gives work to
    assert.match(await say(second, 'call write_file {"path":"b.txt","content":"x"}'), /may only use these folders/);
    assert.match(await say(second, 'call execute_command {"command":"ls"}'), /may not use the tool execute_command/);
    await say(
      second,
      'call delegate {"agent":"file_worker","task":"call write_file {\\"path\\":\\"b.txt\\",\\"content\\":\\"x\\"}"}',
    );
    assert.ok(!existsSync(join(agent.workspace, 'b.txt')));
    assert.deepEqual(agent.tables.rows('SELECT tools FROM agents_children'), [{ tools: '["read_file","write_file"]' }]);
    await say(second, 'call memory_save {"content":"the roses are red"}');
    assert.deepEqual(agent.tables.rows('SELECT partition FROM memories'), [{ partition: 'agents:garden' }]);
    // told wherever the conversation is
    assert.match(await slash(second, 'status'), /this conversation belongs to gardener/);
    assert.match(await slash(second, 'context'), /belongs to the agent gardener/);
    assert.match((await agent.straylight('sessions')).out, /agent gardener/);
    assert.match((await agent.straylight('agents', 'of', main)).out, /belongs to the agent gardener/);
    // another one is as it was
    assert.doesNotMatch(await say(second, 'hello', 'session:web:other'), /gardener/);
    assert.match(JSON.stringify(asked.at(-1)?.tools), /execute_command/);
    assert.match(await slash(second, 'agent off'), /belongs to no agent/);
    assert.doesNotMatch(await say(second, 'hello again'), /gardener/);
    assert.match(JSON.stringify(asked.at(-1)?.tools), /execute_command/);
    await second.stop();
  }));

test('given a conversation whose agent was taken out of the settings, when something is said in it, then no model is asked, and it says so until it is taken back', t =>
  withGardener(t, async ({ agent, asked, say, slash, dismiss }) => {
    const first = await agent.start();
    await slash(first, 'agent gardener');
    await first.stop();
    dismiss();
    const second = await agent.start();
    assert.match(await say(second, 'hello'), /gardener, which is not in the settings any more/);
    assert.equal(asked.length, 0);
    assert.match(await slash(second, 'agent'), /not in the settings any more/);
    await slash(second, 'agent off');
    assert.match(await say(second, 'hello'), /I see: hello/);
    await second.stop();
  }));

test('given a chat whose conversation belongs to an agent, when a new one is begun in it, then that belongs to the agent, too', t =>
  withGardener(t, async ({ agent, say, slash }) => {
    const running = await agent.start();
    const chat = 'session:telegram:42:7';
    await slash(running, 'agent gardener', chat);
    assert.match(await say(running, 'hello', chat), /Answered by the agent gardener/);
    await slash(running, 'new', chat);
    assert.match(await say(running, 'hello', `${chat}~2`), /Answered by the agent gardener/);
    await running.stop();
  }));
