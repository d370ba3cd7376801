import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastExchange, lineChat } from '../../../src/commands/conversation/chat.ts';
import type { ChatMessage } from '../../../src/domain/supervision/view.ts';
import { texts } from '../../../src/domain/text/texts.ts';
import { approval, fakeAgent, fakeIo, report } from '../fake-agent.ts';

const now = () => 1_000_000;

test('given lines on standard input, when they are chatted, then each waits for the turn before it and none approves', async () => {
  const order: string[] = [];
  const agent = fakeAgent({
    onSay: (text, turn, agent) => {
      order.push(`said ${text}`);
      setImmediate(() => {
        order.push(`ended ${text}`);
        agent.emit({ type: 'turn', report: report(turn, { reply: `re: ${text}`, waiting: [approval('abc')] }) });
      });
    },
  });
  const io = fakeIo();
  async function* lines() {
    yield* ['one', '', 'yes', '/quit', 'never'];
  }
  const options = { agent, io, session: 'session:terminal:main', lines: lines(), clientId: () => 'c', now };
  assert.equal(await lineChat({ ...options, signal: new AbortController().signal }), 0);
  assert.deepEqual(order, ['said one', 'ended one', 'said yes', 'ended yes']);
  assert.deepEqual(agent.decisions, []);
  assert.match(io.output(), /re: one\nApproval abc/);
});

test('given a line that fails, when lines are chatted, then it is told, the others are said, and the exit code is 1', async () => {
  const agent = fakeAgent({
    onSay: (text, turn, agent) => agent.emit({ type: 'turn', report: report(turn, { reply: `re: ${text}` }) }),
  });
  const io = fakeIo();
  async function* lines() {
    yield* ['/session 99', 'one', 'two'];
  }
  const options = { agent, io, session: 'session:terminal:main', lines: lines(), clientId: () => 'c', now };
  assert.equal(await lineChat({ ...options, signal: new AbortController().signal }), 1);
  assert.equal(io.errors(), 'straylight: there is no conversation 99 here; /sessions lists them');
  assert.equal(io.output(), 're: one\nre: two');
});

test('given commands among the lines, when they are chatted, then they are carried out or refused, and no model gets them', async () => {
  const agent = fakeAgent();
  agent.cards.set('approval:abc', approval('abc'));
  const io = fakeIo();
  async function* lines() {
    yield* ['/help', '/status', '/budget', '/approvals', '/stop', '/answer abc go', '/nonesuch', '/exit', 'never'];
  }
  const options = { agent, io, session: 'session:terminal:main', lines: lines(), clientId: () => 'c', now };
  assert.equal(await lineChat({ ...options, signal: new AbortController().signal }), 1);
  assert.deepEqual([agent.said, agent.choices], [[], [['abc', 'go', 'cli']]]);
  assert.match(
    io.output(),
    /^Commands: \/actors, \/agent, \/agents, \/answer, \/approvals, .*\/goals, .*\/stop.*\n[\s\S]*Executor +bubblewrap[\s\S]*Today, [\s\S]*Approval abc[\s\S]*No standing approvals\.[\s\S]*Nothing was running\.\nAnswered: go\.$/,
  );
  assert.deepEqual(io.errors().split('\n'), ['straylight: there is no command /nonesuch; /help lists all commands']);
});

test('given commands that are spelled wrongly, when they are chatted, then the one that was meant is named, and no model gets them', async () => {
  const agent = fakeAgent({
    onSay: (text, turn, agent) => agent.emit({ type: 'turn', report: report(turn, { reply: `re: ${text}` }) }),
  });
  const io = fakeIo();
  async function* lines() {
    yield* ['/aprovals', '/memroy', '/hülfe', '/Budgt now', '/qqqqqq', '/etc/hosts'];
  }
  const options = { agent, io, session: 'session:terminal:main', lines: lines(), clientId: () => 'c', now };
  assert.equal(await lineChat({ ...options, signal: new AbortController().signal }), 1);
  assert.deepEqual(
    agent.said.map(({ text }) => text),
    ['/etc/hosts'],
  );
  assert.deepEqual(io.errors().split('\n'), [
    'straylight: there is no command /aprovals; did you mean /approvals? /help lists all commands',
    'straylight: there is no command /memroy; did you mean /memory? /help lists all commands',
    'straylight: there is no command /hülfe; did you mean /help? /help lists all commands',
    'straylight: there is no command /budgt; did you mean /budget? /help lists all commands',
    'straylight: there is no command /qqqqqq; /help lists all commands',
  ]);
});

