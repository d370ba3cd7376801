/**
 * A conversation of 5 000 messages in `straylight chat`, with a model of 32 768 tokens on a server that counts for itself and
 * refuses what does not fit. What the first hundred messages said is answered at the end, an order of the first ten
 * stands in each request, a pending approval and an agent at work are there after every summary, and a
 * turn late costs what one early costs.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { summaryByRules } from '../../../src/domain/context/summary.ts';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { environmentOf, type TestAgent, withAgent } from '../rig/agent.ts';

const tokens = 32_768;
/** Each is a message of the owner and one of the agent. */
const turns = 2_500;
/** So many turns are measured, early and late. */
const measured = 300;
const session = 'session:terminal:main';
const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));

const order = 'Never push to the main branch without asking me first.';
const fact = 'My locker at the station has the number 4711.';
const question = 'Which number does my locker at the station have?';
/** The owner is asked before work is given to an agent; so the conversation goes on while the agent works. */
const asksFirst = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'ask',
    permissionDecisionReason: 'Work for an agent is looked at first.',
  },
};

const subjects = [
  'harbour',
  'garden',
  'market',
  'railway',
  'library',
  'workshop',
  'orchard',
  'mill',
  'bridge',
  'tower',
];
/** A line of talk, about a third of a page. */
const talk = (at: number) => {
  const about = subjects[at % subjects.length] ?? '';
  return `${at}: today I looked at the ${about} again; the ${about} was quiet, ${at % 7} people came, and the ${subjects[(at * 3) % 10]} behind it needs paint before the winter, as the keeper of the ${about} told me twice.`;
};

/** What the server answers. */
function answer(asked: Asked): Turn {
  const { said, results } = asked;
  if (isSummary(asked)) {
    const [, , , text = said] = /^<data-([0-9a-f]{8}) source="([^"]*)">\n([\s\S]*)\n<\/data/.exec(said) ?? [];
    return { text: JSON.stringify(summaryByRules(text)) };
  }
  if (said === question) {
    const [, number] = /locker at the station has the number (\d+)/.exec(JSON.stringify(asked.body)) ?? [];
    return { text: number === undefined ? 'I do not know.' : `It has the number ${number}.` };
  }
  const [result] = results;
  if (result !== undefined) return { text: `I was told: ${result.text.slice(0, 80)}` };
  const [, folder] = /^clear the (\w+)/.exec(said) ?? [];
  if (folder !== undefined)
    return { toolCalls: [{ name: 'execute_command', arguments: { command: `rm -r ${folder}` } }] };
  if (said.startsWith('let the cleaner'))
    return { toolCalls: [{ name: 'delegate', arguments: { agent: 'cleaner', task: 'clear the attic' } }] };
  const [, at] = /^(\d+): /.exec(said) ?? [];
  return { text: at === undefined ? 'Noted.' : `Done ${at}.` };
}

const isTalk = (asked: Asked) => /^\d+: |^Which number/.test(asked.said) && !isSummary(asked);
const isSummary = ({ system }: Asked) => system.startsWith('You summarise');

/**
 * `start`, or a chat without a terminal, which says a line when the turn of the one before has ended. Those of the agent
 * (rig/agent.ts) do not live as long.
 */
