/** The tools that look at files by their parts: trees, hashes, counts and room; and queries of tables and JSON. */
import { z } from 'zod';
import { says } from '../../../domain/policy/sentence.ts';
import { outputTaint } from '../../../domain/policy/taint.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { namedPath } from '../../../domain/tools/named-facts.ts';
import type { ConfinedFiles } from '../../../ports/files/confined.ts';
import type { PrivateFiles } from '../../../ports/files/private.ts';
import type { FileTaint } from '../../../ports/files/taint.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';
import { answering, pathArgument, shownPath } from '../../files/confined-argument.ts';
import { documentKind } from '../../files/content/file-type.ts';
import { privateFact } from '../../files/private-files.ts';
import type { ReadDocument } from '../../pages/document-text.ts';

const looks = { effect: 'read', isQuiet: true, isOccasional: true, factsOf: namedPath } as const;

/** What the tools that look at files say of themselves. */
export const inspectPathDeclaration = {
  name: 'inspect_path',
  does: {
    en: 'Shows the tree, size, hash or counts of files.',
    de: 'Zeigt Baum, Größe, Hash oder Zahlen von Dateien.',
  },
  ...looks,
} as const satisfies ToolDeclaration;
export const queryDataDeclaration = {
  name: 'query_data',
  does: { en: 'Queries tables and JSON.', de: 'Fragt Tabellen und JSON ab.' },
  ...looks,
} as const satisfies ToolDeclaration;

export interface FileLookOptions {
  readonly files: ConfinedFiles;
  readonly trust: FileTaint;
  readonly privacy: PrivateFiles;
  readonly document: ReadDocument;
  /** The whole result. */
  readonly maxOutputBytes: number;
}

export function fileLookTools(options: FileLookOptions): readonly Tool[] {
  return [inspectTool(options), queryTool(options)];
}

function inspectTool({ files, privacy, maxOutputBytes }: FileLookOptions): Tool {
  return defineTool({
    ...inspectPathDeclaration,
    description:
      'Looks at a file or folder of the workspace: tree (what is below it), disk (the room it takes and what is free), hash (SHA-256), stats (lines, words and characters).',
    schema: z.strictObject({
      path: pathArgument(files, 'The file or folder.').default('/workspace'),
      what: z.enum(['tree', 'disk', 'hash', 'stats']),
      depth: z.int().min(1).max(10).default(3).describe('For tree: how deep.'),
    }),
    timeoutMs: 120_000,
    intent: ({ path, what }, language) => intentTexts(language).inspect(what, shownPath(files, path)),
    facts: ({ path }) => ({ path: shownPath(files, path), ...privateFact(privacy, files.place(path)) }),
    run: ({ path, what, depth }, { signal, alive }) =>
      answering('external', async () => {
        const { treeOf, hashOf, countsOf, roomOf } = await import('../../files/work/looking.ts');
        const place = files.place(path);
        if (what === 'hash') return { text: await hashOf(files, place, alive), taint: 'owner' };
        if (what === 'stats') return { text: await countsOf(files, place, alive), taint: 'owner' };
        const text = what === 'tree' ? await treeOf(files, place, depth, signal) : await roomOf(files, place, signal);
        return { text: bounded(text, maxOutputBytes), taint: outputTaint(text) };
      }),
  });
}

const mostBytes = 32 * 2 ** 20;

function queryTool({ files, trust, privacy, document, maxOutputBytes }: FileLookOptions): Tool {
  return defineTool({
    ...queryDataDeclaration,
    description:
      'Answers a JMESPath query over a CSV, TSV, JSON, JSON-lines or Excel file of the workspace, as JSON: filters, sums, sorts. Rows of a table are objects by its first row; of an Excel file a field a sheet.',
    schema: z.strictObject({
      path: pathArgument(files, 'The file.'),
      query: z.string().min(1).max(4_000).describe('As in "[?age > `30`].name", "sum([].price)" or "length(@)".'),
    }),
    timeoutMs: 60_000,
    intent: ({ path, query }, language) => intentTexts(language).query(shownPath(files, path), query),
    facts: ({ path }) => ({ path: shownPath(files, path), ...privateFact(privacy, files.place(path)) }),
    run: ({ path, query }, { signal }) =>
      answering('external', async () => {
        await using file = await files.open(files.place(path));
        const kind = documentKind(file.name);
        if (kind === undefined || kind === 'docx')
          throw fault('invalid', says`${file.name} is no table: expected .csv, .tsv, .json, .jsonl or .xlsx`);
        const bytes = await file.bytes(mostBytes);
        const text = await document(kind, bytes, signal, query);
        const taint = outputTaint(text) === 'owner' ? 'owner' : trust.of(file.place, bytes, file.stats);
        return { text: bounded(text, maxOutputBytes), taint };
      }),
  });
}

function bounded(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most - 200) return text;
  return `${bytes
    .subarray(0, most - 200)
    .toString('utf8')
    .replace(/\uFFFD$/, '')}\n[${bytes.length} bytes in all: ask for less]`;
}
