/** What was said in twelve languages is forgotten in each of them: no file of the home has a sentence left. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FactOfLanguage, factsOfLanguages, sayings } from '../../corpora/memory/languages.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { AnswerTurn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, withAgent } from '../rig/agent.ts';

/** The files of a home that hold one of the texts. */
function filesWith(home: string, texts: readonly string[]): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .flatMap(file => {
      const bytes = readFileSync(file);
      return texts.filter(text => bytes.includes(text)).map(text => `${file}: ${text}`);
    });
}

/** Saves what it is told to by the saying of a language, and repeats what else it hears. */
const mind: AnswerTurn = ({ said, results }) => {
  if (results.length > 0) return { text: 'All right.' };
  const content = factsOfLanguages.find(({ language, fact }) => {
    const [before, after] = sayings[language]?.[0] ?? ['', ''];
    return said === `${before}${fact}${after}`;
  })?.fact;
  return content
    ? { toolCalls: [{ name: 'memory_save', arguments: { content, kind: 'fact' } }] }
    : { text: `OK: ${said}` };
};

async function sayAll(running: Running, facts: readonly FactOfLanguage[]): Promise<void> {
  for (const at of [0, 1])
    for (const { language, fact } of facts) {
      const [before, after] = sayings[language]?.[at] ?? ['', ''];
      await running.say(`session:web:${at === 0 ? 'main' : 'other'}`, `${before}${fact}${after}`);
    }
}

async function forgetAll(running: Running, memories: readonly unknown[]): Promise<void> {
  for (const id of memories) {
    const { status } = await fetch(`${running.url}/api/memory/${encodeURIComponent(String(id))}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    // one may be gone with another that says the same
    assert.ok(status === 200 || status === 404, `${id}: ${status}`);
  }
}

/** So many facts are told to one home. */
const ofOneHome = 60;

test('given 240 facts that were said twice in twelve languages and saved, when each is forgotten, then no file has a sentence of them', async t => {
  const model = await anthropicPeer({ script: mind });
  t.after(() => model.close());
  const env = { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url };
  const config = '[models]\ndefault = "anthropic/claude-sonnet-5"\n[learning]\npromotion_mode = "off"\n';
  const left: string[] = [];
  for (let from = 0; from < factsOfLanguages.length; from += ofOneHome)
    await withAgent({ config, hasForgotten: true, env }, async agent => {
      const facts = factsOfLanguages.slice(from, from + ofOneHome);
      const texts = facts.map(({ fact }) => fact);
      const running = await agent.start();
      await sayAll(running, facts);
      const saved = agent.tables.rows('SELECT id FROM memories');
      assert.equal(saved.length, facts.length);
      assert.notDeepEqual(filesWith(agent.path, texts), [], 'the search finds what is there');
      await forgetAll(
        running,
        saved.map(({ id }) => id),
      );
      await running.stop();
      left.push(...filesWith(agent.path, texts));
    });
  t.diagnostic(`left of ${factsOfLanguages.length} sentences after forgetting: ${left.length}`);
  assert.deepEqual(left, []);
});
