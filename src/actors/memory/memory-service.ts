/**
 * The memories, looked through, decided, reworded and forgotten by the owner; that it was done stands in the audit
 * chain, not what they said.
 */

import type { AuditNote } from '../../domain/audit/audit.ts';
import { signedText } from '../../domain/memory/export.ts';
import { namedPhrases } from '../../domain/memory/forgetting.ts';
import { acceptance, type Memory, type MemoryLink, type MemoryStore, rejection } from '../../domain/memory/memory.ts';
import type {
  ForgottenCopies,
  LearningState,
  MeaningState,
  MemoryBatch,
  MemoryDetails,
  MemoryService,
  MemoryUndo,
  Signed,
} from '../../domain/memory/service.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Phrase } from '../../domain/text/writing/phrase-search.ts';
import { isPacked } from '../../domain/text/writing/scripts.ts';
import type { MemoryBatches } from '../../ports/memory/batches.ts';
import type { Episodes } from '../../ports/memory/episodes.ts';
import type { MemoryFinder } from '../../ports/memory/finder.ts';
import type { Forgettings } from '../../ports/memory/forgettings.ts';
import type { MemoryLinks } from '../../ports/memory/links.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import type { ActorCore } from '../core.ts';
import type { ConsolidationRuns } from './consolidation-runs.ts';
import type { ForgettingWork } from './forgetting.ts';

/** What it works with: the tables of memories, the runs over them, and the core of all services. */
export interface MemoryWork extends ActorCore {
  readonly memories: MemoryStore;
  readonly batches: MemoryBatches;
  readonly episodes: Pick<Episodes, 'count' | 'find' | 'removeAll'>;
  readonly links: Pick<MemoryLinks, 'of' | 'isKnown' | 'link' | 'last'>;
  readonly runs: ConsolidationRuns;
  readonly finder: Pick<MemoryFinder, 'memories'>;
  /** How far the search by meaning is; undefined: it is off. */
  readonly meaning: () => MeaningState | undefined;
  readonly learning: () => LearningState;
  /** Written in the transaction of what it tells. */
  readonly audit: (note: AuditNote, step: { readonly at: number }) => void;
  /** Signs what goes out, and knows it when it comes back. */
  readonly signing: Pick<SigningKey, 'sign' | 'verify'>;
  readonly forgettings: Pick<Forgettings, 'note' | 'count'>;
  readonly forgetting: Pick<ForgettingWork, 'now'>;
  /** How many copies of the database there are in `backups/`. */
  readonly backups: () => number;
}

/** Among so many that wait for the owner a contradiction is looked for. */
const mostWaiting = 1_000;
/** So many batches are shown. */
const shownBatches = 20;

export function memoryService(work: MemoryWork): MemoryService {
  const whole = wholeId(work);
  const { show, ...looked } = looking(work);
  const { accept, reject, both, edit } = deciding(work);
  const { forget, ...removed } = removing(work);
  return {
    ...looked,
    ...removed,
    show: async id => show(whole(id)),
    accept: async (id, by) => accept(whole(id), by),
    reject: async (id, by) => reject(whole(id), by),
    both: async (id, by) => both(whole(id), by),
    edit: async (id, content, by) => edit(whole(id), content, by),
    forget: async (id, by) => forget(whole(id), by),
    undo: undoing(work),
    consolidate: consolidating(work),
    take: taking(work),
  };
}

/**
 * A memory may be named by the beginning of its id, with or without what stands before the colon, if no other has it.
 */
function wholeId({ memories }: Pick<MemoryWork, 'memories'>): (given: string) => string {
  return given => {
    const short = /^(?:memory:)?([0-9a-f]{6,20})$/.exec(given.trim())?.[1];
    if (short === undefined) return given;
    const [id, other] = memories.beginning(`memory:${short}`);
    if (other !== undefined)
      throw fault('invalid', says`several memories have an id that begins with ${short}; give more of it`);
    return id ?? given;
  };
}

