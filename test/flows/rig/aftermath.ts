/**
 * What a home looks like when its story is over.
 *
 * Every journal is exported and replayed, and must lead to the stored state. Beside that: nothing was buried, no
 * step failed, nobody is stuck, the file is whole, and no secret stands anywhere in the home but in `.env`.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePaths } from '../../../config/home.ts';
import { agentState } from '../../../src/actors/observation/agent-state.ts';
import { createSystem } from '../../../src/actors/runtime/system.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { sqliteConversationStore } from '../../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host/host.ts';
import type { Health } from '../../../src/domain/supervision/view.ts';
import { replayFile } from '../../../src/features/process/replay.ts';
import { coreWith } from '../../actors/core.ts';

/** What a story leaves behind on purpose. */
export interface Expected {
  /** Values that may stand nowhere in the home but in `.env`. */
  readonly secrets?: readonly string[];
  /** Events that could not be handled. */
  readonly deadLetters?: number;
  /** Texts were forgotten: a journal may say so, and leads to the stored state all the same. */
  readonly hasForgotten?: true;
  /** Conversations that were deleted: what is left of their journals says that alone. */
  readonly deleted?: readonly string[];
  /** How the address of an actor begins whose state was altered by hand: its journal leads elsewhere. */
  readonly altered?: string;
  /** Charts of other features, whose actors are replayed too. */
  readonly charts?: Parameters<typeof replayFile>[1];
}

/** Looks a stopped home over. Throws an `AssertionError` for what is wrong. */
export async function lookOver(
  home: string,
  { secrets = [], deadLetters = 0, hasForgotten, deleted = [], altered, charts }: Expected,
): Promise<void> {
  const paths = homePaths(home);
  const clock = systemClock;
  const database = openDatabase({ file: paths.database, synchronous: 'normal', now: clock.now });
  try {
    assert.deepEqual(database.pragma('integrity_check'), [{ integrity_check: 'ok' }]);
    const store = sqliteHostStore(database);
    const conversation = sqliteConversationStore(database);
    // Never started: only the state of the agent reads it.
    const registry = { machines: new Map(), sources: new Map(), lookups: new Map(), writers: new Map() };
    const system = createSystem({ store, registry, clock, boot: 'aftermath', redact: text => text });
    const health = (): Health => assert.fail('nobody asks');
    const reads = agentState(coreWith({ system, store, conversation }), health);

    for (const { address, seq, state } of store.actors(0)) {
      if (altered !== undefined && address.startsWith(altered)) continue;
      const file = JSON.parse(JSON.stringify(reads.export(address))) as { readonly journal: readonly unknown[] };
      const { verified, steps, state: folded, firstDivergence } = replayFile(file, charts);
      if (hasForgotten === undefined || verified !== 'forgotten')
        assert.equal(verified, true, `${address}: ${JSON.stringify(firstDivergence)}`);
      assert.deepEqual(folded, JSON.parse(state), `${address} replays to another state than the stored one`);
      assert.equal(steps, deleted.includes(address) ? 1 : seq, `${address} has ${seq} steps, its journal ${steps}`);
    }
    assert.deepEqual(store.wedged(), [], 'nothing will ever move them');
    assert.equal(store.countDeadLetters(), deadLetters, JSON.stringify(store.deadLetters()));
  } finally {
    database.close();
  }
  const log = readFileSync(join(paths.logs, 'straylight.jsonl'), 'utf8').split('\n').filter(Boolean);
  const wrong = log.filter(line => /"event":"(step\.failed|commit\.failed|feed\.defect)"/.test(line));
  assert.deepEqual(wrong, []);
  for (const secret of secrets) assert.deepEqual(filesWith(home, secret), [], 'a secret stands in a file of the home');
}

/** The files below a folder that hold a text, `.env` left out. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== '.env')
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => readFileSync(file).includes(text));
}
