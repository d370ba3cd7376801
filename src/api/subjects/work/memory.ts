/** What the agent remembers: found by any words, decided, reworded, forgotten, and taken back by the batch. */

import type { ZodType } from 'zod';
import {
  type Memory,
  type MemoryLink,
  memoryKinds,
  memoryLinkKinds,
  memorySources,
  memoryStatuses,
} from '../../../domain/memory/memory.ts';
import { isPartition } from '../../../domain/memory/partition.ts';
import type {
  ConsolidationRun,
  ForgottenCopies,
  LearningState,
  MeaningState,
  MemoryBatch,
  MemoryDetails,
  Signed,
} from '../../../domain/memory/service.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { languages, phrase } from '../../../domain/text/catalog.ts';
import { operation } from '../../contract.ts';
import { describedAs } from '../../described.ts';
import { clientMadeId, count, flag, instant, limit, oneOf, text, words } from '../../fields.ts';
import { refuse } from '../../refusal.ts';
import * as views from '../../views/memory.ts';
import { z } from '../../zod.ts';

const share = () => z.number().min(0).max(1).describe('a number from 0 to 1');

/** What is wrong with a value that is to be a memory; undefined: nothing. */
export function memoryProblem(value: unknown): string | undefined {
  const [issue] = z.object(importFields()).safeParse(value).error?.issues ?? [];
  return issue && `${issue.path.join('.') || 'all of it'}: ${issue.message}`;
}

/** One that somebody can read; a memory in any other would never be found. */
function usedPartition() {
  return z.string().refine(isPartition, { error: 'expected "global", "agent:job:NAME" or "task:session:…"' });
}

function memoryRow(): ZodType<Memory, Memory> {
  return z.object(memoryFields());
}

/** As an export gives it. */
function signedMemory(): ZodType<Signed<Memory>, Signed<Memory>> {
  return z.object({ ...memoryFields(), signature: signature() });
}

/** As an import takes it: a file can hold anything. */
function importedMemory(): ZodType<Signed<Memory>, Signed<Memory>> {
  return z.object({ ...importFields(), signature: signature() });
}

function importFields() {
  const time = () => z.int().min(0).max(8_640_000_000_000_000).describe('UTC epoch milliseconds');
  return {
    ...memoryFields(usedPartition()),
    id: z
      .string()
      .regex(/^memory:[\w-]{1,100}$/, { error: 'expected "memory:" and letters, digits, "-" and "_", at most 100' })
      .describe('stays when the memory is reworded'),
    content: z.string().min(1).max(20_000),
    tags: z.array(z.string().max(200)).max(100).readonly(),
    subject: z.string().max(1_000).nullable(),
    session: z.string().max(300),
    createdAt: time(),
    updatedAt: time(),
    lastUsedAt: time().nullable(),
    expiresAt: time().nullable(),
  };
}

function signature() {
  return z.string().max(200).optional().describe('by the home that has exported it, with its own key');
}

function memoryFields(partition: ZodType<string, string> = z.string()) {
  return {
    id: z.string().describe('stays when the memory is reworded'),
    kind: z.enum(memoryKinds),
    content: z.string(),
    tags: z.array(z.string()).readonly(),
    subject: z.string().nullable(),
    status: z.enum(memoryStatuses),
    source: z.enum(memorySources),
    taint: z.enum(['owner', 'auth', 'external']),
    sensitivity: z.enum(['normal', 'private']),
    partition,
    importance: share(),
    confidence: share(),
    sightings: count(),
    session: z.string(),
    message: z.string().nullable().describe('the id of the message it comes from'),
    batch: z.string().nullable(),
    replaces: z.string().nullable(),
    contradicts: z.string().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    uses: count(),
    lastUsedAt: instant().nullable(),
    expiresAt: instant().nullable(),
  };
}

/** What is wrong with a value that is to be a link; undefined: nothing. */
export function linkProblem(value: unknown): string | undefined {
  const [issue] = linkRow().safeParse(value).error?.issues ?? [];
  return issue && `${issue.path.join('.') || 'all of it'}: ${issue.message}`;
}

