/** The chat under a real pty, with an agent whose behaviour is named by what is said to it. */
import { terminalChat } from '../../../../src/adapters/channels/terminal/terminal.ts';
import { cardDetails, writtenCard } from '../../../../src/commands/approvals/card.ts';
import { slashAnswer } from '../../../../src/commands/conversation/slash.ts';
import { style } from '../../../../src/commands/io.ts';
import type { ApprovalCard } from '../../../../src/domain/approvals/card.ts';
import { fault } from '../../../../src/domain/supervision/failure.ts';
import type { ChatMessage } from '../../../../src/domain/supervision/view.ts';
import { approval, fakeAgent, report, row } from '../../../commands/fake-agent.ts';

const session = 'session:terminal:main';
const settleMs = Number(process.argv[2] ?? 0);
const undoMs = Number(process.argv[3] ?? 60_000);
const language = process.env['LANGUAGE_OF_OWNER'] === 'de' ? 'de' : 'en';
const consequences = { approve: 'It runs once.', deny: 'It does not run.' };

const message = (
  id: string,
  role: ChatMessage['role'],
  text: string,
  more: Partial<ChatMessage> = {},
): ChatMessage => ({
  id,
  turn: 't',
  role,
  text,
  at: 0,
  ...more,
});

const diff = '@@ -1,2 +1,2 @@\n buy\n-milk\n+oat milk';

const markdown = `# The week

Three things are **due**, and one of them is *late*: see [the list](https://example.com/lists/of/the/week/with/a/rather/long/address?day=friday).

1. Write the report, which takes longer than it looks since all its numbers have to be checked first
2. Call Ada
   - about the garden
   - [x] about the roof

| day | what | hours |
| --- | --- | ---: |
| Monday | the report, first half | 3 |
| Friday | the report, second half, and sending it to everybody who asked for it | 12 |

\`\`\`ts
const total = hours.reduce((sum, one) => sum + one, 0); // 15
\`\`\`

> Begin with what is late.
`;