/** Left out where there is none. */
function some<Name extends string>(name: Name, all: readonly Memory[]) {
  return (all.length === 0 ? {} : { [name]: all }) as { readonly [key in Name]?: readonly Memory[] };
}

function looking({
  memories,
  links,
  owner,
  episodes,
  batches,
  conversation,
  finder,
  meaning,
  learning,
  signing,
}: MemoryWork): Pick<MemoryService, 'find' | 'show' | 'pending' | 'page' | 'stats'> {
  const one = (id: string | null) => (id === null ? undefined : memories.get([id])[0]);

  /** The other ends of the links of a memory. */
  function tied(id: string, kind: MemoryLink['kind']): readonly Memory[] {
    const ends = links.of(id).filter(link => link.kind === kind && (kind !== 'merged' || link.one === id));
    return memories.get(ends.map(link => (link.one === id ? link.other : link.one)));
  }

  function details(memory: Memory): MemoryDetails {
    const message = memory.message === null ? undefined : conversation.message(memory.message);
    const [contradicts, replaces] = [one(memory.contradicts), one(memory.replaces)];
    return {
      memory,
      evidence: message ? { message: message.id, text: message.text, at: message.at } : undefined,
      contradicts,
      replaces,
      ...some('sources', tied(memory.id, 'merged')),
      ...some('related', tied(memory.id, 'related')),
    };
  }

  return {
    async find({ q, status, kind, limit }) {
      const filter = defined({ status, kind });
      if (q === undefined || q.trim() === '') return memories.list({ limit, ...filter });
      const found =
        kind === 'episode'
          ? episodes.find({ words: q, session: '', limit })
          : await finder.memories({ words: q, limit, partitions: 'all' });
      return found
        .filter(one => (status === undefined || one.status === status) && (kind === undefined || one.kind === kind))
        .map(({ score: _, coverage: __, ...memory }) => memory);
    },
    async show(id) {
      const memory = one(id);
      return memory && details(memory);
    },
    pending: async limit => memories.waiting(limit).map(details),
    async page(after, limit) {
      const page = memories.page(after, limit);
      const signed = <One extends Memory | MemoryLink>(one: One) => ({
        ...one,
        signature: signing.sign(signedText(one)),
      });
      const begun = page.flatMap(({ id }) => links.of(id).filter(({ one }) => one === id));
      return { memories: page.map(signed), links: begun.map(signed) };
    },
    async stats() {
      const [state, last] = [meaning(), links.last()];
      return {
        ...memories.counts(),
        language: owner.language,
        episodes: episodes.count(),
        batches: batches.list(shownBatches),
        learning: learning(),
        meaning: state,
        consolidation: last,
      };
    },
  };
}

type NoteMemory = (act: string, memory: Memory, by: string, at: number) => void;

function noting({ audit }: MemoryWork): NoteMemory {
  return (act, { id, kind, source, taint }, by, at) =>
    audit({ kind: `admin.memory-${act}`, subject: id, actor: by, facts: { kind, source, taint } }, { at });
}