function linkRow(): ZodType<Signed<MemoryLink>, Signed<MemoryLink>> {
  return z.object({
    one: z.string().describe('the id of a memory; of "merged", the one that stayed'),
    other: z.string().describe('the id of another; of "merged", the one that went into it'),
    kind: z.enum(memoryLinkKinds),
    signature: signature(),
  });
}

function details(): ZodType<MemoryDetails> {
  return z.object({
    memory: memoryRow(),
    evidence: z
      .object({ message: z.string(), text: z.string(), at: instant() })
      .optional()
      .describe('the message it comes from'),
    contradicts: memoryRow().optional(),
    replaces: memoryRow().optional(),
    sources: z.array(memoryRow()).readonly().optional().describe('memories that went into it'),
    related: z.array(memoryRow()).readonly().optional().describe('memories that speak of the same thing'),
  });
}

function batchRow(): ZodType<MemoryBatch> {
  return z.object({
    id: z.string(),
    kind: z.enum(['observer', 'import', 'consolidation']),
    session: z.string().nullable(),
    at: instant(),
    undoneAt: instant().nullable(),
    memories: count(),
  });
}

function consolidationRow(): ZodType<ConsolidationRun> {
  return z.object({
    id: z.string().describe('also the id of its batch'),
    at: instant(),
    endedAt: instant().nullable(),
    outcome: z.enum(['running', 'done', 'failed', 'cancelled']),
    merged: count().describe('memories that went into others'),
    contradicting: count().describe('memories that contradict another one'),
    linked: count().describe('pairs of memories that speak of the same thing'),
    archived: count().describe('memories that were not used for long'),
    tokens: count().describe('what its model calls have used'),
  });
}

function learningRow(): ZodType<LearningState> {
  return z.object({
    mode: z.enum(['auto', 'suggest', 'off']),
    lookedAt: instant().nullable().describe('when a conversation was last looked through'),
    learnedAt: instant().nullable().describe('when something new came of it'),
  });
}

function meaningRow(): ZodType<MeaningState> {
  return z.object({
    model: z.string().describe('provider/model that makes the vectors'),
    done: count().describe('memories and messages that have a vector of it'),
    waiting: count(),
    trouble: z.string().optional().describe('why none is made at the moment'),
  });
}

/** What was taken out, and what stays. */
function copies(): ZodType<ForgottenCopies> {
  return z.object({
    memories: count(),
    messages: count().describe('messages that were blanked'),
    steps: count().describe('steps of journals in which texts were blanked'),
    rows: count().describe('rows of other tables in which texts were blanked'),
    isComplete: z.boolean().describe('false: a turn that may say it once more runs; it goes on by itself'),
    backups: count().describe('copies of the database in backups/, which stay as they are'),
  });
}

/** As many as a chat can show. */
const mostInChat = 10;

const id = () => z.string().describe(phrase({ en: 'the id of a memory', de: 'die Kennung einer Erinnerung' }));
const one = () => z.object({ memory: memoryRow() });

