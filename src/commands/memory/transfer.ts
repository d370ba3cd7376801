/** `straylight memory export` and `import`: memories on their way to another home. */
import { readFileSync } from 'node:fs';
import { memoryProblem } from '../../api/subjects/memory.ts';
import { exportedMemories, exportHeader, memoryMarkdown } from '../../domain/memory/export.ts';
import type { Memory } from '../../domain/memory/memory.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { jsonText } from '../io.ts';
import { memoriesIn } from './lines.ts';
import { forgetAllMemories, type MemoryOptions } from './memory.ts';

/** So many go over at once. */
const pageSize = 500;
const importSize = 100;

/** JSON lines, or Markdown for people. */
export async function exportMemories(options: MemoryOptions, isMarkdown: boolean): Promise<number> {
  const { agent, io } = options;
  const all: Memory[] = [];
  for (let after = ''; ; ) {
    const { memories } = await agent.memory.export({ after, limit: pageSize });
    all.push(...memories);
    after = memories.at(-1)?.id ?? '';
    if (memories.length < pageSize) break;
  }
  const lines = isMarkdown ? memoryMarkdown(all) : [exportHeader(), ...all.map(memory => JSON.stringify(memory))];
  for (const line of lines) io.out(line);
  return 0;
}

export interface ImportOptions extends MemoryOptions {
  readonly file: string;
  readonly isReplacing: boolean;
  readonly confirm: string | undefined;
  /** Names the import. */
  readonly id: () => string;
}

export async function importMemories(options: ImportOptions): Promise<number> {
  const { agent, io, json, file, isReplacing, confirm, id } = options;
  const memories = exportedMemories(readText(file), memoryProblem) as readonly Memory[];
  if (isReplacing) {
    const code = await forgetAllMemories({ ...options, json: false }, confirm, true);
    if (code !== 0) return code;
  }
  const batch = id();
  let added = 0;
  for (let at = 0; at < memories.length; at += importSize)
    added += (await agent.memory.import({ batch, memories: memories.slice(at, at + importSize) })).added;
  const known = memories.length - added;
  const undo = `straylight memory undo --batch import:${batch}`;
  if (json) io.out(jsonText({ batch: `import:${batch}`, added, known }));
  else
    io.out(
      `Imported: ${memoriesIn(added)}; ${known} ${known === 1 ? 'was' : 'were'} there already.${added === 0 ? '' : ` To undo this: ${undo}`}`,
    );
  return 0;
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (thrown) {
    const { code = 'unknown' } = thrown as NodeJS.ErrnoException;
    const path = oneLine(file, 200);
    throw fault('invalid', `expected a file from "straylight memory export" at ${path}; it cannot be read (${code})`);
  }
}