test('given a conversation, when a chat is opened on it, then what was said last, its answer and what came since and still holds are told; nothing where nothing was said', async () => {
  const agent = fakeAgent();
  const look = () => lastExchange(agent, 'session:terminal:main', fakeIo(), 120_000);
  assert.deepEqual(await look(), { lines: [], since: [] });
  const say = (role: ChatMessage['role'], text: string, more: object = {}) =>
    agent.stored.push({ id: `m${agent.stored.length}`, turn: 't', role, text, at: 0, ...more });
  say('owner', 'older');
  say('assistant', 'older answer');
  say('owner', 'when is\nher birthday?');
  assert.deepEqual(await look(), { lines: ['Your last message: when is her birthday?', 'No reply yet.'], since: [] });
  say('assistant', 'let me see');
  say('tool', '{"found":1}');
  say('assistant', '4 May\x07.');
  say('assistant', 'unsaid', { isSetAside: true });
  const answered = { lines: ['Your last message: when is her birthday?'], reply: '4 May⟨U+0007⟩.' };
  assert.deepEqual(await look(), { ...answered, since: [] });
  say('owner', 'and his?');
  const wait = 'The model cannot be reached. I will try again at 20:43 and keep trying for 6 h; /stop ends it.';
  say('notice', wait, { id: 'e1/waiting' });
  const asked = { lines: ['Your last message: and his?', 'No reply yet.'] };
  assert.deepEqual(await look(), { ...asked, since: [`· 2 minutes ago: ${wait}`] });
  const unknown = texts('en').unknownAct('Run sleep 12');
  say('notice', unknown, { turn: '' });
  assert.deepEqual((await look()).since.length, 2);
  say('assistant', 'Stopped.');
  assert.deepEqual(await look(), { lines: ['Your last message: and his?'], reply: 'Stopped.', since: [] });
  say('owner', 'when is\nher birthday?');
  say('assistant', '4 May\x07.');
  for (let run = 1; run <= 6; run += 1) say('notice', `Job load:\n${run}`, { at: run * 10_000 });
  const since = [2, 3, 4, 5, 6].map(run => `· 1 minute ago: Job load: ${run}`);
  assert.deepEqual(await look(), { ...answered, since });
});

test('given a long reply, when a chat is opened on it, then it shows how it begins and how much is left, and closes what it cut', async () => {
  const agent = fakeAgent();
  const say = (role: ChatMessage['role'], text: string) =>
    agent.stored.push({ id: `m${agent.stored.length}`, turn: 't', role, text, at: 0 });
  say('owner', 'help');
  say('assistant', ['These:', '```', ...Array.from({ length: 40 }, (_, at) => `line ${at}`), '```'].join('\n'));
  const { reply = '', since } = await lastExchange(agent, 'session:terminal:main', fakeIo(), 120_000);
  assert.equal(reply.split('\n').length, 13);
  assert.match(reply, /^These:\n```\nline 0\n[\s\S]*line 9\n```$/);
  assert.deepEqual(since, ['… 31 more lines; /copy copies them all.']);
  say('assistant', `${'a long word '.repeat(90)}\n\n${'another one '.repeat(90)}\n\nand\nsome\nmore`);
  const long = await lastExchange(agent, 'session:terminal:main', fakeIo(), 120_000);
  assert.doesNotMatch(long.reply ?? '', /another one/);
});
