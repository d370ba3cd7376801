/** Memories and conversations found by their meaning, told to the real program with an embedding server beside it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { ollamaPeer } from '../../peers/ollama.ts';
import { subwords } from '../../peers/subwords.ts';
import { test } from '../../slow.ts';
import { type Running, withAgent } from '../rig/agent.ts';

/** Words that this model takes for the same. */
const alike: Readonly<Record<string, string>> = { cutlery: 'knives forks', timepiece: 'watch', tipple: 'drink wine' };
const embed = (text: string) => subwords(text.replace(/\w+/g, word => alike[word] ?? word));

const models = ['nomic-embed-text:latest', 'bge-m3:latest'].map(name => ({
  name,
  contextTokens: 2_048,
  architecture: 'nomic-bert',
  capabilities: ['embedding'],
}));
const withModel = (name: string) =>
  `[models]\ndefault = "rehearsal/rehearsal"\n[models.roles]\nembedding = "ollama/${name}"\n[learning]\nenabled = false\n`;

const said = ['remember that the knives and forks are in the lowest drawer', 'remember that my watch is at the repair'];

interface Meaning {
  readonly model: string;
  readonly done: number;
  readonly waiting: number;
  readonly trouble?: string;
}

/** Asks until it is so, one request after the other. */
async function until(running: Running, holds: (meaning: Meaning) => boolean): Promise<Meaning> {
  for (let asked = 0; asked < 5_000; asked += 1) {
    const { meaning } = (await running.http('/api/memory/stats')).json;
    if (holds(meaning)) return meaning;
  }
  throw new Error('it never was');
}

/** A memory as an export gives it. */
function memoryOf(content: string, index: number) {
  return {
    id: `memory:${index}`,
    kind: 'fact',
    content,
    tags: [],
    subject: null,
    status: 'active',
    source: 'owner',
    taint: 'owner',
    sensitivity: 'normal',
    partition: 'global',
    importance: 0.5,
    confidence: 0.5,
    sightings: 1,
    session: 'session:web:main',
    message: null,
    batch: null,
    replaces: null,
    contradicts: null,
    createdAt: index,
    updatedAt: index,
    uses: 0,
    lastUsedAt: null,
    expiresAt: null,
  };
}

const isWhole = ({ done, waiting }: Meaning) => waiting === 0 && done > 0;

async function found(running: Running, words: string): Promise<readonly string[]> {
  const { memories } = (await running.http(`/api/memory?q=${encodeURIComponent(words)}`)).json;
  return memories.map(({ content }: { readonly content: string }) => content);
}

/** The first that is found, by a search whose vector came in time: a slow machine answers by words alone meanwhile. */
async function firstFound(running: Running, words: string): Promise<string | undefined> {
  for (let tries = 0; tries < 100; tries++) {
    const [first] = await found(running, words);
    if (first !== undefined) return first;
  }
  return undefined;
}

const hasLoadedIndex = ({ pid }: Running) =>
  readdirSync(`/proc/${pid}/task`).some(
    thread => readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim() === 'vectors',
  );