export const memory = {
  list: operation({
    summary:
      'Memories: with words the best match first, without them the newest first. Episodes, which are messages of the owner, only where their kind is asked for.',
    role: 'reader',
    http: { method: 'GET', path: '/api/memory' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'memory list',
        about: 'What the agent remembers: search, decide, forget',
        isDefault: true,
        help: 'List memories, the newest first.',
        options: {
          status: { field: 'status', value: 'STATUS', help: 'only active, pending or archived ones' },
          kind: { field: 'kind', value: 'KIND', help: 'only facts, preferences, procedures, episodes, …' },
          limit: { field: 'limit', value: 'N', help: 'how many (default: 200)' },
        },
      },
      {
        words: 'memory search',
        help: 'Search the active memories by words.',
        args: { q: 'TEXT' },
        isOpen: true,
      },
    ],
    slash: [
      {
        words: 'memory',
        also: ['memory list'],
        isDefault: true,
        about: { en: 'What I remember', de: 'Was ich mir merke' },
        help: { en: 'List the newest memories.', de: 'Listet die neuesten Erinnerungen auf.' },
        inChat: { status: 'active', limit: mostInChat },
      },
      {
        words: 'memory search',
        help: { en: 'Search the memories by words.', de: 'Durchsucht die Erinnerungen nach Wörtern.' },
        args: { q: 'TEXT' },
        isOpen: true,
        inChat: { limit: mostInChat },
      },
    ],
    input: () => ({
      q: words('any words', 500),
      status: describedAs(z.enum(memoryStatuses), says`one of ${memoryStatuses.join(', ')}`).optional(),
      kind: describedAs(z.enum(memoryKinds), says`one of ${memoryKinds.join(', ')}`).optional(),
      limit: limit(500, 200),
    }),
    output: () => z.object({ memories: z.array(memoryRow()).readonly() }),
    needs: ['memories'],
    run: async ({ memories }, query) => ({ memories: await memories.find(query) }),
    view: views.memoryList,
  }),
  pending: operation({
    summary:
      'Memories that wait for the owner, pending or contradicting another one, each with the message it comes from and what it contradicts.',
    role: 'reader',
    http: { method: 'GET', path: '/api/memory/pending' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'memory pending',
        help: 'List memories that wait for your decision, with what speaks for them.',
        inChat: { limit: mostInChat },
      },
    ],
    input: () => ({ limit: limit(500, 100) }),
    output: () => z.object({ pending: z.array(details()).readonly() }),
    needs: ['memories'],
    run: async ({ memories }, { limit }) => ({ pending: await memories.pending(limit) }),
    view: views.pendingMemories,
  }),
  stats: operation({
    summary: 'How many memories there are, and the newest batches of changes.',
    role: 'reader',
    http: { method: 'GET', path: '/api/memory/stats' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'memory stats', help: 'Show how many memories there are, and the newest batches.' }],
    input: () => ({}),
    output: () =>
      z.object({
        active: count(),
        pending: count(),
        archived: count(),
        language: z.enum(languages()).describe('in which the agent speaks to its owner'),
        episodes: count().describe('messages of yours that can be recalled in other conversations'),
        meaning: meaningRow().optional().describe('missing: no model for embeddings is set'),
        batches: z.array(batchRow()).readonly(),
        learning: learningRow(),
        consolidation: consolidationRow().optional().describe('the newest run that has put them in order'),
      }),
    needs: ['memories'],
    run: ({ memories }) => memories.stats(),
    view: views.memoryStats,
  }),
  export: operation({
    summary:
      'All memories in the order in which they were made, a page at a time, each with the links that begin at it.',
    role: 'reader',
    http: { method: 'GET', path: '/api/memory/export' },
    offered: ['http', 'command'],
    commands: [
      {
        words: 'memory export',
        help: 'Print all memories as JSON lines, for "memory import".',
        options: { markdown: { help: 'print the active ones as Markdown instead, as in MEMORY.md' } },
      },
    ],
    input: () => ({ after: words('the id of the last memory of the page before', 100), limit: limit(500, 500) }),
    output: () => z.object({ memories: z.array(signedMemory()).readonly(), links: z.array(linkRow()).readonly() }),
    needs: ['memories'],
    run: ({ memories }, { after, limit }) => memories.page(after === '' ? undefined : after, limit),
  }),
  carrying: operation({
    summary: 'How many memories and messages hold some words.',
    role: 'reader',
    http: { method: 'GET', path: '/api/memory/carrying' },
    offered: ['http', 'command', 'slash'],
    input: () => ({ words: text('words in a row', 500) }),
    output: () => z.object({ memories: count(), messages: count() }),
    needs: ['memories'],
    run: ({ memories }, { words }) => memories.carrying(words),
  }),
  show: operation({
    summary: 'One memory, with the message it comes from and what it contradicts.',
    role: 'reader',
    http: { method: 'GET', path: '/api/memory/{id}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [{ words: 'memory show', help: 'Show one memory, and what it comes from.', args: { id: 'ID' } }],
    input: () => ({ id: id() }),
    output: details,
    missing: 'memory (any more)',
    needs: ['memories'],
    run: ({ memories }, { id }) => memories.show(id),
    view: views.memoryDetails,
    absent: views.noMemory,
  }),
  decide: operation({
    summary:
      'Decides on a memory that waits: an accepted one takes the place of what it contradicts, a rejected one is set aside, with "both" both count.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/memory/{id}/decision', status: 200 },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'memory accept',
        help: 'Accept a pending memory; it replaces what it contradicts.',
        args: { id: 'ID' },
        fixed: { decision: 'accept' },
      },
      {
        words: 'memory reject',
        help: 'Reject a pending memory, or one that contradicts another.',
        args: { id: 'ID' },
        fixed: { decision: 'reject' },
      },
      {
        words: 'memory both',
        help: 'Keep a memory beside what it contradicts: both are true.',
        args: { id: 'ID' },
        fixed: { decision: 'both' },
      },
    ],
    input: () => ({ id: id(), decision: oneOf('accept', 'reject', 'both') }),
    output: one,
    missing: 'pending memory (any more)',
    needs: ['changeMemory'],
    run: async ({ changeMemory }, { id, decision }, { by }) => whole(await changeMemory[decision](id, by)),
    view: views.memoryDecided,
    absent: views.noPending,
  }),
  edit: operation({
    summary: 'Replaces the text of a memory; the old one is found no more.',
    role: 'owner',
    http: { method: 'PATCH', path: '/api/memory/{id}', status: 200 },
    offered: ['http', 'page'],
    // as long as one may be that the agent keeps
    input: () => ({ id: id(), content: text('what is to be remembered', 2000) }),
    output: one,
    missing: 'memory (any more)',
    needs: ['changeMemory'],
    run: async ({ changeMemory }, { id, content }, { by }) => whole(await changeMemory.edit(id, content, by)),
  }),
  forget: operation({
    summary: 'Forgets a memory for good, with all copies in this home.',
    role: 'owner',
    wakes: true,
    http: { method: 'DELETE', path: '/api/memory/{id}', status: 200 },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'memory forget',
        help: 'Forget a memory for good.',
        args: { id: 'ID' },
        will: 'The memory {id} would be forgotten for good, with every copy of it in this home.',
        options: {
          words: { isInstead: true, value: 'TEXT', help: 'forget whatever holds these words; asks for a word' },
          all: { isInstead: true, help: 'forget all of them; asks for a word' },
          confirm: { value: 'WORD', help: 'the word it asks for' },
        },
      },
    ],
    commandId: 'taken',
    input: () => ({ id: id() }),
    output: copies,
    missing: 'memory (any more)',
    needs: ['changeMemory'],
    run: ({ changeMemory }, { id }, { by }) => changeMemory.forget(id, by),
    view: views.memoryForgotten,
    about: 'memory.show',
    absent: views.noMemory,
    async ahead(ask, { id }, look) {
      const found = (await ask('memory.show', { id })) as MemoryDetails | undefined;
      if (!found) throw refuse(404, views.noMemory({ id }, look));
      return [views.forgetAhead(found, look)];
    },
  }),
  forgetWords: operation({
    summary: 'Forgets whatever holds some words: memories, messages and all copies in this home.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/memory/forget-words', status: 200 },
    offered: ['http', 'command', 'slash'],
    input: () => ({
      words: text('words in a row', 500),
      count: count().describe('how many memories and messages hold them, as a confirmation'),
    }),
    output: copies,
    needs: ['changeMemory'],
    run: ({ changeMemory }, { words, count }, { by, commandId }) =>
      changeMemory.forgetWords(words, count, by, commandId),
    view: views.memoryForgotten,
  }),
  forgetAll: operation({
    summary: 'Forgets all memories for good, with all copies in this home.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/memory/forget-all', status: 200 },
    offered: ['http', 'command'],
    input: () => ({
      count: count().describe('how many memories there are, as a confirmation'),
      keepConversations: flag().optional(),
    }),
    output: copies,
    needs: ['changeMemory'],
    run: ({ changeMemory }, { count, keepConversations = false }, { by }) =>
      changeMemory.forgetAll(count, keepConversations, by),
    view: views.memoryForgotten,
  }),
  import: operation({
    summary: 'Takes memories of another home in, as an export gives them; what is there already stays.',
    role: 'owner',
    http: { method: 'POST', path: '/api/memory/import', status: 200 },
    offered: ['http', 'command'],
    input: () => ({
      batch: clientMadeId().describe('a name for this import, by which it can be undone'),
      memories: z.array(importedMemory()).max(500).describe('at most 500 memories of an export'),
      links: z
        .array(linkRow())
        .max(500)
        .optional()
        .describe('at most 500 links of an export; one counts where both its memories are there'),
      vouched: flag()
        .optional()
        .describe('true: what this home has not signed keeps its trust, too; else it waits as from outside'),
    }),
    output: () =>
      z.object({
        added: count(),
        unsigned: count().describe('so many of them wait as from outside, since this home has not signed them'),
        known: z.record(z.string(), z.string()).describe('by the given id, that of the memory here that says the same'),
      }),
    needs: ['changeMemory'],
    run: ({ changeMemory }, { batch, memories, links = [], vouched = false }, { by }) =>
      changeMemory.take(batch, { memories, links, isVouchedFor: vouched }, by),
  }),
  consolidate: operation({
    summary:
      'Puts the memories in order: merges what says the same, finds contradictions, links, archives what is not used.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/memory/consolidate', status: 200 },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      { words: 'memory consolidate', help: 'Put the memories in order: merge, find contradictions, link, archive.' },
    ],
    commandId: 'taken',
    input: () => ({
      run: clientMadeId()
        .describe('a name for this run; asked again under it, the answer is that of the same run')
        .optional(),
    }),
    output: consolidationRow,
    needs: ['changeMemory'],
    run({ changeMemory }, { run }, { by, commandId }) {
      const name = run ?? (commandId && `act-${commandId}`);
      if (name === undefined) throw refuse(400, 'expected run, a name for this run');
      return changeMemory.consolidate(name, by);
    },
    view: views.consolidated,
    outcome: ({ outcome }) => (outcome === 'failed' ? 'open' : 'done'),
  }),
  undo: operation({
    summary: 'Takes back what a batch changed of the memories; without an id the newest one.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/memory/undo', status: 200 },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'memory undo',
        help: 'Undo the newest batch of learned, merged or imported memories.',
        will: 'What the newest batch (or the one named by --batch) made would be taken back, and what it replaced would count again.',
        options: { batch: { field: 'batch', value: 'ID', help: 'this batch; "memory stats" lists them' } },
      },
    ],
    slash: [
      {
        words: 'memory undo',
        help: {
          en: 'Undo the newest batch of changes, or this one.',
          de: 'Nimmt die neueste Änderung zurück, oder diese.',
        },
        will: {
          en: 'What the newest batch of changes, or the one you name, made would be taken back, and what it replaced would count again.',
          de: 'Was die neueste Änderung, oder die du nennst, gemacht hat, wird zurückgenommen, und was sie ersetzt hat, gilt wieder.',
        },
        args: { batch: 'ID' },
        isOptional: true,
      },
    ],
    input: () => ({ batch: words({ en: 'the id of a batch', de: 'die Kennung eines Durchgangs' }, 100) }),
    output: () => z.object({ batch: z.string(), undone: count(), left: count() }),
    missing: 'batch that could be undone',
    needs: ['changeMemory'],
    run: ({ changeMemory }, { batch }, { by, commandId }) =>
      changeMemory.undo(batch === '' ? undefined : batch, by, commandId),
    view: views.memoryUndone,
    absent: views.nothingToUndo,
  }),
};

function whole(memory: Memory | undefined) {
  return memory && { memory };
}
