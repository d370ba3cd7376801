/** `straylight memory export` and `import`: memories on their way to another home. */

import { readFileSync } from 'node:fs';
import { linkProblem, memoryProblem } from '../../api/subjects/work/memory.ts';
import { exported, exportedLink, exportHeader, memoryMarkdown } from '../../domain/memory/export.ts';
import type { Memory, MemoryLink } from '../../domain/memory/memory.ts';
import type { Signed } from '../../domain/memory/service.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { asTyped } from '../../domain/text/typed-name.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { jsonText, type TimedCommand } from '../io.ts';
import { forgetAllMemories, textsOf } from './memory.ts';

/** So many go over at once. */
const pageSize = 500;
const importSize = 50;
const linkSize = 500;

/** JSON lines, or Markdown for people. */
export async function exportMemories(options: TimedCommand<'memory'>, isMarkdown: boolean): Promise<number> {
  const { agent, io } = options;
  const all: Signed<Memory>[] = [];
  const links: Signed<MemoryLink>[] = [];
  for (let after = ''; ; ) {
    const page = await agent.memory.export({ after, limit: pageSize });
    all.push(...page.memories);
    links.push(...page.links);
    after = page.memories.at(-1)?.id ?? '';
    if (page.memories.length < pageSize) break;
  }
  const rows = [exportHeader(), ...all.map(memory => JSON.stringify(memory)), ...links.map(exportedLink)];
  const lines = isMarkdown ? memoryMarkdown(all) : rows;
  for (const line of lines) io.out(line);
  return 0;
}

export async function importMemories(
  options: TimedCommand<'memory'> & {
    readonly file: string;
    readonly isReplacing: boolean;
    readonly confirm: string | undefined;
    /** Does the owner vouch for it, signed or not? */
    readonly isVouchedFor: boolean;
    /** Names the import. */
    readonly id: () => string;
  },
): Promise<number> {
  const { agent, io, json, file, isReplacing, confirm, isVouchedFor: vouched, id } = options;
  const given = exported(readText(file), { memory: memoryProblem, link: linkProblem });
  const [memories, links] = [given.memories as readonly Signed<Memory>[], given.links as readonly Signed<MemoryLink>[]];
  if (isReplacing) {
    const code = await forgetAllMemories({ ...options, json: false }, confirm, true);
    if (code !== 0) return code;
  }
  const batch = id();
  let [added, unsigned] = [0, 0];
  const here = new Map<string, string>();
  for (let at = 0; at < memories.length; at += importSize) {
    const taken = await agent.memory.import({ batch, memories: memories.slice(at, at + importSize), vouched });
    added += taken.added;
    unsigned += taken.unsigned;
    for (const [id, known] of Object.entries(taken.known)) here.set(id, known);
  }
  // with all memories there, both ends of each link are
  const idOf = (id: string) => here.get(id) ?? id;
  for (let at = 0; at < links.length; at += linkSize) {
    const some = links
      .slice(at, at + linkSize)
      .map(link => ({ ...link, one: idOf(link.one), other: idOf(link.other) }));
    await agent.memory.import({ batch, memories: [], links: some, vouched });
  }
  const known = memories.length - added;
  const undo = asTyped(`straylight memory undo --batch import:${batch}`, options.io.program);
  if (json) io.out(jsonText({ batch: `import:${batch}`, added, known, unsigned }));
  else {
    const texts = await textsOf(options);
    io.out(`${texts.imported(texts.memories(added), known)}${added === 0 ? '' : texts.undoImport(undo)}`);
    if (unsigned > 0) io.out(texts.unsigned(unsigned));
  }
  return 0;
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (thrown) {
    const { code = 'unknown' } = thrown as NodeJS.ErrnoException;
    const path = oneLine(file, 200);
    throw fault(
      'invalid',
      says`expected a file from "straylight memory export" at ${path}; it cannot be read (${code})`,
    );
  }
}