const agent = fakeAgent({
  onSay(text, turn, agent) {
    const busy = () => agent.emit({ type: 'row', row: row('thinking.completing') });
    const idle = () => agent.emit({ type: 'row', row: row('idle') });
    const delta = (piece: string, id = `${turn}-m`) =>
      agent.emit({ type: 'delta', session, messageId: id, delta: piece });
    const say = (said: ChatMessage) => agent.emit({ type: 'message', session, message: said });
    const end = (reply: string, outcome = 'done') => {
      agent.emit({ type: 'turn', report: report(turn, { reply, outcome }) });
      idle();
    };
    const told = `web:${agent.said.at(-1)?.clientId}`;
    say(message(told, 'owner', text.replace(/sk-\w+/, '[redacted]')));
    busy();
    setImmediate(() => {
      if (text === 'hello') {
        for (const piece of ['Hel', 'lo ', 'you.\nSecond', ' line.']) delta(piece);
        say(message(`${turn}-m`, 'assistant', 'Hello you.\nSecond line.'));
        end('Hello you.\nSecond line.');
      } else if (text === 'tool') {
        say(message(`${turn}-a`, 'assistant', '', { toolCalls: [{ callId: 'c', name: 'execute_command' }] }));
        say(message(`${turn}-t`, 'tool', 'Linux box 6.1\nmore', { tool: 'execute_command' }));
        say(message(`${turn}-f`, 'tool', 'no such file', { tool: 'execute_command', failed: true }));
        say(message(`${turn}-n`, 'notice', 'a late result came in'));
        end('It is Linux.');
      } else if (text === 'rich') {
        say(message(`${turn}-a`, 'assistant', 'I look first.', { toolCalls: [{ callId: 'c', name: 'edit_file' }] }));
        say(message(`${turn}-t`, 'tool', diff, { tool: 'edit_file' }));
        for (const piece of markdown.match(/[\s\S]{1,7}/g) ?? []) delta(piece);
        say(message(`${turn}-m`, 'assistant', markdown));
        end(markdown);
      } else if (text === 'cut') {
        delta('The garden needs ');
        say(message(`${turn}-n`, 'notice', 'something else came'));
        say(message(`telegram:${turn}`, 'owner', 'and from afar'));
        delta('water.');
        say(message(`${turn}-m`, 'assistant', 'The garden needs water.'));
        end('The garden needs water.');
      } else if (text === 'halves') {
        const piece = (start: number, said: string) =>
          agent.emit({ type: 'delta', session, messageId: `${turn}-m`, delta: said, start });
        piece(11, 'needs ');
        piece(17, 'rain.');
        say(message(`${turn}-m`, 'assistant', 'The garden needs rain.'));
        end('The garden needs rain.');
      } else if (text === 'again') {
        for (const [start, said] of [
          [0, 'One, '],
          [5, 'two'],
          [0, 'One, '],
          [5, 'two, three.'],
        ] as const)
          agent.emit({ type: 'delta', session, messageId: `${turn}-m`, delta: said, start });
        say(message(`${turn}-m`, 'assistant', 'One, two, three.'));
        end('One, two, three.');
      } else if (text === 'remind') {
        const reminder = message('report:e1.0:terminal:main', 'notice', 'Reminder: water the plants');
        agent.emit({ type: 'message', session: `${session}~9`, message: reminder });
        const there = { ...reminder, id: 'report:e1.0:web:main' };
        agent.emit({ type: 'message', session: 'session:web:main', message: there });
        end('Noted.');
      } else if (text === 'late') {
        say(message('call-9/late', 'notice', 'A pending call (execute_command) has finished: denied.'));
        say(message('call-9', 'notice', 'The owner denied this.', { outcome: 'denied' }));
        say(message('call-8/late', 'notice', 'A pending call (execute_command) has finished: done.'));
        say(message('call-8', 'notice', 'it printed this', { outcome: 'done' }));
        say(message(`${turn}-a`, 'assistant', '', { toolCalls: [{ callId: 'w', name: 'write_file' }] }));
        const doing = 'Write a.txt (1 line, 9 bytes).';
        say(message(`${turn}-w`, 'tool', 'Created a.txt', { tool: 'write_file', callId: 'w', doing }));
        const ran = '(Ran automatically: Write a.txt (1 line, 9 bytes).)';
        say(message(`${turn}-m/aside`, 'notice', `${ran}\n\n(This takes effect later: x.)`));
        say(message(`${turn}-m/more`, 'notice', '(Ran automatically: Send a mail.)'));
        end('All came.');
      } else if (text === 'evil') {
        delta('safe\x1b[2J\x1b]0;own\x07ed\r');
        delta('\nnext \x9b31m\u202etxt');
        end('');
      } else if (text === 'long') {
        delta(`${'word '.repeat(40)}end`);
        end(`${'word '.repeat(40)}end`);
      } else if (text === 'ask me') {
        agent.needs = [{ kind: 'question', id: session, text: 'Which one?', since: 0 }];
        agent.emit({ type: 'row', row: row('waitingForInput.answer') });
      } else if (text === 'choose') {
        const leaf = 'waitingForInput.answer';
        const asking = { id: 'tool-call:q', machine: 'tool-call', parent: session, callId: 'q', label: 'ask_owner' };
        const asks = 'Which colour?\n1. Red\n2. Sea blue';
        say(message(`${turn}-q`, 'assistant', asks, { callId: 'q' }));
        agent.needs = [{ kind: 'question', id: session, text: asks, since: 0 }];
        agent.emit({ type: 'row', row: row(leaf, { ...asking, options: ['Red', 'Sea blue'] }) });
        agent.emit({ type: 'row', row: row(leaf) });
      } else if (agent.needs.length > 0) {
        agent.needs = [];
        agent.emit({ type: 'row', row: row('done', { id: 'tool-call:q', machine: 'tool-call', parent: session }) });
        end(`You said ${JSON.stringify(text)}`);
      } else if (text === 'approve') {
        agent.emit({ type: 'approval', approval: approval('abc', { exact: 'rm -rf \u200bbuild', risk: 'low' }) });
        end('That needs your yes.');
      } else if (text === 'approve and ask') {
        agent.emit({ type: 'approval', approval: approval('abc', { risk: 'low' }) });
        end('That needs your yes. Shall I go on with the rest?');
      } else if (text === 'two cards') {
        for (const key of ['one', 'two'])
          agent.emit({ type: 'approval', approval: approval(key, { risk: 'low', intent: `Run “${key}”.` }) });
        end('Both need your yes.');
      } else if (text === 'alike') {
        const alike = { risk: 'low', intent: 'Run “date”.', requestedAt: Date.now() - 200_000 } as const;
        agent.emit({ type: 'approval', approval: approval('one', alike) });
        agent.emit({ type: 'approval', approval: approval('two', { ...alike, expiresAt: Date.now() + 7_230_000 }) });
        end('Both need your yes.');
      } else if (text === 'medium') {
        agent.emit({ type: 'approval', approval: approval('med', { consequences }) });
      } else if (text === 'grave') {
        const words = { word: 'harbour', choices: ['zebra', 'harbour', 'lemon', 'candle'] };
        agent.emit({ type: 'approval', approval: approval('irr', { risk: 'irreversible', ...words }) });
      } else if (text === 'other') {
        agent.emit({ type: 'approval', approval: approval('oth', { session: 'session:telegram:42', risk: 'low' }) });
        end('There.');
      } else if (text === 'begun elsewhere') {
        agent.emit({ type: 'approval', approval: approval('abc') });
        setImmediate(() => {
          const begun = approval('abc', { undoUntil: Date.now() + 60_000 });
          agent.emit({ type: 'approval', approval: { ...begun, decidedBy: 'telegram:42' } });
        });
      } else if (text === 'elsewhere') {
        agent.emit({ type: 'approval', approval: approval('abc') });
        setImmediate(() => {
          agent.emit({ type: 'approval', approval: { ...approval('abc', {}, 'granted'), decidedBy: 'telegram:42' } });
        });
      } else if (text === 'slow') delta('working on it');
      else if (text === 'slow card') agent.emit({ type: 'approval', approval: approval('late') });
      else end(`You said ${JSON.stringify(text)}`);
    });
  },
  onDecide: ({ approval: key, decision, digest, nonce, confirmation = '', reason = '' }, agent) => {
    // Shown as a message, so that the test sees exactly what was decided.
    agent.emit({
      type: 'message',
      session,
      message: message(
        `d-${key}-${decision}`,
        'notice',
        `decided ${decision} ${digest} ${nonce} ${confirmation}${reason}`,
      ),
    });
    if (decision === 'undo') return { ok: true, state: 'undone' };
    if (decision === 'deny') return { ok: true, state: 'denied' };
    // what a risk above low may take back
    if (key !== 'med') return { ok: true, state: 'granted' };
    const undo = { undoUntil: Date.now() + undoMs };
    const held = { ...approval('med', undo, 'granted'), decidedBy: 'terminal' };
    agent.emit({ type: 'approval', approval: held });
    setImmediate(() => agent.emit({ type: 'approval', approval: held }));
    return { ok: true, state: 'granted', ...undo };
  },
  onAbort: (_, agent) => {
    agent.emit({ type: 'turn', report: report('t', { outcome: 'cancelled' }) });
    agent.emit({ type: 'row', row: row('idle') });
    return true;
  },
});
agent.stored.push(
  message('p1', 'owner', 'first of yesterday'),
  message('p2', 'assistant', 'hm'),
  message('p3', 'owner', 'last of yesterday'),
);

