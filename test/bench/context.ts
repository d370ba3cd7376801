/** What a long conversation costs each request: its assembly, and a whole turn behind a summary. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recentMessages } from '../../src/actors/conversation/recent-messages.ts';
import { modelRequests } from '../../src/actors/conversation/request/model-request.ts';
import { sqliteCompactionLedger } from '../../src/adapters/stores/sqlite/context/compactions.ts';
import { sqliteConversationStore } from '../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { openDatabase, type SqliteDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { memoryStore } from '../../src/adapters/stores/sqlite/memories/memories.ts';
import { createToolbox } from '../../src/adapters/toolbox/toolbox.ts';
import { askOwner } from '../../src/adapters/tools/ask-owner.ts';
import { memorySave } from '../../src/adapters/tools/memory/save.ts';
import { compose } from '../../src/compose.ts';
import { windowMessages } from '../../src/domain/conversation/context-window.ts';
import { benchConfig, instantExecutor, scratchHome } from './bench-home.ts';
import { type Bench, type Figure, median } from './figure.ts';
import { modelPeer } from './process/processes.ts';

const tokens = 100_000;
const rounds = 21;
const warmTurns = 8;
const timedTurns = 40;
const young = 10;
const old = 10_000;
/** Both have so many messages since their beginning or their summary. */
const since = 10;

export const context: Bench = {
  name: 'context',
  title: 'What a long conversation costs each request',
  run: async () => [await assembly(), ...(await turnBehindSummary())],
};

/** As `completion` makes it at each step of a turn: all is read and weighed before, one message is new. */
async function assembly(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-bench-'));
  const database = openDatabase({ file: join(folder, 'bench.db'), synchronous: 'normal', now: () => 1 });
  try {
    const conversation = sqliteConversationStore(database);
    const recent = recentMessages(conversation, windowMessages);
    const memories = memoryStore(database);
    const session = 'session:web:long';
    let said = 0;
    const say = (characters: number) => {
      said += 1;
      const role = said % 2 === 1 ? 'owner' : 'assistant';
      const body = `${said}: `.padEnd(characters, 'some words of a page ');
      const message = {
        id: `m${said}`,
        session,
        turn: `t${Math.ceil(said / 2)}`,
        role,
        body,
        taint: 'owner',
        at: said,
      } as const;
      conversation.appendMessage(message);
      recent.add(message);
    };
    while (said < windowMessages / 2) say((tokens * 3.5 * 2) / windowMessages);
    const prepare = modelRequests({
      toolbox: createToolbox([memorySave(memories), askOwner]),
      conversation,
      recent,
      memories,
      system: () => [{ text: 'You are Straylight. '.repeat(300), stable: true }],
    });
    const info = { contextTokens: 200_000, takesImages: true, takesTools: true };
    const made: number[] = [];
    let held = 0;
    for (let round = 0; round < rounds; round += 1) {
      say(200);
      const from = performance.now();
      const { parts } = await prepare(
        { session, turn: `t${Math.ceil(said / 2)}`, recalled: [], tools: true },
        { model: 'bench/model', info, outputTokens: 8_192, form: 'native' },
      );
      made.push(performance.now() - from);
      held = parts.history;
    }
    const yardstick = `${Math.round(held / 1000)} 000 tokens in ${said} messages; ${made[0]?.toFixed(1)} ms the first time`;
    return { name: 'assembly of a request of 100 000 tokens', value: median(made), unit: 'ms', atMost: 10, yardstick };
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two conversations of one agent, asked by turns: one at message 10, one at message 10 000 with a summary before it. */
async function turnBehindSummary(): Promise<readonly Figure[]> {
  const model = await modelPeer();
  const { home, remove } = scratchHome();
  const config = benchConfig(home, model.url);
  const database = openDatabase({ file: config.paths.database, synchronous: 'normal', now: () => 1 });
  fill(database, sessionOf(young), young);
  fill(database, sessionOf(old), old);
  database.close();
  const straylight = await compose(config, { executor: instantExecutor, server: false });
  try {
    await straylight.start();
    const taken = new Map<number, number[]>([young, old].map(age => [age, []]));
    const asked = new Map<number, number>();
    for (let turn = 0; turn < warmTurns + timedTurns; turn += 1)
      for (const [age, times] of taken) {
        const from = process.cpuUsage();
        const ended = await straylight.say(sessionOf(age), `what of turn ${turn}?`);
        await straylight.system.quiet();
        const { user, system } = process.cpuUsage(from);
        if (ended.kind !== 'ended' || ended.report.outcome !== 'done') throw new Error(JSON.stringify(ended));
        if (turn < warmTurns) continue;
        times.push((user + system) / 1000);
        asked.set(age, (asked.get(age) ?? 0) + ended.report.usage.inputTokens + ended.report.usage.cacheReadTokens);
      }
    const [early, late] = [median(taken.get(young) ?? []), median(taken.get(old) ?? [])];
    const [few = 1, many = 0] = [asked.get(young), asked.get(old)];
    return [
      {
        name: 'a turn at message 10 000 ÷ one at message 10',
        value: late / early,
        unit: '×',
        atMost: 1.2,
        yardstick: `processor time; ${late.toFixed(2)} ms, ${early.toFixed(2)} ms`,
      },
      {
        name: 'what is sent at message 10 000 ÷ at message 10',
        value: many / few,
        unit: '×',
        atMost: 1.2,
        yardstick: `tokens that the model counted; ${Math.round(many / timedTurns)}, ${Math.round(few / timedTurns)} a turn`,
      },
    ];
  } finally {
    await straylight.stop();
    remove();
    await model.close();
  }
}

function sessionOf(age: number): string {
  return `session:web:age-${age}`;
}

/** A summary stands for all but the newest ten of them. */
function fill(database: SqliteDatabase, session: string, messages: number): void {
  const conversation = sqliteConversationStore(database);
  const append = (at: number) =>
    conversation.appendMessage({
      id: `${session}/${at}`,
      session,
      turn: `${session}/t${Math.ceil(at / 2)}`,
      role: at % 2 === 1 ? 'owner' : 'assistant',
      body: `message ${at} of a conversation that goes on and on`,
      taint: 'owner',
      at,
    });
  database.transaction(() => {
    for (let at = 1; at <= messages; at += 1) append(at);
    if (messages <= since) return;
    const summary = `${session}/summary`;
    const body = `Summary of ${messages - since} earlier messages of this conversation, made by a model.\nGoal:\nTo go on.`;
    conversation.appendMessage({
      id: summary,
      session,
      turn: '',
      role: 'notice',
      body,
      taint: 'owner',
      at: messages + 1,
      isSummary: true,
    });
    const upTo = `${session}/${messages - since}`;
    sqliteCompactionLedger(database).add({ summary, session, upTo, messages: messages - since, at: messages + 1 });
  })();
}