function deciding(work: MemoryWork): Pick<MemoryService, 'accept' | 'reject' | 'both' | 'edit'> {
  const { system, memories, links, redactor, clock } = work;
  const note = noting(work);

  /** It is pending, or in use beside what it contradicts. */
  function isUndecided({ status, contradicts }: Memory): boolean {
    return status === 'pending' || (status === 'active' && contradicts !== null);
  }

  /** The newer side of a contradiction of which this is the older one. */
  const newerSide = (id: string) => memories.waiting(mostWaiting).find(({ contradicts }) => contradicts === id);

  /**
   * Does it to such a memory in one transaction; the run that has learned it hears of it. `newer`: what is decided is
   * the older side of a contradiction, which only the newer one knows.
   */
  async function decide(
    id: string,
    by: string,
    act: string,
    does: (memory: Memory, at: number, newer: Memory | undefined) => void,
  ) {
    const decided = await system.perform(() => {
      const [known] = memories.get([id]);
      const newer = known && !isUndecided(known) ? newerSide(id) : undefined;
      if (!known || !(newer || isUndecided(known))) return undefined;
      const at = clock.now();
      does(known, at, newer);
      note(act, known, by, at);
      return memories.get([id])[0];
    });
    if (decided?.batch?.startsWith('observer:')) {
      const open = memories.ofBatch(decided.batch).filter(({ status }) => status === 'pending').length;
      await system.accept({ target: decided.batch, event: { type: 'memory.decided', open } });
    }
    return decided;
  }

  return {
    accept: (id, by) =>
      decide(id, by, 'accept', (memory, at, newer) => {
        if (newer) memories.change(newer.id, rejection, at);
        if (memory.contradicts !== null) memories.change(memory.contradicts, { status: 'archived' }, at);
        memories.change(id, acceptance(memory), at);
      }),
    reject: (id, by) =>
      decide(id, by, 'reject', (_, at, newer) => {
        if (newer) memories.change(newer.id, { contradicts: null }, at);
        memories.change(id, rejection, at);
      }),
    both: (id, by) =>
      decide(id, by, 'both', (memory, at, newer) => {
        if (newer) {
          links.link({ one: newer.id, other: id, kind: 'different', at });
          memories.change(newer.id, acceptance({ contradicts: null, replaces: newer.replaces }), at);
        }
        if (memory.contradicts !== null) links.link({ one: id, other: memory.contradicts, kind: 'different', at });
        memories.change(id, { ...acceptance({ contradicts: null, replaces: memory.replaces }) }, at);
      }),
    edit: (id, content, by) =>
      system.perform(() => {
        const [known] = memories.get([id]);
        // an episode is a message, which stays as it was written
        if (!known || known.kind === 'episode') return undefined;
        const at = clock.now();
        const stays = memories.reword(id, redactor.text(content.trim()), at) ?? id;
        note('edit', known, by, at);
        return memories.get([stays])[0];
      }),
  };
}

/** Gone at once, in the transaction that notes that all copies are to go. */
export function noteForgotten(
  { memories, forgettings }: { readonly memories: MemoryStore; readonly forgettings: Pick<Forgettings, 'note'> },
  named: readonly Memory[],
  { phrases = [], at }: { readonly phrases?: readonly Phrase[]; readonly at: number },
): void {
  // what went into one says the same in other words, and what it took the place of would come to light again
  const gone = withReplaced(memories, memories.family(named.map(({ id }) => id)));
  const [first] = gone;
  const earlier = gone.flatMap(({ id }) => memories.earlier(id).map(content => ({ id, content, message: null })));
  const further = gone.flatMap(({ id, content }) =>
    memories.furtherSources(id).map(message => ({ id, content, message })),
  );
  forgettings.note({
    id: `${at} ${first?.id ?? 'words'}`,
    phrases,
    at,
    memories: [...gone.map(({ id, content, message }) => ({ id, content, message })), ...further, ...earlier],
  });
  for (const { id } of gone) memories.remove(id);
}

/** These, with the whole chain of those that were set aside for them. */
function withReplaced(memories: Pick<MemoryStore, 'family' | 'get'>, named: readonly Memory[]): readonly Memory[] {
  const known = new Map(named.map(memory => [memory.id, memory]));
  // a map goes through what is added on the way
  for (const { replaces } of known.values())
    if (replaces !== null && !known.has(replaces))
      for (const one of memories.family([replaces])) if (one.status === 'archived') known.set(one.id, one);
  return [...known.values()];
}

type Removing = Pick<MemoryService, 'forget' | 'forgetAll' | 'forgetWords' | 'carrying'>;

