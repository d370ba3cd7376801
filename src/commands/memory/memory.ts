/** `straylight memory`: what the agent remembers, and what becomes of it. */
import type { Client } from '../../api/client/client.ts';
import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Io, jsonText } from '../io.ts';
import { detailLines, memoryTable, statsLines, undoLine } from './lines.ts';

type Inputs = Operations['memory'];

export interface MemoryOptions {
  readonly agent: Pick<Client, 'memory'>;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
}

function print({ io, json }: MemoryOptions, value: unknown, lines: readonly string[]): number {
  for (const line of json ? [jsonText(value)] : lines) io.out(line);
  return 0;
}

/** A list, or what a search found. */
export async function listMemories(options: MemoryOptions, query: Sent<Inputs['list']>): Promise<number> {
  const found = await options.agent.memory.list(query);
  const none = query.q === undefined ? 'No memories.' : 'Nothing found.';
  const lines = found.memories.length === 0 ? [none] : memoryTable(found.memories, options.now(), options.io.style);
  return print(options, found, lines);
}

export async function showMemory(options: MemoryOptions, id: string): Promise<number> {
  const shown = await options.agent.memory.show({ id });
  if (!shown) throw fault('invalid', `there is no memory ${oneLine(id, 60)}; "straylight memory list" lists them`);
  return print(options, shown, detailLines(shown, options.now(), options.io.style));
}

export async function pendingMemories(options: MemoryOptions): Promise<number> {
  const found = await options.agent.memory.pending({});
  const lines = found.pending.flatMap(one => detailLines(one, options.now(), options.io.style));
  const after = '"straylight memory accept ID" accepts one, "straylight memory reject ID" rejects it.';
  return print(options, found, lines.length === 0 ? ['Nothing is pending.'] : [...lines, after]);
}

export async function decideMemory(options: MemoryOptions, input: Sent<Inputs['decide']>): Promise<number> {
  const decided = await options.agent.memory.decide(input);
  if (!decided)
    throw fault(
      'invalid',
      `there is no pending memory ${oneLine(input.id, 60)}; "straylight memory pending" lists them`,
    );
  const done = input.decision === 'accept' ? 'Accepted' : 'Rejected';
  return print(options, decided, [`${done}: “${oneLine(decided.memory.content, 300)}”`]);
}

export async function undoMemories(options: MemoryOptions, input: Sent<Inputs['undo']>): Promise<number> {
  const outcome = await options.agent.memory.undo(input);
  if (!outcome) throw fault('invalid', 'there is nothing to undo; "straylight memory stats" lists the batches');
  return print(options, outcome, [undoLine(outcome)]);
}

/** One memory by its id; `all`: every one of them, once the word is given that it asks for. */
export async function forgetMemory(
  options: MemoryOptions,
  { id, all, confirm }: { readonly id: string; readonly all: boolean; readonly confirm: string | undefined },
): Promise<number> {
  if (all) return forgetAllMemories(options, confirm);
  const forgotten = await options.agent.memory.forget({ id });
  if (!forgotten) throw fault('invalid', `there is no memory ${oneLine(id, 60)}; "straylight memory list" lists them`);
  return print(options, forgotten, ['Forgotten.']);
}

/** All of them; without the word it asks for, none, and 1. */
export async function forgetAllMemories(options: MemoryOptions, confirm: string | undefined): Promise<number> {
  const { io, agent } = options;
  const { active, pending, archived } = await agent.memory.stats();
  const count = active + pending + archived;
  const word = `forget-${count}`;
  if (confirm !== word) {
    io.err(`This forgets all ${count} memories for good. To continue, add --confirm ${word}`);
    return 1;
  }
  const outcome = await agent.memory.forgetAll({ count });
  return print(options, outcome, [`Forgotten: ${outcome.forgotten} memories.`]);
}

export async function memoryStats(options: MemoryOptions): Promise<number> {
  const stats = await options.agent.memory.stats();
  return print(options, stats, statsLines(stats, options.now(), options.io.style));
}
