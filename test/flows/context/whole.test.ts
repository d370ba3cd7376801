/**
 * A conversation that has everything: orders, a memory, a watched file, a document, a summary, results that became one line.
 * `/context`, the request that is shown whole and the bytes that the server received are the same.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestPiece, WholeRequest } from '../../../src/domain/context/sent-request.ts';
import { openaiPeer } from '../../peers/openai.ts';
import { type AnswerTurn, apart } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

const session = 'session:terminal:main';
const at = (path: string) => `/api/sessions/${encodeURIComponent(session)}/${path}`;

/** Calls the tool that the words name, with the rest as its arguments; else says a line. */
const script: AnswerTurn = ({ said, steps, system }) => {
  if (system.startsWith('You summarise'))
    return { text: JSON.stringify({ goal: 'Watch the herons.', facts: ['The boat is called Walross.'] }) };
  const [, name, input] = /^call (\w+) (\{.*\})$/.exec(said) ?? [];
  if (name !== undefined && input !== undefined && steps === 0) return { toolCalls: [{ name, arguments: input }] };
  return { text: `Done: ${said.slice(0, 30)}` };
};

interface WireMessage {
  readonly role: string;
  readonly content: string | readonly { readonly text?: string }[] | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}
interface Sent {
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

const textOf = ({ content }: WireMessage) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');
const packed = (text: string) => text.replace(/\s+/g, '');
const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);

/** What a body holds: the instructions in front and behind, what was said, what came of calls. */
function partsOf({ messages, tools = [] }: Sent) {
  const own = messages.filter(({ role }) => role !== 'system');
  return {
    instructions: [
      ...messages.filter(({ role }) => role === 'system').map(textOf),
      ...own.map(message => (message.role === 'user' ? apart(textOf(message)).context : '')),
    ].join('\n'),
    said: own
      .filter(({ role }) => role !== 'tool')
      .map(message => (message.role === 'user' ? apart(textOf(message)).said : textOf(message))),
    results: own.filter(({ role }) => role === 'tool').map(textOf),
    calls: own.flatMap(({ tool_calls: calls = [] }) => calls.map(({ function: of }) => of)),
    tools: tools.map(({ function: { name } }) => name),
  };
}

/** Each text that is shown was sent, in its order, and nothing was sent that is not shown. */
function assertShown({ pieces, state, step }: WholeRequest, sent: Sent): void {
  const where = `step ${step}`;
  assert.equal(state, 'exact', where);
  const of = (...kinds: readonly RequestPiece['kind'][]) => pieces.filter(({ kind }) => kinds.includes(kind));
  const { instructions, said, results, calls, tools } = partsOf(sent);
  assert.deepEqual(
    of('tool').map(({ name }) => name),
    tools,
    where,
  );
  const words = of('owner', 'reply', 'note').map(({ text }) => packed(text));
  // a file of a message is a piece of its own
  assert.equal(words.join(''), said.map(packed).join(''), where);
  assert.deepEqual(
    of('result').map(({ text }) => text),
    results,
    where,
  );
  assert.deepEqual(
    of('call').map(({ text }) => text),
    calls.map(call => call.arguments),
    where,
  );
  let rest = packed(instructions);
  for (const { text } of of('instructions')) {
    assert.ok(rest.includes(packed(text)), `${where} has not: ${text.slice(0, 200)}`);
    rest = rest.replace(packed(text), '');
  }
  assert.ok(rest.length < 200, `${where} has besides: ${rest.slice(0, 400)}`);
}

