/** What `/context` shows of a request is what the model's server received, character by character. */
import assert from 'node:assert/strict';
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

/** Remembers, then answers. */
const script: AnswerTurn = ({ said, steps }) =>
  said.startsWith('remember') && steps === 0
    ? { toolCalls: [{ name: 'memory_save', arguments: JSON.stringify({ content: 'the cat is called Mo' }) }] }
    : { text: `Done: ${said.slice(0, 30)}` };

test('given orders, memories, tools and a conversation, when its context is asked for, then each zone is as long as what the server received', async () => {
  const peer = await openaiPeer({
    script,
    models: ['m'],
    dialect: { facts: {}, beside: { 'GET /props': { default_generation_settings: { n_ctx: 65_536 } } } },
  });
  const config = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n`;
  try {
    await withAgent({ config }, async agent => {
      const running = await agent.start();
      const say = (text: string) => running.say('session:terminal:main', text);
      await say('Never delete my photos without asking.');
      await say('remember that the cat is called Mo');
      await say('What is the cat called?');
      const { body } = peer.requests.filter(({ path }) => path.endsWith('/chat/completions')).at(-1) ?? {};
      const { messages = [], tools = [] } = (body ?? {}) as {
        readonly messages?: readonly WireMessage[];
        readonly tools?: readonly object[];
      };
      const { status, json } = await running.http('/api/sessions/session%3Aterminal%3Amain/context');
      assert.equal(status, 200);
      const { zones, left } = json.parts;

      const [system, ...others] = messages;
      const spoken = others.filter(({ role }) => role !== 'tool');
      const done = [
        ...others.filter(({ role }) => role === 'tool').map(textOf),
        ...spoken.flatMap(({ tool_calls: calls = [] }) => calls.flatMap(({ function: of }) => [of.name, of.arguments])),
      ];
      const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
      assert.equal(zones.chronicle.characters, lengthOf(spoken.map(message => apart(textOf(message)).said)));
      assert.equal(zones.chronicle.items, spoken.length);
      assert.equal(zones.workspace.characters, lengthOf(done));
      assert.deepEqual([zones.workspace.items, zones.tools.items], [1, tools.length]);

      const instructions = textOf(system ?? { role: '', content: '' });
      const orders = /Orders of your owner[\s\S]*?photos without asking\."/.exec(instructions)?.[0] ?? '';
      assert.deepEqual([zones.orders.characters, zones.orders.items], [orders.length, 1]);
      const { context } = apart(textOf(spoken.at(-1) ?? { role: '', content: '' }));
      const memory = /## Memories[\s\S]*/.exec(context)?.[0] ?? '';
      assert.ok(memory.includes('Mo'), context);
      assert.equal(zones.memory.characters, memory.trimEnd().length);
      assert.ok(zones.memory.items >= 1);
      // what stands between the parts is ours
      const all = instructions.length + context.length - orders.length - memory.length;
      assert.ok(
        zones.system.characters <= all && zones.system.characters > all - 400,
        `${zones.system.characters} of ${all}`,
      );
      assert.ok(!JSON.stringify(body).includes('"zone"'), 'nothing of it is sent');
      assert.deepEqual(left, { older: 0, brief: 0, shortened: 0, tools: 0 });

      const sum = Object.values(zones as Record<string, { readonly tokens: number }>).reduce(
        (all, one) => all + one.tokens,
        0,
      );
      const { system: own, tools: offered, memories, history } = json.parts;
      assert.ok(Math.abs(sum - (own + offered + memories + history)) <= 6, 'the zones are the parts');

      await running.stop();
      const { out, code } = await agent.straylight('context', 'show', 'terminal:main');
      assert.equal(code, 0);
      assert.match(out, /^The newest request of this conversation, .*, to llamacpp\/m\n.*of 65,536 tokens/);
      assert.match(out, /Orders +\d+ +1 order of yours, word for word/);
      assert.match(out, /Memories +\d+ +\d+ memor/);
    });
  } finally {
    await peer.close();
  }
});