function running(agent: TestAgent, command: 'start' | 'chat') {
  const child = spawn(process.execPath, [launcher, command], {
    env: environmentOf(agent.path),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let out = '';
  let looks: readonly (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      for (const look of looks) look();
    });
  const ended = once(child, 'close');
  return {
    pid: child.pid ?? 0,
    out: () => out,
    write: (lines: readonly string[]) => void child.stdin.write(lines.map(line => `${line}\n`).join('')),
    /** Once it has printed that. */
    printed: (words: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (!out.includes(words)) return;
          looks = looks.filter(one => one !== look);
          resolve();
        };
        looks = [...looks, look];
        void ended.then(() => reject(new Error(`it ended before it printed ${words}:\n${out.slice(-2_000)}`)));
        look();
      }),
    async leave() {
      if (command === 'chat') child.stdin.end();
      else child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Processor time of a process in ms; Linux alone tells it. */
function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

/** The first and the last of the turns that are measured. */
const spans = { early: [160, 160 + measured], late: [turns - measured, turns] } as const;

const settings = (url: string, hooks: string) => `
[safe_mode]
boots = 0
[sandbox]
executor = "direct"
[approvals]
expires_ms = "never"
[learning]
enabled = false
[hooks]
files = ["${hooks}"]
[models]
default = "llamacpp/m"
[models.providers.llamacpp]
base_url = "${url}/v1"
[agents.cleaner]
purpose = "Cleans."
tools = ["execute_command"]
`;

/** What still waits and works, as the tables say. */
function openIn({ tables }: TestAgent) {
  const of = (sql: string) => tables.rows(sql).map(({ state }) => state);
  return {
    children: of('SELECT state FROM agents_children'),
    pending: of("SELECT state FROM approvals WHERE state = 'pending'").length,
  };
}

/** It takes minutes. */
function sayHowFar(done: number, summaries: number): void {
  const seconds = Math.round(performance.now() / 1_000);
  process.stdout.write(`${2 * done} of ${2 * turns} messages, ${summaries} summaries, ${seconds} s\n`);
}

async function approve(agent: TestAgent, words: string) {
  const { value } = await agent.json('approvals', 'list');
  const { card } = value.find((one: object) => JSON.stringify(one).includes(words));
  // not waited for: it ends with what it approved
  void agent.straylight('approvals', 'approve', card.key, '--confirm', card.word ?? 'yes');
}

test('given a conversation of 5 000 messages in the terminal with a model of 32 768 tokens, when it ends, then its fact, its order, its approval and its agent are there, no request was too long, and its last turns cost what its first did', async t => {
  const requests: { readonly bytes: number; readonly hasOrder: boolean; readonly hasApprovals: boolean }[] = [];
  const afterSummary: unknown[] = [];
  let wasSummary = false;
  let look: () => unknown = () => undefined;
  let answered = 0;
  const peer = await openaiPeer({
    models: ['m'],
    script(asked) {
      answered += 1;
      if (isTalk(asked)) {
        const body = JSON.stringify(asked.body);
        requests.push({
          bytes: Buffer.byteLength(body),
          hasOrder: asked.system.includes(order),
          hasApprovals: /Approvals that wait for [^\n]*: 2 \(execute_command, execute_command\)/.test(asked.system),
        });
        if (requests.length % 250 === 0) sayHowFar(requests.length, afterSummary.length);
        if (wasSummary) afterSummary.push(look());
        wasSummary = false;
      }
      wasSummary ||= isSummary(asked);
      return answer(asked);
    },
    dialect: { facts: {}, takes: tokens, beside: { 'GET /props': { default_generation_settings: { n_ctx: tokens } } } },
  });
  const hooks = mkdtempSync(join(tmpdir(), 'straylight-asks-first-'));
  const hookFile = join(hooks, 'settings.json');
  const command = `echo '${JSON.stringify(asksFirst)}'`;
  writeFileSync(
    hookFile,
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'delegate', hooks: [{ type: 'command', command }] }] } }),
  );
  try {
    await withAgent({ config: settings(peer.url, hookFile), web: 'port = 0\ngather_ms = 0' }, async agent => {
      const rows = (sql: string) => agent.tables.rows(sql).length;
      const atWork = { children: ['running'], pending: 2 };
      const becomes = (check: () => void) => t.waitFor(check, { interval: 100, timeout: 120_000 });
      for (const name of ['old', 'attic']) mkdirSync(join(agent.workspace, name, 'deep'), { recursive: true });
      const { value: known } = await agent.json('hooks', 'list');
      for (const { id } of known) await agent.straylight('hooks', 'trust', id, '--yes');
      const host = running(agent, 'start');
      await host.printed('\nPage');
      const chat = running(agent, 'chat');
      try {
        chat.write([order, 'Hello, who are you?', fact, 'My boat is called Walross.', 'clear the old folder']);
        chat.write(['let the cleaner clear the attic', ...Array.from({ length: 60 }, (_, at) => talk(at))]);
        await chat.printed('Done 59.');
        assert.deepEqual(openIn(agent), { children: [], pending: 2 }, 'the command and the work wait');
        await approve(agent, 'delegate');
        await becomes(() => assert.deepEqual(openIn(agent), atWork, 'the command of the agent waits, too'));
        look = () => openIn(agent);

        const from = requests.length;
        chat.write(Array.from({ length: turns - 60 }, (_, at) => talk(at + 60)));
        const cost: Record<string, string> = {};
        const ms: number[] = [];
        for (const [name, [begin, end]] of Object.entries(spans)) {
          await chat.printed(`Done ${begin}.`);
          const before = [processorMs(host.pid), performance.now()] as const;
          await chat.printed(`Done ${end - 1}.`);
          const each = (processorMs(host.pid) - before[0]) / (end - begin);
          ms.push(each);
          const bytes = Math.max(...requests.slice(begin, end).map(request => request.bytes));
          cost[name] =
            `${each.toFixed(1)} ms of processor time, ${((performance.now() - before[1]) / (end - begin)).toFixed(1)} ms, requests of at most ${bytes} bytes`;
        }
        chat.write([question]);
        await chat.printed('It has the number');

        const summaries = rows('SELECT 1 FROM compactions');
        const lines = rows("SELECT 1 FROM deliveries WHERE body LIKE '%summarised from here on%'");
        const messages = rows(`SELECT 1 FROM messages WHERE session = '${session}'`);
        const refused = peer.requests.filter(({ path }) => path.endsWith('/chat/completions')).length - answered;
        const largest = Math.ceil(Math.max(...requests.map(({ bytes }) => bytes)) / 4);
        t.diagnostic(`${messages} messages, ${summaries} summaries, each told: ${lines}; ${refused} requests refused`);
        t.diagnostic(`the largest request: ${largest} of ${tokens} tokens, as the server counts`);
        t.diagnostic(`a turn early: ${cost['early']}`);
        t.diagnostic(`a turn late: ${cost['late']}`);
        assert.ok(messages >= 2 * turns && summaries >= 5, `${messages}, ${summaries}`);
        assert.equal(lines, summaries, 'one line for each');
        assert.equal(chat.out().split('summarised from here on').length - 1, summaries, 'and the terminal shows it');
        assert.deepEqual([refused, largest < tokens * 0.8], [0, true]);
        assert.match(chat.out(), /It has the number 4711\./);
        assert.ok(
          requests.every(({ hasOrder }) => hasOrder),
          'the order stands in each request, the last one too',
        );
        assert.ok(
          requests.slice(from).every(({ hasApprovals }) => hasApprovals),
          'each names the approvals that wait',
        );
        assert.deepEqual(
          afterSummary,
          afterSummary.map(() => atWork),
          'the agent and both approvals are there after each summary',
        );
        t.diagnostic(`after ${afterSummary.length} summaries the agent was at work, and both approvals waited`);
        const [early = 0, late = 0] = ms;
        assert.ok(Number.isNaN(early) || late <= early * 1.3, `${early} ms, then ${late} ms`);

        assert.deepEqual(openIn(agent), atWork, 'neither ended, and neither came twice');
        await approve(agent, 'attic');
        await becomes(() => assert.deepEqual(openIn(agent), { children: ['done'], pending: 1 }));
        await approve(agent, 'rm -r old');
        const folders = () => ['old', 'attic'].map(name => existsSync(join(agent.workspace, name)));
        await becomes(() => assert.deepEqual([folders(), openIn(agent).pending], [[false, false], 0]));
      } finally {
        await chat.leave();
        await host.leave();
      }
    });
  } finally {
    rmSync(hooks, { recursive: true, force: true });
    await peer.close();
  }
});