function removing(work: MemoryWork): Removing {
  const { system, store, memories, episodes, audit, clock, forgettings, forgetting, backups } = work;
  const note = noting(work);

  /** The copies, now that it is noted what is to go. */
  async function finished(gone: number): Promise<ForgottenCopies> {
    const done = await forgetting.now();
    return { ...done, memories: gone + done.memories, backups: backups() };
  }

  return {
    async forget(id, by) {
      const gone = await system.perform(() => {
        const known = memories.get([id]);
        if (known.length === 0) return 0;
        noteForgotten(work, known, { at: clock.now() });
        for (const one of known) note('forget', one, by, clock.now());
        return known.length;
      });
      return gone === 0 ? undefined : finished(gone);
    },
    carrying: async words => forgettings.count(checkedPhrases(words)),
    async forgetWords(words, count, by, key) {
      const phrases = checkedPhrases(words);
      await system.perform(() => {
        // a process that died before it could answer: they are gone
        const name = key === undefined ? undefined : `memory-forget-words:${key}`;
        if (name !== undefined && store.wasAccepted(name)) return;
        const found = forgettings.count(phrases);
        const all = found.memories + found.messages;
        if (all !== count) throw miscounted('memories and messages with these words', all, count);
        if (name !== undefined) store.accept(name, clock.now());
        noteForgotten(work, [], { phrases, at: clock.now() });
        audit(
          { kind: 'admin.memory-forget-words', subject: 'memory', actor: by, facts: { ...found } },
          { at: clock.now() },
        );
      });
      return finished(0);
    },
    async forgetAll(count, keepConversations, by) {
      const gone = await system.perform(() => {
        const all = memories.list({ limit: -1 });
        if (all.length !== count) throw miscounted('memories there are', all.length, count);
        episodes.removeAll();
        if (keepConversations) for (const { id } of all) memories.remove(id);
        else noteForgotten(work, all, { at: clock.now() });
        audit(
          { kind: 'admin.memory-forget-all', subject: 'memory', actor: by, facts: { memories: all.length } },
          { at: clock.now() },
        );
        return all.length;
      });
      return finished(gone);
    },
  };
}

function miscounted(what: string, expected: number, got: number) {
  return fault('invalid', `expected the number of ${what}, ${expected}, got ${got}; nothing was forgotten`);
}

/** So few letters stand in too many texts. */
const leastLetters = 4;

function checkedPhrases(words: string): readonly Phrase[] {
  const phrases = namedPhrases(words);
  // a character of Chinese or a Korean syllable says as much as two letters
  const letters = [...(phrases[0]?.words.join('') ?? '')].reduce((sum, letter) => sum + (isPacked(letter) ? 2 : 1), 0);
  if (letters < leastLetters)
    throw fault(
      'invalid',
      says`expected words with at least ${leastLetters} letters or digits; shorter ones stand everywhere`,
    );
  return phrases;
}

/** An owner who waits longer asks again. */
const patienceMs = 20_000;

function consolidating({ system, runs, audit, clock }: MemoryWork): MemoryService['consolidate'] {
  return async (name, by) => {
    const subject = runs.addressOf(name);
    if (!runs.has(name))
      await system.perform(() =>
        audit({ kind: 'admin.memory-consolidate', subject, actor: by, facts: {} }, { at: clock.now() }),
      );
    return runs.run(name, { patienceMs });
  };
}

function undoing({ system, batches, audit, clock, store }: MemoryWork): MemoryService['undo'] {
  return async (batch, by, key) => {
    const undone = await system.perform(() => {
      const at = clock.now();
      const known = batches.list(shownBatches);
      // a process that died before it could answer: the next batch is not meant
      if (key !== undefined && store.wasAccepted(`memory-undo:${key}`)) return undoneBefore(batch, known);
      const id = batch ?? known.find(({ undoneAt }) => undoneAt === null)?.id;
      const outcome = id === undefined ? undefined : batches.undo(id, at);
      if (id === undefined || !outcome) return undefined;
      if (key !== undefined) store.accept(`memory-undo:${key}`, at);
      audit({ kind: 'admin.memory-undo', subject: id, actor: by, facts: { ...outcome } }, { at });
      return { batch: id, ...outcome };
    });
    if (undone && /^(?:observer|consolidation):/.test(undone.batch))
      await system.accept({ target: undone.batch, event: { type: 'batch.undone' } });
    return undone;
  };
}

