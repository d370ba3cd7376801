/** A past request, built again from the journal, is what the model's server received; a forgotten message is not in it. */
import assert from 'node:assert/strict';
import type { RequestPiece, WholeRequest } from '../../../src/domain/context/sent-request.ts';
import { openaiPeer } from '../../peers/openai.ts';
import { type AnswerTurn, apart } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

interface WireMessage {
  readonly role: string;
  readonly content: string | readonly { readonly text?: string }[] | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

const textOf = ({ content }: WireMessage) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');
const session = 'session:terminal:main';
const path = `/api/sessions/${encodeURIComponent(session)}/requests`;

/** Remembers, reads, then answers. */
const script: AnswerTurn = ({ said, steps }) => {
  if (said.startsWith('remember') && steps === 0)
    return { toolCalls: [{ name: 'memory_save', arguments: JSON.stringify({ content: 'the cat is called Mo' }) }] };
  if (said.startsWith('look') && steps === 0)
    return { toolCalls: [{ name: 'execute_command', arguments: JSON.stringify({ command: 'seq 1 400' }) }] };
  return { text: `Done: ${said.slice(0, 30)}` };
};

/** What a body holds, as pieces have it. */
function textsOf(body: unknown) {
  const { messages = [], tools = [] } = body as {
    readonly messages?: readonly WireMessage[];
    readonly tools?: readonly { readonly function: object }[];
  };
  const [system, ...others] = messages;
  const said = others.flatMap(message => [
    message.role === 'user' ? apart(textOf(message)).said : textOf(message),
    ...(message.tool_calls ?? []).map(({ function: call }) => call.arguments),
  ]);
  return {
    system: system ? textOf(system) : '',
    context: others.map(message => (message.role === 'user' ? apart(textOf(message)).context : '')).join('\n'),
    said: said.filter(text => text !== ''),
    tools: tools.map(tool => (tool.function as { readonly name: string }).name),
  };
}

/** Each text of the request is in the body, in order, and the body has no others. */
function assertSame(request: WholeRequest, body: unknown) {
  const { system, context, said, tools } = textsOf(body);
  const of = (...zones: readonly RequestPiece['zone'][]) => request.pieces.filter(({ zone }) => zones.includes(zone));
  assert.deepEqual(
    of('chronicle', 'workspace').map(({ text }) => text),
    said,
  );
  assert.deepEqual(
    of('tools').map(({ name }) => name),
    tools,
  );
  const instructions = of('system', 'orders', 'memory').map(({ text }) => text.trim());
  const sent = `${system}\n${context}`;
  for (const text of instructions) assert.ok(sent.includes(text), text.slice(0, 200));
  const [all, ours] = [sent.replace(/\s/g, '').length, instructions.join('').replace(/\s/g, '').length];
  assert.ok(all >= ours && all - ours < 200, `${all} characters of instructions were sent, ${ours} are shown`);
}

/** A server that takes so much, and says so. */
const peerOf = (tokens: number, answers: AnswerTurn) =>
  openaiPeer({
    script: answers,
    models: ['m'],
    dialect: { facts: {}, beside: { 'GET /props': { default_generation_settings: { n_ctx: tokens } } } },
  });
const configOf = (url: string) =>
  `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${url}/v1"\n`;
const bodiesOf = (peer: Awaited<ReturnType<typeof peerOf>>) =>
  peer.requests.filter(({ path: asked }) => asked.endsWith('/chat/completions')).map(({ body }) => body);

test('given orders, memories, calls and results, when past requests are asked for, also after a restart, then each is what the server received, and says what differs from the one before', async () => {
  const peer = await peerOf(65_536, script);
  try {
    await withAgent({ config: configOf(peer.url) }, async agent => {
      const first = await agent.start();
      await first.say(session, 'Never delete my photos without asking.');
      await first.say(session, 'remember that the cat is called Mo');
      await first.say(session, 'look at the numbers');
      await first.say(session, 'What is the cat called?');
      await first.kill();
      const running = await agent.start();
      const { status, json } = await running.http(path);
      assert.equal(status, 200);
      const bodies = bodiesOf(peer);
      assert.equal(json.requests.length, bodies.length);
      for (const [at, { step }] of json.requests.toReversed().entries()) {
        const shown = await running.http(`${path}/${step}`);
        assert.equal(shown.status, 200);
        const request: WholeRequest = shown.json;
        assert.equal(request.state, 'exact', `step ${step}`);
        assertSame(request, bodies[at]);
        assert.equal(request.before === undefined, at === 0);
      }
      const newest: WholeRequest = (await running.http(`${path}/${json.requests[0].step}`)).json;
      const said = newest.pieces.filter(({ zone }) => zone === 'chronicle');
      assert.deepEqual(
        said.filter(({ change }) => change === 'new').map(({ text }) => text),
        ['Done: look at the numbers', 'What is the cat called?'],
      );
      assert.ok(newest.pieces.some(({ kind, change }) => kind === 'tool' && change === 'same'));
      assert.equal((await running.http(`${path}/999999`)).status, 404);
      await running.stop();

      const { step } = json.requests[0];
      const listed = await agent.straylight('context', 'requests', 'terminal:main');
      assert.match(listed.out, new RegExp(`^STEP.*\\n${step} `));
      const { out, code } = await agent.straylight('context', 'request', 'terminal:main', String(step));
      assert.equal(code, 0);
      assert.match(out, /This is what was sent, letter for letter/);
      assert.match(out, /You \(new\)\n *What is the cat called\?/);
    });
  } finally {
    await peer.close();
  }
});

test('given a small model, when results become one line and turns leave, then the journal says so, and each request is still what was received', async () => {
  const peer = await peerOf(16_384, script);
  try {
    await withAgent({ config: configOf(peer.url) }, async agent => {
      const running = await agent.start();
      // a summary would come before anything leaves
      const undo = `/api/sessions/${encodeURIComponent(session)}/compact/undo`;
      for (let at = 1; at <= 18; at += 1) {
        await running.say(
          session,
          at % 3 === 0 ? `look at box ${at}` : `page ${at}: ${'calm sea, '.repeat(120)}and so on`,
        );
        await running.http(undo, { commandId: `undo-${at}` });
      }
      const { json } = await running.http(`${path}?limit=200`);
      const bodies = bodiesOf(peer);
      const answered = bodies.filter(body => !JSON.stringify(body).includes('You summarise'));
      assert.equal(json.requests.length, answered.length);
      for (const [at, { step }] of json.requests.toReversed().entries()) {
        const { json: request } = await running.http(`${path}/${step}`);
        assertSame(request, answered[at]);
        assert.equal(request.state, 'exact', `step ${step}`);
      }
      const rows = agent.tables.rows('SELECT why, brief, older FROM evictions ORDER BY id');
      assert.ok(rows.length > 0, 'something left');
      const steps = agent.tables.rows("SELECT effects FROM journal WHERE effects LIKE '%recordEviction%'");
      assert.equal(steps.length, rows.length, 'each is a fact of a step');
      const { json: context } = await running.http(`/api/sessions/${encodeURIComponent(session)}/context`);
      assert.equal(context.evictions.length, Math.min(5, rows.length));
      const { brief, older } = rows.at(-1) as { readonly brief: number; readonly older: number };
      assert.deepEqual([context.evictions[0].brief, context.evictions[0].older], [brief, older]);
      assert.deepEqual([context.parts.left.brief, context.parts.left.older], [brief, older]);
      const shown = await agent.straylight('context', 'show', 'terminal:main');
      assert.match(shown.out, / left: the messages took too much of what llamacpp\/m takes\./);
    });
  } finally {
    await peer.close();
  }
});

test('given a message that is forgotten, when an older request is looked at, then it is not in it, and the request says that it has changed', async () => {
  const peer = await peerOf(65_536, script);
  try {
    await withAgent({ config: configOf(peer.url), hasForgotten: true }, async agent => {
      const running = await agent.start();
      await running.say(session, 'The number of the safe is quetzal seven.');
      await running.say(session, 'and now?');
      const { json } = await running.http(path);
      const [{ step }] = json.requests;
      const before: WholeRequest = (await running.http(`${path}/${step}`)).json;
      assert.ok(JSON.stringify(before).includes('quetzal'));
      const carrying = await running.http('/api/memory/carrying?words=quetzal+seven');
      const { status } = await running.http('/api/memory/forget-words', {
        commandId: 'forget-1',
        words: 'quetzal seven',
        count: carrying.json.messages,
      });
      assert.ok(status < 300, String(status));
      const after: WholeRequest = (await running.http(`${path}/${step}`)).json;
      assert.equal(after.state, 'changed');
      assert.ok(!JSON.stringify(after).includes('quetzal'));
      assert.ok(JSON.stringify(after).includes('and now?'));
    });
  } finally {
    await peer.close();
  }
});