/** What `/context` says of the newest request is as long as what was sent. */
function assertMeasured(zones: Record<string, { readonly characters: number; readonly items: number }>, sent: Sent) {
  const { said, results, calls, tools, instructions } = partsOf(sent);
  const has = (name: string) => zones[name] ?? { characters: 0, items: 0 };
  const watched = /Beside the conversation[\s\S]*?(?=\n## |$)/.exec(instructions)?.[0] ?? '';
  const files = said.flatMap(text => text.match(/<data-\w+ source="a file">[\s\S]*?<\/data-\w+>/g) ?? []);
  const done = [...files, ...results, ...calls.flatMap(call => [call.name, call.arguments])];
  const [spoken, words] = [has('chronicle').characters, lengthOf(said) - lengthOf(files)];
  assert.ok(Math.abs(spoken - words) <= 2 * files.length, `what was said: ${spoken} are shown, ${words} were sent`);
  assert.equal(has('tools').items, tools.length);
  const [shown, there] = [has('workspace').characters, lengthOf(done) + watched.length];
  assert.ok(Math.abs(shown - there) < 200, `results and what is watched: ${shown} are shown, ${there} were sent`);
  const all = has('orders').characters + has('system').characters + has('memory').characters + watched.length;
  assert.ok(
    all <= instructions.length + 200 && all > instructions.length - 600,
    `instructions: ${all} are shown, ${instructions.length} were sent`,
  );
}

async function sayWithFile(running: Running, text: string, name: string, content: string): Promise<void> {
  const stream = await running.stream();
  const encoded = Buffer.from(content).toString('base64');
  const { json: kept } = await running.http(at('files'), { clientId: clientId(), name, content: encoded });
  const { json } = await running.http(at('messages'), { clientId: clientId(), text, files: [kept.file] });
  await stream.until('turn', data => data.report.turn === json.turn);
  stream.close();
}

test('given orders, a watched file, a document, a summary and results in one line, when requests are shown and measured, then they are what the server received', async t => {
  const peer = await openaiPeer({
    script,
    models: ['m'],
    dialect: { facts: {}, beside: { 'GET /props': { default_generation_settings: { n_ctx: 24_576 } } } },
  });
  const config = `[learning]\nenabled = false\n[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n`;
  const bodies = () =>
    peer.requests
      .filter(({ path }) => path.endsWith('/chat/completions'))
      .map(({ body }) => body as Sent)
      .filter(body => !JSON.stringify(body.messages[0]).includes('You summarise'));
  try {
    await withAgent({ config }, async agent => {
      mkdirSync(agent.workspace, { recursive: true });
      const herons = join(agent.workspace, 'herons.md');
      writeFileSync(herons, 'two herons\n');
      writeFileSync(join(agent.workspace, 'long.txt'), 'wind and sea, sea and wind\n'.repeat(110));
      const running = await agent.start();
      const say = (text: string) => running.say(session, text);
      await running.http(at('profile'), { commandId: 'profile-1', profile: 'conversation' });
      await say('Never delete my photos without asking. Antworte immer auf Englisch.');
      await say('call memory_save {"content":"the boat is called Walross"}');
      for (let word = 1; word <= 6; word += 1) await say(`word ${word} about the harbour`);
      await running.http(at('compact'), { commandId: 'compact-1' });
      await say('call subscribe {"kind":"file","path":"herons.md","turns":20}');
      await sayWithFile(
        running,
        'What does the log say of the boat?',
        'log.txt',
        'The log of the boat is short.\n'.repeat(40),
      );
      writeFileSync(herons, 'three grey herons\n');
      for (let box = 1; box <= 14; box += 1) {
        await say(`call read_file {"path":"long.txt","from_line":${box}}`);
        // another summary would come before a result leaves
        if (agent.tables.rows('SELECT 1 FROM compactions WHERE undone_at IS NULL').length > 1)
          await running.http(at('compact/undo'), { commandId: `undo-${box}` });
      }
      await say('What is the boat called?');

      const sent = bodies();
      const { json } = await running.http(at('requests?limit=200'));
      assert.equal(json.requests.length, sent.length);
      for (const [index, { step }] of json.requests.toReversed().entries())
        assertShown((await running.http(at(`requests/${step}`))).json, sent[index] as Sent);

      const last = sent.at(-1) as Sent;
      const { json: context } = await running.http(at('context'));
      assertMeasured(context.parts.zones, last);
      const all = JSON.stringify(last);
      for (const part of ['Never delete my photos', 'immer auf Englisch', 'three grey herons', 'Watch the herons'])
        assert.ok(all.includes(part), part);
      assert.ok(sent.some(one => JSON.stringify(one).includes('The log of the boat is short')));
      const { brief, shortened, tools } = context.parts.left;
      assert.deepEqual([shortened, tools], [0, 0]);
      const inOneLine = partsOf(last).results.filter(
        text => text.length < 300 && text.includes('earlier_result'),
      ).length;
      assert.equal(brief, inOneLine, 'as many results are in one line as it says');
      assert.ok(inOneLine > 0);
      const counted = Math.ceil(JSON.stringify([last.messages, last.tools]).length / 4);
      t.diagnostic(
        `${sent.length} requests shown as they were sent; the last one: ${counted} tokens by the server's count`,
      );
      const { out } = await agent.straylight('context', 'show', 'terminal:main');
      assert.match(out, /Orders +\d+ +2 orders of yours, word for word/);
      assert.match(out, /herons\.md/);
    });
  } finally {
    await peer.close();
  }
});