describe('finding by meaning', { concurrency: 2 }, () => {
  test('given a model for embeddings, when something is asked for in words that no memory has, then it is found, also after kill -9 and with another model; what is forgotten is not', async t => {
    const peer = await ollamaPeer({ models, embed });
    t.after(() => peer.close());
    const env = { OLLAMA_HOST: peer.url };
    await withAgent({ config: withModel('nomic-embed-text'), env, hasForgotten: true }, async agent => {
      const running = await agent.start();
      for (const text of said) await running.say('session:web:main', text);
      await until(running, isWhole);
      assert.equal(await firstFound(running, 'cutlery'), 'the knives and forks are in the lowest drawer');
      await running.kill();
      const vectors = "SELECT count(*), count(DISTINCT source || row) FROM vectors WHERE model LIKE '%nomic%'";
      const [row = {}] = agent.tables.rows(vectors);
      const [all, distinct] = Object.values(row);
      assert.equal(all, distinct, 'one for each');

      const again = await agent.start();
      assert.equal(await firstFound(again, 'timepiece'), 'my watch is at the repair');
      const uses = () => Number(agent.tables.value("SELECT uses FROM memories WHERE content LIKE '%drawer%'"));
      const before = uses();
      await again.say('session:web:other', 'tell me about cutlery');
      assert.ok(uses() > before, 'it was put before the model');
      assert.match((await agent.straylight('memory', 'stats')).out, /by meaning \(ollama\/nomic-embed-text\): \d+ /);
      const [memory] = (await again.http('/api/memory?q=cutlery')).json.memories;
      await agent.straylight('memory', 'forget', memory.id, '--yes');
      assert.equal((await found(again, 'cutlery')).includes(memory.content), false);
      const left = "SELECT count(*) FROM vectors WHERE source = 'memory'";
      assert.equal(agent.tables.value(left), 1);
      await again.stop();

      const settings = join(agent.path, 'config.toml');
      writeFileSync(settings, readFileSync(settings, 'utf8').replace('nomic-embed-text', 'bge-m3'));
      const other = await agent.start();
      const { model } = await until(other, isWhole);
      assert.equal(model, 'ollama/bge-m3');
      assert.equal(await firstFound(other, 'timepiece'), 'my watch is at the repair');
      assert.equal(agent.tables.value("SELECT count(*) FROM vectors WHERE model LIKE '%nomic%'"), 0);
      assert.equal(hasLoadedIndex(other), true);
    });
  });

  test('given another model for embeddings, when the process is killed while everything gets new vectors, then search goes on meanwhile, nothing is lost, and only what was under way is asked for once more', async t => {
    const asked: string[] = [];
    // the third batch for the new model gets no answer before the kill
    const held = Promise.withResolvers<readonly string[]>();
    const released = Promise.withResolvers<void>();
    let batches = 0;
    const peer = await ollamaPeer({
      models,
      embed,
      async beforeEmbed(model, texts) {
        // one text alone is what somebody looks for
        if (!model.startsWith('bge-m3') || texts.length === 1) return;
        asked.push(...texts);
        batches += 1;
        if (batches < 3) return;
        held.resolve(texts);
        await released.promise;
      },
    });
    t.after(() => peer.close());
    await withAgent({ config: withModel('nomic-embed-text'), env: { OLLAMA_HOST: peer.url } }, async agent => {
      const first = await agent.start();
      const memories = Array.from({ length: 299 }, (_, index) =>
        memoryOf(`box ${index} holds part ${index * 7}`, index),
      );
      const drawer = memoryOf('the knives and forks are in the lowest drawer', 299);
      const batch = { commandId: 'import', batch: 'boxes', memories: [drawer, ...memories], vouched: true };
      assert.equal((await first.http('/api/memory/import', batch)).json.added, 300);
      const { done: all } = await until(first, isWhole);
      assert.equal(all, 300);
      await first.stop();

      const settings = join(agent.path, 'config.toml');
      writeFileSync(settings, readFileSync(settings, 'utf8').replace('nomic-embed-text', 'bge-m3'));
      const second = await agent.start();
      const cut = await held.promise;
      const { model, done, waiting } = await until(second, meaning => meaning.done > 0);
      assert.deepEqual([model, done, waiting], ['ollama/bge-m3', 128, all - 128]);
      assert.equal((await found(second, 'box 250 holds part'))[0], 'box 250 holds part 1750');
      assert.equal(await firstFound(second, 'cutlery'), drawer.content);
      await second.kill();

      released.resolve();
      const third = await agent.start();
      assert.equal((await until(third, isWhole)).done, all);
      const times = new Map<string, number>();
      for (const text of asked) times.set(text, (times.get(text) ?? 0) + 1);
      assert.deepEqual([...times.keys()].toSorted(), batch.memories.map(({ content }) => content).toSorted());
      assert.deepEqual([...times].flatMap(([text, n]) => (n > 1 ? [text] : [])).toSorted(), cut.toSorted());
      const rows = 'SELECT model, count(*) AS n, count(DISTINCT source || row) AS sources FROM vectors GROUP BY model';
      assert.deepEqual(agent.tables.rows(rows), [{ model: 'ollama/bge-m3', n: all, sources: all }]);
      assert.equal(await firstFound(third, 'cutlery'), drawer.content);
      await third.stop();
    });
  });

  test('given an embedding server that is not there, when something is asked for, then words alone answer, and it is told once', () =>
    withAgent({ config: withModel('nomic-embed-text') }, async agent => {
      const running = await agent.start();
      for (const text of said) await running.say('session:web:main', text);
      const { trouble } = await until(running, meaning => meaning.trouble !== undefined);
      assert.match(trouble ?? '', /127\.0\.0\.1:9/);
      assert.equal(await firstFound(running, 'forks'), 'the knives and forks are in the lowest drawer');
      assert.deepEqual(await found(running, 'cutlery'), []);
      const told = agent.tables.rows("SELECT text FROM reports WHERE subject = 'memory'");
      assert.equal(told.length, 1);
      assert.match(String(told[0]?.['text']), /found by words alone/);
    }));

  test('given no model for embeddings, when things are said and looked for, then nothing is embedded or loaded for it', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      for (const text of said) await running.say('session:web:main', text);
      assert.equal((await found(running, 'forks')).length, 1);
      assert.equal((await running.http('/api/memory/stats')).json.meaning, undefined);
      assert.equal(agent.tables.value('SELECT count(*) FROM vectors'), 0);
      assert.equal(hasLoadedIndex(running), false);
      assert.match((await agent.straylight('memory', 'stats')).out, /Search by words/);
    }));
});
