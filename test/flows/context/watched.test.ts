/** Files, pages and tasks that stand beside a conversation: what the peer received says what the model saw, turn by turn. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openaiPeer } from '../../peers/openai.ts';
import type { AnswerTurn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { localServer } from '../rig/local-server.ts';

const session = 'session:web:main';

/** Calls the tool that the words name, with the rest as its arguments, then answers with its result. */
const script: AnswerTurn = ({ said, steps, results }) => {
  const [, name, input] = /^call (\w+) (\{.*\})$/.exec(said) ?? [];
  if (name !== undefined && input !== undefined && steps === 0) return { toolCalls: [{ name, arguments: input }] };
  return { text: results[0]?.text ?? 'Good.' };
};

const peerOf = () =>
  openaiPeer({
    script,
    models: ['m'],
    dialect: { facts: {}, beside: { 'GET /props': { default_generation_settings: { n_ctx: 65_536 } } } },
  });

test('given a file and a page that are watched, when they change between turns, then each request holds them as they are then, as text from outside, until their turns are over', async t => {
  const peer = await peerOf();
  let status = 'all lights are green';
  let version = 1;
  const asked: (string | undefined)[] = [];
  const site = await localServer(t, (request, response) => {
    asked.push(request.headers['if-none-match']);
    const etag = `"v${version}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'text/plain', etag }).end(status);
  });
  const config = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n[egress]\nallow_private = ["${site}"]\n`;
  const last = () => JSON.stringify(peer.requests.filter(({ path }) => path.endsWith('/completions')).at(-1)?.body);
  try {
    await withAgent({ config }, async agent => {
      mkdirSync(agent.workspace, { recursive: true });
      const notes = join(agent.workspace, 'notes.md');
      writeFileSync(notes, 'one heron\ntwo herons\nthree herons\n');
      const running = await agent.start();
      const say = (text: string) => running.say(session, text);
      await say('hello');
      assert.equal(agent.tables.value('SELECT count(*) FROM subscriptions'), 0);
      assert.ok(!last().includes('Beside the conversation'), 'nothing stands there where nothing is watched');

      const subscribe = (input: object) => say(`call subscribe ${JSON.stringify(input)}`);
      const { reply } = await subscribe({ kind: 'file_lines', path: 'notes.md', from_line: 2, lines: 1, turns: 3 });
      assert.match(reply, /^It is watched as number 1, in this and the next 3 turns/);
      assert.match(last(), /two herons/);
      assert.doesNotMatch(last(), /one heron|three herons/);
      await subscribe({ kind: 'url', url: `http://${site}/status`, turns: 9 });
      assert.match(last(), /all lights are green/);
      assert.match(last(), /<data-[0-9a-f]{8} source=\\"watched\\">/, 'it stands between marks');

      const before = asked.length;
      await say('and now?');
      assert.deepEqual(asked.slice(before), ['"v1"'], 'once a turn, and only if it has changed');
      assert.match(last(), /all lights are green/, 'what has not changed is still shown');
      writeFileSync(notes, 'one heron\ntwo grey herons\nthree herons\n');
      [status, version] = ['one light is red', 2];
      await say('and now?');
      assert.match(last(), /two grey herons/);
      assert.match(last(), /one light is red/);
      assert.doesNotMatch(last(), /all lights are green/);

      await say('and now?');
      assert.match(last(), /notes\.md is not shown any more: its turns are over/);
      assert.doesNotMatch(last(), /two grey herons/);
      await running.kill();

      const again = await agent.start();
      await again.say(session, 'and after a restart?');
      assert.match(last(), /one light is red/);
      assert.doesNotMatch(last(), /notes\.md, in |notes\.md is not/);
      const { reply: inspected } = await again.say(session, 'call context_inspect {}');
      assert.match(inspected, /- workspace: \d+ tokens/);
      assert.match(inspected, new RegExp(`Watched:\\n2\\. http://${site}/status, `));
      const ended = await again.say(session, 'call unsubscribe {"id": 2}');
      assert.match(ended.reply, /^Number 2 is not watched any more/);
      await again.say(session, 'and now?');
      assert.ok(!last().includes('Beside the conversation'));
      const { json } = await again.http(`/api/sessions/${encodeURIComponent(session)}/requests`);
      for (const { step } of json.requests) {
        const shown = await again.http(`/api/sessions/${encodeURIComponent(session)}/requests/${step}`);
        assert.equal(shown.json.state, 'exact', `step ${step}`);
      }
    });
  } finally {
    await peer.close();
  }
});

test('given tasks of a turn, a source that is not there and one too many, when the model works on, then the list stands in its requests until the turn ends, and each failure says what to do', async () => {
  const peer = await peerOf();
  const config = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n`;
  const last = () => JSON.stringify(peer.requests.filter(({ path }) => path.endsWith('/completions')).at(-1)?.body);
  try {
    await withAgent({ config }, async agent => {
      mkdirSync(agent.workspace, { recursive: true });
      const running = await agent.start();
      const call = async (name: string, input: object) =>
        (await running.say(session, `call ${name} ${JSON.stringify(input)}`)).reply;
      const tasks = [{ text: 'read the log', state: 'done' }, { text: 'mend the pump' }];
      await call('turn_tasks', { tasks });
      assert.match(last(), /\[x\] read the log\\n\[ \] mend the pump/);
      await running.say(session, 'something else');
      assert.doesNotMatch(last(), /mend the pump\\n|\[ \] mend/, 'the turn is over');

      assert.match(await call('subscribe', { kind: 'file', path: 'none.md' }), /none\.md/);
      assert.match(await call('subscribe', { kind: 'file' }), /file needs path, and no url/);
      assert.match(
        await call('unsubscribe', { id: 7 }),
        /Number 7 is not watched in this conversation; nothing is watched/,
      );
      assert.equal(agent.tables.value('SELECT count(*) FROM subscriptions'), 0);
      for (let at = 1; at <= 9; at += 1) {
        writeFileSync(join(agent.workspace, `n${at}.md`), `file ${at}\n`);
        const reply = await call('subscribe', { kind: 'file', path: `n${at}.md` });
        assert.match(reply, at <= 8 ? /^It is watched as number/ : /as many as there can be.*unsubscribe/s);
      }
      await call('subscribe', { kind: 'file', path: 'n8.md', turns: 2 });
      assert.equal(agent.tables.value('SELECT count(*) FROM subscriptions WHERE ended_at IS NULL'), 8);
    });
  } finally {
    await peer.close();
  }
});