/** What was undone last, or of this batch. */
function undoneBefore(batch: string | undefined, known: readonly MemoryBatch[]): MemoryUndo | undefined {
  const undone = known.filter(({ id, undoneAt }) => undoneAt !== null && (batch === undefined || id === batch));
  const [last] = undone.toSorted((a, b) => (b.undoneAt ?? 0) - (a.undoneAt ?? 0));
  return last && { batch: last.id, undone: last.memories, left: 0 };
}

/**
 * A file can claim anything. So a memory keeps its trust, its status and where it comes from only where this home has
 * signed it, or the owner vouches for the file; its uses begin again. Any other is from outside and waits for the
 * owner. So does what was outside before, whatever the file says: an earlier version kept such memories as active ones.
 */
function taking(work: MemoryWork): MemoryService['take'] {
  const { system, memories, links, batches, redactor, audit, clock, signing } = work;
  const redact = redactor.text;
  return (batch, { isVouchedFor = false, ...given }, by) =>
    system.perform(() => {
      const at = clock.now();
      const id = `import:${batch}`;
      const isKnown = ({ signature, ...one }: Signed<Memory> | Signed<MemoryLink>) =>
        isVouchedFor || (signature !== undefined && signing.verify(signedText(one), signature));
      const here: Record<string, string> = {};
      let [added, unsigned] = [0, 0];
      for (const one of given.memories) {
        const { uses: _, lastUsedAt: __, updatedAt, ...memory } = isKnown(one) ? one : fromOutside(one, id);
        const content = redact(memory.content);
        const same = memories.withWords(memory.kind, content, memory.partition);
        if (same && same.id !== memory.id) here[memory.id] = same.id;
        if (same || memories.get([memory.id]).length > 0) continue;
        const status = memory.taint === 'external' && memory.status === 'active' ? 'pending' : memory.status;
        const [tags, subject] = [memory.tags.map(redact), memory.subject === null ? null : redact(memory.subject)];
        const kept = memories.save({
          ...memory,
          tags,
          subject,
          status,
          content,
          batch: id,
          at: Math.min(updatedAt, at),
        });
        // without anything new there is nothing to undo
        if (added === 0) batches.begin({ id, kind: 'import', at });
        batches.note(id, kept, at, true);
        added += 1;
        if (memory.taint !== one.taint) unsigned += 1;
      }
      const ends = ({ one, other }: MemoryLink) => (one === other ? [] : memories.get([one, other]));
      for (const link of given.links) {
        const both = ends(link);
        // a link of a stranger's says nothing of memories that were there before
        if (both.length < 2 || !(isKnown(link) || both.every(end => end.batch === id))) continue;
        if (links.isKnown(link.one, link.other)) continue;
        batches.begin({ id, kind: 'import', at });
        links.link({ one: link.one, other: link.other, kind: link.kind, batch: id, at });
      }
      const facts = { memories: added, unsigned, ...defined({ vouchedFor: isVouchedFor ? true : undefined }) };
      audit({ kind: 'admin.memory-import', subject: id, actor: by, facts }, { at });
      return { added, unsigned, known: here };
    });
}

/**
 * Nothing of what it claims to be from, and nothing it would stand in the place of. It belongs to its import and to no
 * conversation of this home, whose messages would look like its evidence.
 */
function fromOutside(memory: Memory, session: string): Memory {
  const claims = { message: null, replaces: null, contradicts: null };
  return { ...memory, ...claims, session, taint: 'external', source: 'import' };
}
