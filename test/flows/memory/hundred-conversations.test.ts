/** A hundred conversations with a model that finds in each what a table says; what is learned is what the table says. */
import assert from 'node:assert/strict';
import { setTimeout as soon } from 'node:timers/promises';
import { type Story, stories, type Told } from '../../corpora/memory/learned-conversations.ts';
import type { AnswerTurn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { sandboxProblem, type WorstCaseAgent, worstCaseAgent } from '../rig/worst-case-agent.ts';

const skip = await sandboxProblem();
const found = new Map(stories.flatMap(({ told }) => told).map(({ said, finds }) => [said, finds]));

/** The observer's model: what the table says of each message, by its words. */
const extractor: AnswerTurn = ({ system, said }) => {
  if (!system.startsWith('You read a conversation')) return { text: 'I see.' };
  const items = [...said.matchAll(/^#(\d+) owner: (.*)$/gm)].flatMap(([, message, words = '']) =>
    (found.get(words) ?? []).map(one => ({ kind: 'fact', correction: false, ...one, message: Number(message) })),
  );
  return { text: JSON.stringify({ items }) };
};

test('given a hundred conversations, when each has been looked through, then what was staged, promoted, contradicted and corrected is what the table says', {
  skip,
  timeout: 600_000,
}, async t => {
  const agent = await worstCaseAgent(extractor, '[learning]\nidle_ms = 200\n');
  t.after(agent.close);
  const conversations = stories.reduce((sum, { told }) => sum + told.length, 0);
  assert.equal(conversations, 100);
  const rounds = Math.max(...stories.map(({ told }) => told.length));
  for (let round = 0; round < rounds; round += 1) {
    const these = stories.flatMap(({ told }) => told[round] ?? []).length;
    await Promise.all(stories.map((story, at) => tell(agent, story, at, round)));
    await lookedThrough(agent, these, round);
  }

  const rows = agent.tables.rows(`
    SELECT m.content, m.kind, m.status, m.sightings, m.taint, c.content AS against, r.content AS instead FROM memories m
    LEFT JOIN memories c ON c.id = m.contradicts LEFT JOIN memories r ON r.id = m.replaces`);
  const byWords = (one: { readonly content?: unknown }, other: { readonly content?: unknown }) =>
    String(one.content) < String(other.content) ? -1 : 1;
  assert.deepEqual(rows.toSorted(byWords), stories.flatMap(({ kept }) => kept).toSorted(byWords));

  const told = Object.entries(Object.groupBy(stories, ({ name }) => name));
  t.diagnostic(
    `${conversations} conversations: ${told.map(([name, these]) => `${name} ${these.length} of ${these.length}`).join(', ')}`,
  );
});

const sessionOf = (at: number, round: number) => `session:web:s${at}-${round}`;

async function tell(agent: WorstCaseAgent, { told }: Story, at: number, round: number): Promise<void> {
  const words: Told | undefined = told[round];
  if (words) await agent.say(sessionOf(at, round), words.said, words.taint);
}

/** As many conversations of this round are looked through. */
async function lookedThrough({ tables, straylight }: WorstCaseAgent, count: number, round: number): Promise<void> {
  const looked = () => Number(tables.value('SELECT count(*) FROM observations WHERE session LIKE ?', `%-${round}`));
  for (const since = performance.now(); performance.now() - since < 240_000; await soon(50))
    if (looked() === count) return straylight.system.quiet();
  assert.equal(looked(), count, `round ${round}`);
}
