/** One chat over streams, measured from within; prints what was measured as JSON. */
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { terminalChat } from '../../../src/adapters/channels/terminal/terminal.ts';
import { fakeAgent, report, row } from '../../commands/fake-agent.ts';

export interface Measured {
  readonly firstMs: number;
  readonly laterMs: readonly number[];
  /** Of a processor, while a long reply is written. */
  readonly share: number;
  readonly bytes: number;
}

const session = 'session:terminal:main';
const replies = 40;
const lines = 2_000;
const tickMs = 20;
const linesATick = 2;

let written = '';
let bytes = 0;
let look = () => {};
class Screen extends Writable {
  readonly columns = 100;
  readonly rows = 40;
  override _write(chunk: Buffer, _: string, done: () => void): void {
    written += chunk;
    bytes += chunk.length;
    look();
    done();
  }
}

function shown(text: string): Promise<void> {
  written = '';
  return new Promise(resolve => {
    look = () => {
      if (!written.includes(text)) return;
      look = () => {};
      resolve();
    };
  });
}

const agent = fakeAgent({ onSay: () => {} });
const over = new AbortController();
const prompted = shown('› ');
const chat = terminalChat({
  agent,
  session,
  input: new PassThrough(),
  output: new Screen(),
  color: true,
  greeting: ['welcome'],
  card: () => [],
  info: () => [],
  slash: async () => undefined,
  lastExchange: async () => ({ lines: [] }),
  history: { texts: [], add() {} },
  paths: async () => [],
  desktop: {
    copy: async () => '',
    edit: async () => '',
    picture: async () => ({ kind: 'none' }),
    files: () => undefined,
  },
  spent: async () => undefined,
  signal: over.signal,
});
await prompted;
// as long as anybody needs to type a message
await after(500);

async function firstToken(turn: string, text: string, mark: string): Promise<number> {
  agent.emit({ type: 'row', row: row('thinking.completing') });
  await after(50);
  const seen = shown(mark);
  const begun = performance.now();
  agent.emit({ type: 'delta', session, messageId: `${turn}-m`, delta: text });
  await seen;
  const took = performance.now() - begun;
  end(turn, text);
  return took;
}

function end(turn: string, reply: string): void {
  agent.emit({ type: 'turn', report: report(turn, { reply, outcome: 'done' }) });
  agent.emit({ type: 'row', row: row('idle') });
}

const firstMs = await firstToken('t0', '## Zero\n\nIt is **none** of `these`:\n\n- one', 'Zero');
const laterMs: number[] = [];
for (let n = 1; n <= replies; n += 1)
  laterMs.push(await firstToken(`t${n}`, `The *reply* number${n} is`, `number${n}`));

agent.emit({ type: 'row', row: row('thinking.completing') });
bytes = 0;
const [cpu, wall] = [process.cpuUsage(), performance.now()];
const kinds = [
  '- an item with **bold** words and `code`',
  '',
  'A line of a paragraph that goes on a little.',
  '| a | b |',
];
let long = '';
for (let n = 0; n < lines; n += linesATick) {
  const piece = Array.from({ length: linesATick }, (_, at) => `${kinds[(n + at) % kinds.length]}\n`).join('');
  long += piece;
  agent.emit({ type: 'delta', session, messageId: 'long-m', delta: piece });
  await after(tickMs);
}
const { user, system } = process.cpuUsage(cpu);
const share = (user + system) / 1_000 / (performance.now() - wall);
end('long', long);
over.abort();
await chat;
process.stdout.write(JSON.stringify({ firstMs, laterMs, share, bytes } satisfies Measured));
