/**
 * A conversation of 5 000 messages in `straylight chat`, with a model of 32 768 tokens on a server that counts for itself and
 * refuses what does not fit. What the first hundred messages said is answered at the end, an order of the first ten
 * stands in the last request, a pending approval and a plan whose agent is at work are there after every summary, and a
 * turn late costs what one early costs.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
const plan = `---
id: look
title: Look
steps:
  - id: hold
    agent: looker
    task: hold until you are told
    depends_on: []
---
Nothing else.
`;

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

/** What the server answers; `held`: until an agent may go on. */
function answer(asked: Asked, held: Promise<void>): Turn {
  const { said, results, system } = asked;
  if (system.startsWith('You summarise')) {
    const [, , , text = said] = /^<data-([0-9a-f]{8}) source="([^"]*)">\n([\s\S]*)\n<\/data/.exec(said) ?? [];
    return { text: JSON.stringify(summaryByRules(text)) };
  }
  // a word now and then, so that it is not taken for a server that is silent
  if (said.startsWith('hold'))
    return {
      text: `${'… '.repeat(200)}It is looked at.`,
      deltas: 400,
      between: () => Promise.race([held, pause(15_000)]),
    };
  if (said === question) {
    const [, number] = /locker at the station has the number (\d+)/.exec(JSON.stringify(asked.body)) ?? [];
    return { text: number === undefined ? 'I do not know.' : `It has the number ${number}.` };
  }
  if (results.length > 0) return { text: 'It waits for you.' };
  if (said.startsWith('clear'))
    return { toolCalls: [{ name: 'execute_command', arguments: { command: 'rm -r old' } }] };
  if (said.startsWith('plan')) return { toolCalls: [{ name: 'run_plan', arguments: { plan } }] };
  const [, at] = /^(\d+): /.exec(said) ?? [];
  return { text: at === undefined ? 'Noted.' : `Done ${at}.` };
}

/** A chat without a terminal: a line is said when the turn of the one before has ended. */
function chatOf(agent: TestAgent) {
  const child = spawn(process.execPath, [launcher, 'chat'], {
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
      child.stdin.end();
      await ended;
    },
    kill: () => child.kill('SIGKILL'),
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

test('given a conversation of 5 000 messages in the terminal with a model of 32 768 tokens, when it ends, then its fact, its order, its approval and its agent are there, no request was too long, and its last turns cost what its first did', async t => {
  const held = Promise.withResolvers<void>();
  const requests: { readonly system: string; readonly bytes: number }[] = [];
  let last = '';
  let answered = 0;
  const peer = await openaiPeer({
    models: ['m'],
    script(asked) {
      answered += 1;
      const { said, system } = asked;
      if (/^\d+: |^Which number/.test(said) && !system.startsWith('You summarise')) {
        last = JSON.stringify(asked.body);
        requests.push({ system, bytes: last.length });
      }
      return answer(asked, held.promise);
    },
    dialect: { facts: {}, takes: tokens, beside: { 'GET /props': { default_generation_settings: { n_ctx: tokens } } } },
  });
  const config = `[safe_mode]\nboots = 0\n[sandbox]\nexecutor = "direct"\n[approvals]\nexpires_ms = "never"\n[learning]\nenabled = false\n[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n[agents.looker]\npurpose = "Looks."\ntools = ["list_files"]\n`;
  try {
    await withAgent({ config, web: 'port = 0\ngather_ms = 0' }, async agent => {
      const rows = (sql: string) => agent.tables.rows(sql).length;
      const waiting = () => rows("SELECT 1 FROM approvals WHERE state = 'pending'");
      const approve = async (tool: string) => {
        const { value } = await agent.json('approvals', 'list');
        const { card } = value.find((one: { readonly card: { readonly tool: string } }) => one.card.tool === tool);
        // not waited for: it ends with what it approved
        void agent.straylight('approvals', 'approve', card.key, '--confirm', card.word ?? 'yes');
      };
      mkdirSync(join(agent.workspace, 'old', 'deep'), { recursive: true });
      const chat = chatOf(agent);
      try {
        chat.write([
          order,
          'Hello, who are you?',
          fact,
          'My boat is called Walross.',
          'clear the old folder',
          'plan it',
        ]);
        chat.write(Array.from({ length: 60 }, (_, at) => talk(at)));
        await chat.printed('Done 59.');
        assert.equal(waiting(), 2, 'the command and the plan wait');
        await approve('run_plan');
        const children = () => agent.tables.rows('SELECT state FROM agents_children').map(({ state }) => state);
        await t.waitFor(() => assert.deepEqual(children(), ['running']), { interval: 100, timeout: 60_000 });

        const from = requests.length;
        chat.write(Array.from({ length: turns - 60 }, (_, at) => talk(at + 60)));
        const cost: Record<string, string> = {};
        const ms: number[] = [];
        for (const [name, [begin, end]] of Object.entries(spans)) {
          await chat.printed(`Done ${begin}.`);
          const before = [processorMs(chat.pid), performance.now()] as const;
          await chat.printed(`Done ${end - 1}.`);
          const each = (processorMs(chat.pid) - before[0]) / (end - begin);
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
        t.diagnostic(`${messages} messages, ${summaries} summaries, each told: ${lines}; ${refused} requests refused`);
        t.diagnostic(`a turn early: ${cost['early']}; late: ${cost['late']}`);
        assert.ok(messages >= 5_000 && summaries >= 5, `${messages}, ${summaries}`);
        assert.equal(lines, summaries, 'one line for each');
        assert.equal(chat.out().split('summarised from here on').length - 1, summaries, 'and the terminal shows it');
        assert.equal(refused, 0);
        assert.match(chat.out(), /It has the number 4711\./);
        assert.ok(last.includes(JSON.stringify(order).slice(1, -1)), 'the order stands in the last request');
        const later = requests.slice(from);
        assert.ok(
          later.every(({ system }) => system.includes('rm -r old')),
          'each request names the approval that waits',
        );
        assert.ok(later.every(({ system }) => system.includes(order)));
        const [early = 0, late = 0] = ms;
        assert.ok(Number.isNaN(early) || late <= early * 1.3, `${early} ms, then ${late} ms`);

        assert.deepEqual([children(), waiting()], [['running'], 1], 'neither ended, and neither came twice');
        held.resolve();
        chat.write(['And the plan?']);
        await chat.printed('Plan “Look”');
        assert.ok(existsSync(join(agent.workspace, 'old')));
        await approve('execute_command');
        chat.write(['And now?']);
        await t.waitFor(() => assert.ok(!existsSync(join(agent.workspace, 'old'))), { interval: 100, timeout: 60_000 });
        assert.equal(waiting(), 0);
      } finally {
        held.resolve();
        await chat.leave();
      }
    });
  } finally {
    held.resolve();
    await peer.close();
  }
});
