/** The tool that shows what is in a folder. */

import { lstat, readlink } from 'node:fs/promises';
import { z } from 'zod';
import { arePlainNames } from '../../domain/text/plain-names.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { answerOf } from '../../domain/tools/said/said.ts';
import type { Said } from '../../domain/tools/said/texts.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';
import { answering, pathArgument, shownPath } from '../files/confined-argument.ts';
import { type Entry, entriesBelow } from '../files/confined-walk.ts';
import { shownName } from '../files/shown-name.ts';

/** What `list_files` says of itself. */
export const listFilesDeclaration = {
  name: 'list_files',
  does: { en: 'Lists a folder.', de: 'Listet einen Ordner auf.' },
  effect: 'read',
  isQuiet: true,
} as const satisfies ToolDeclaration;

/** Of so many that a pattern found it is said where the owner finds them. */
const mostPlaces = 5;

/** So many entries are looked at for one answer. */
const mostEntries = 200_000;

/**
 * `list_files`: one line an entry, in order of the names. Without a pattern the folder itself, with one everything
 * below it that fits.
 */
export function listFilesTool(
  files: ConfinedFiles,
  {
    maxOutputBytes,
  }: {
    /** The whole result; at least 2 000. */
    readonly maxOutputBytes: number;
  },
): Tool {
  const schema = z.strictObject({
    path: pathArgument(files, 'The folder; the workspace if left out.').default('/workspace'),
    glob: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe(
        'Names wanted, at any depth: "*.csv", "src/**/*.{js,ts}". Without it only the folder itself is listed.',
      ),
  });
  return defineTool({
    ...listFilesDeclaration,
    description:
      'Lists a folder of the workspace or the scripts: kind, size and time of each entry. With a glob it looks through all folders below, .git and node_modules left out.',
    schema,
    intent: ({ path, glob: wanted = '' }, language) => intentTexts(language).list(shownPath(files, path), wanted),
    facts: () => ({ workspace: 'read' }),
    run: ({ path, glob: wanted }, { signal }) =>
      answering('external', async () => {
        const place = files.place(path);
        await using folder = await files.folder(place);
        const fits = wanted === undefined ? () => true : (await import('../files/glob.ts')).glob(wanted);
        const enters = (entry: Entry) => wanted !== undefined && entry.name !== '.git' && entry.name !== 'node_modules';
        const cut: string[] = [];
        const lines: Said[] = [];
        // where a link has led to is said in the head
        const names: string[] = [...folder.place.parts];
        const found: string[] = [];
        // a folder of the owner's that is let in lies elsewhere than the workspace
        const diskName = (name: string) => shownName(files.onDisk(files.place(`${files.name(folder.place)}/${name}`)));
        let [seen, shown, room] = [0, 0, maxOutputBytes - 500];
        for await (const entry of entriesBelow(folder, { enters, signal, onCut: name => cut.push(name || '.') })) {
          if (++seen > mostEntries) break;
          if (!fits(entry.path)) continue;
          shown++;
          names.push(entry.path);
          if (wanted !== undefined && found.length <= mostPlaces) found.push(entry.path);
          if (entry.kind === 'link') names.push(await readlink(entry.parent.at(entry.name)).catch(() => '?'));
          if (room <= 0) continue;
          const line = await lineOf(entry);
          room -= Buffer.byteLength(answerOf(line).text) + 1;
          if (room > 0) lines.push(line);
        }
        const notes: readonly (Said | undefined)[] = [
          shown > lines.length ? { code: 'listedMore', values: { count: shown - lines.length } } : undefined,
          seen > mostEntries ? { code: 'listedFirst', values: { count: mostEntries } } : undefined,
          cut.length > 0 ? { code: 'listedCut', values: { names: cut.slice(0, 5).join(', ') } } : undefined,
          ...(found.length > mostPlaces
            ? []
            : found.map((name): Said => ({ code: 'onDisk', values: { path: diskName(name) } }))),
        ];
        const entries: Said = { code: shown === 1 ? 'entry' : 'entries', values: { count: shown } };
        const head: Said = { code: 'listed', values: { name: files.name(folder.place), entries } };
        // a long list is kept once, as it stands in the answer
        const rows = lines.length > mostSaid ? [answerOf(...lines).text] : lines;
        return {
          ...answerOf(head, ...rows, ...notes.filter(note => note !== undefined)),
          taint: arePlainNames(names) ? 'owner' : 'external',
        };
      }),
  });
}

/** So many lines are kept as data. */
const mostSaid = 60;

async function lineOf({ path, name: own, kind, parent }: Entry): Promise<Said> {
  const name = shownName(path);
  const at = parent.at(own);
  const stats = await lstat(at).catch(() => undefined);
  if (stats === undefined) return { code: 'listedGone', values: { name } };
  const when = stats.mtime.toISOString().slice(0, 16).replace('T', ' ');
  if (kind === 'folder') return { code: 'listedFolder', values: { name, when } };
  if (kind === 'file') return { code: 'listedFile', values: { name, size: { bytes: stats.size }, when } };
  if (kind !== 'link') return { code: 'listedOther', values: { name } };
  return { code: 'listedLink', values: { name, target: shownName(await readlink(at).catch(() => '?')) } };
}