let losses = process.env['LOST_AT'] === undefined ? 0 : 2;
/** Nobody answers, twice, where the test says so. */
function lostAt(step: 'watch' | 'list'): void {
  if (process.env['LOST_AT'] !== step || losses === 0) return;
  losses -= 1;
  throw fault('unavailable', 'Straylight does not answer');
}

/** The conversations whose reports were shown. */
const reported: string[] = [];

const end = await terminalChat({
  agent: {
    ...agent,
    approvals: {
      ...agent.approvals,
      async list(input) {
        lostAt('list');
        return agent.approvals.list(input);
      },
    },
    async watch(...watching) {
      lostAt('watch');
      return agent.watch(...watching);
    },
  },
  session,
  language,
  input: process.stdin,
  output: process.stdout,
  color: process.env['COLOR'] === '1',
  plain: process.env['PLAIN'] === '1',
  greeting: ['welcome'],
  isStopped: () => process.env['STOPPED'] === '1',
  onReport: other => void reported.push(other),
  lastExchange: async other => ({ lines: [`last of ${other}`] }),
  card: (card: ApprovalCard, open: string) => writtenCard(card, 1_000_000, style(false), language, open),
  info: (card: ApprovalCard) => cardDetails(card, 1_000_000, style(false), language),
  async slash(name, args, chat) {
    if (name === 'budget' && args === 'seen') return { lines: [`shown: ${reported.join(' ')}`] };
    const said = {
      status: 'all is well',
      undo: `undo ${args}`,
      budget: 'nothing was spent',
      sandbox: 'Executor  bubblewrap',
    }[name];
    if (said !== undefined) return { lines: [said] };
    if (name === 'tools') return { lines: [args === '' ? 'all the tools' : `the tool ${args}`] };
    return slashAnswer(name, { agent: agent, args, chat, now: 1_000_000, language });
  },
  history: { texts: ['last of yesterday', 'first of yesterday'], add() {} },
  paths: async start => ['notes.md', 'notes/', 'other.txt'].filter(path => path.startsWith(start)),
  desktop: {
    copy: async text => `Copied ${JSON.stringify(text)}.`,
    edit: async text => `${text} from the editor\n`,
    picture: async () => ({ kind: 'none' }),
    files: () => undefined,
  },
  spent: async () => undefined,
  signal: new AbortController().signal,
  settleMs,
});
console.log(`left the chat: ${end}`);
process.exit(0);
