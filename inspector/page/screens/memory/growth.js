/** Memories as they grew: by the conversation they come from, each with what it took the place of or contradicts. */
import { say } from '../../words/say.js';

/** @import { Memory } from '../../../../src/domain/memory/memory.ts' */

/**
 * @typedef {object} Grown
 * @property {Memory} memory
 * @property {string} [relation] to the one it stands beneath
 * @property {readonly Grown[]} others
 */

/**
 * Conversations and memories, the newest first. Each memory stands once: one that was replaced beneath the one that
 * took its place, all others under their conversation.
 * @param {readonly Memory[]} memories
 * @returns {readonly { readonly session: string, readonly memories: readonly Grown[] }[]}
 */
export function grown(memories) {
  const byId = new Map(memories.map(memory => [memory.id, memory]));
  /** @type {Set<string>} */
  const taken = new Set();

  /** @param {Memory} memory @param {string} [relation] @returns {Grown} */
  function take(memory, relation) {
    taken.add(memory.id);
    const { replaces, contradicts } = memory;
    /** @type {Grown[]} */
    const others = [];
    for (const [id, word] of /** @type {const} */ ([
      [replaces, say('replaced')],
      [contradicts, say('contradicts')],
    ])) {
      const other = id === null ? undefined : byId.get(id);
      if (other && !taken.has(other.id)) others.push(take(other, word));
    }
    return { memory, others, relation };
  }

  const newestFirst = memories.toSorted((one, other) => other.createdAt - one.createdAt);
  const named = new Set(memories.flatMap(({ replaces, contradicts }) => [replaces, contradicts]));
  // one that nothing names stands first in its line; of those that name each other in a circle, the newest
  const firsts = [...newestFirst.filter(({ id }) => !named.has(id)), ...newestFirst];
  /** @type {Map<string, Grown[]>} */
  const sessions = new Map();
  for (const memory of firsts) {
    if (taken.has(memory.id)) continue;
    const known = sessions.get(memory.session) ?? [];
    known.push(take(memory));
    sessions.set(memory.session, known);
  }
  return [...sessions].map(([session, all]) => ({ session, memories: all }));
}
