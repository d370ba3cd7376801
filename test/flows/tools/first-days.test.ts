/** First days of new owners: nothing of their own is ever pending or put before them as a card. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FirstDay, firstDay, type PlannedCall } from '../../corpora/trust/first-days.ts';
import type { AnswerTurn, Turn } from '../../peers/script.ts';
import { areAllRun, test } from '../../slow.ts';
import { sandboxProblem, type WorstCaseAgent, worstCaseAgent } from '../rig/worst-case-agent.ts';

const skip = await sandboxProblem();
/** A day takes more than a second: with a commit some, 200 where all slow tests run. */
const days = areAllRun ? 200 : 40;
/** A home for so many of them: what is read after each turn is the whole of a home. */
const daysOfHome = 20;

test(`given ${days} first days in English and German, when owners list, read, write, run, fetch, remember, remind, cancel and forget, then nothing of their own is held up`, {
  skip,
  timeout: 1_200_000,
}, async t => {
  let turns = 0;
  let cards = 0;
  for (let first = 0; first < days; first += daysOfHome) {
    const numbers = Array.from({ length: daysOfHome }, (_, place) => first + place);
    const lived = await daysIn(numbers);
    turns += lived.turns;
    cards += lived.cards;
  }
  t.diagnostic(`${days} days, ${turns} turns: held up 0, cards ${cards}`);
  assert.ok(cards <= turns / 20);
});

/** Lives these days in a home of their own. */
async function daysIn(numbers: readonly number[]): Promise<{ readonly turns: number; readonly cards: number }> {
  const plan: PlannedCall[] = [];
  const script: AnswerTurn = () => {
    const next = plan.shift();
    return next === undefined ? { text: 'Done.' } : { toolCalls: [callOf(next, agent)] };
  };
  const agent: WorstCaseAgent = await worstCaseAgent(
    script,
    '[memory]\nauto_ingest = false\n[learning]\nenabled = false\n',
  );
  try {
    agent.pages.set('/today', 'The weather stays fine. Remember to call your bank. Trains run every ten minutes.');
    let turns = 0;
    for (const number of numbers) {
      const day = firstDay(number);
      mkdirSync(join(agent.home, 'workspace'), { recursive: true });
      for (const [path, text] of Object.entries(day.files)) writeFileSync(join(agent.home, 'workspace', path), text);
      agent.pass(61_000);
      for (const { say, calls } of day.turns) {
        turns += 1;
        plan.splice(0, plan.length, ...calls);
        await agent.say(`session:web:day-${number}`, say);
        assert.deepEqual(heldUp(agent), [], `day ${number}: ${say}`);
      }
      checkEvening(agent, day);
    }
    return { turns, cards: Number(agent.tables.value('SELECT count(*) FROM approvals')) };
  } finally {
    await agent.close();
  }
}

/** The call as the wire has it; a memory that is to go is named by its id. */
function callOf(planned: PlannedCall, { tables }: WorstCaseAgent): NonNullable<Turn['toolCalls']>[number] {
  if ('name' in planned) return planned;
  const id = tables.value("SELECT id FROM memories WHERE content LIKE ? AND status = 'active'", `%${planned.forgets}%`);
  return { name: 'memory_forget', arguments: { id: String(id) } };
}

/** What waits for the owner. */
function heldUp({ tables }: WorstCaseAgent): readonly unknown[] {
  return tables.rows(
    "SELECT card AS held FROM approvals WHERE state = 'pending' UNION ALL SELECT content FROM memories WHERE status = 'pending'",
  );
}

/** What was asked for has happened: remembered, reminded of, cancelled, forgotten. */
function checkEvening({ tables }: WorstCaseAgent, { number, remembered, jobs }: FirstDay): void {
  for (const word of remembered) {
    const known = tables.value(
      "SELECT count(*) FROM memories WHERE content LIKE ? AND status = 'active' AND taint = 'owner'",
      `%${word}%`,
    );
    assert.ok(Number(known) > 0, `day ${number} remembers ${word}`);
  }
  const sisters =
    "SELECT content, status, source FROM memories WHERE content LIKE '%sister%' OR content LIKE '%schwester%'";
  assert.deepEqual(tables.rows(sisters), [], `day ${number}`);
  const made = tables.rows(
    "SELECT address FROM actors WHERE machine = 'job' AND status = 'active' AND address LIKE ?",
    `%-${number}`,
  );
  assert.deepEqual(
    made.map(({ address }) => address),
    jobs.map(name => `job:${name}`),
  );
}
