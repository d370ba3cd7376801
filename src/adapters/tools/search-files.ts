/** The tool that finds lines in files. */

import { z } from 'zod';
import { mixed, type Taint } from '../../domain/policy/taint.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { arePlainNames } from '../../domain/text/plain-names.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { type Answer, answerOf } from '../../domain/tools/said/said.ts';
import type { Said, SaidCode } from '../../domain/tools/said/texts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConfinedFiles, Place } from '../../ports/files/confined.ts';
import type { PrivateFiles } from '../../ports/files/private.ts';
import type { Changed, FileTaint } from '../../ports/files/taint.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';
import { answering, pathArgument, shownPath } from '../files/confined-argument.ts';
import { openIn } from '../files/confined-path.ts';
import { type Entry, entriesBelow } from '../files/confined-walk.ts';
import { fileType } from '../files/content/file-type.ts';
import { noFileTaint } from '../files/file-taint.ts';
import { namedPrivateFiles, privateFact } from '../files/private-files.ts';
import { shownName } from '../files/shown-name.ts';

/** What `search_files` says of itself. */
export const searchFilesDeclaration = {
  name: 'search_files',
  does: { en: 'Searches text files.', de: 'Durchsucht Textdateien.' },
  effect: 'read',
  isQuiet: true,
} as const satisfies ToolDeclaration;

export interface SearchFilesOptions {
  /** The whole result; at least 2 000. */
  readonly maxOutputBytes: number;
  readonly clock: Clock;
  /** What is private; without it what is so by its name. */
  readonly privacy?: PrivateFiles;
  /** How far a file is trusted; without it none is. */
  readonly trust?: Pick<FileTaint, 'of'>;
  /** How long one search may take; 15 000. */
  readonly timeoutMs?: number;
}

/** Larger files are left out, and said to be. */
const mostFileBytes = 2 * 2 ** 20;
/** So much is read for one answer. */
const mostBytes = 256 * 2 ** 20;
const mostEntries = 200_000;

/** `search_files`: `path:line: text` a line. What was left out, or not reached in time, is said at the end. */
export function searchFilesTool(files: ConfinedFiles, options: SearchFilesOptions): Tool {
  const { maxOutputBytes, clock, timeoutMs = 15_000, privacy = namedPrivateFiles, trust = noFileTaint } = options;
  const schema = z.strictObject({
    text: z.string().min(1).max(1_000).describe('What to look for, within one line.'),
    path: pathArgument(files, 'The folder (or one file) to search; the workspace if left out.').default('/workspace'),
    regex: z.boolean().default(false).describe('text is a JavaScript regular expression.'),
    ignore_case: z.boolean().default(false),
    glob: z.string().min(1).max(300).optional().describe('Only files of such names: "*.py", "src/**/*.md".'),
    max_matches: z.int().min(1).max(1_000).default(100),
  });
  return defineTool({
    ...searchFilesDeclaration,
    description:
      'Finds a text, or a regular expression, in the text files of the workspace or the scripts: path, line number and line of each match. Folders named .git and node_modules, binary files, files above 2 MB and private files are left out.',
    schema,
    timeoutMs: timeoutMs + 30_000,
    intent: ({ text, path }, language) => intentTexts(language).search(shownPath(files, path), text),
    facts: ({ path }) => ({ workspace: 'read', ...privateFact(privacy, files.place(path)) }),
    run: (args, { signal }) =>
      answering('external', async () => {
        const [{ glob }, { lineSearch }] = await Promise.all([
          import('../files/glob.ts'),
          import('../files/line-search.ts'),
        ]);
        const place = files.place(args.path);
        const fits = args.glob === undefined ? () => true : glob(args.glob);
        const deadline = new AbortController();
        const cancel = clock.after(timeoutMs, () => deadline.abort());
        const until = AbortSignal.any([signal, deadline.signal]);
        // what lies in a private folder that the call names was asked about with it
        const isNamed = privacy.privateAt(place) !== undefined;
        const found: string[] = [];
        const names: string[] = [];
        let taint: Taint = 'owner';
        const tally = emptyTally(maxOutputBytes - 600);
        try {
          await using search = lineSearch(
            { source: args.text, isExpression: args.regex, ignoreCase: args.ignore_case },
            until,
          );
          for await (const { entry, shown } of entries(files, place, until)) {
            if (++tally.seen > mostEntries || tally.bytes > mostBytes) tally.stop = { code: 'tooMuch' };
            if (tally.stop !== undefined) break;
            if (entry.kind !== 'file' || !fits(entry.path)) continue;
            if (!isNamed && privacy.privateAt(placeOf(entry)) !== undefined) {
              tally.hidden++;
              continue;
            }
            const file = await textIn(entry, tally);
            if (file === undefined) continue;
            tally.searched++;
            const hits = await search.search(file.bytes.toString('utf8'), args.max_matches - tally.matches);
            // the lines that are shown come out of the bytes that are looked at here
            if (hits.length > 0) {
              taint = mixed(taint, trust.of(placeOf(entry), file.bytes, file.stats));
              names.push(entry.path);
            }
            for (const { line, text: hit } of hits) {
              const match = `${shownName(shown)}:${line}: ${hit}`;
              tally.room -= Buffer.byteLength(match) + 1;
              if (tally.room <= 0) tally.stop = { code: 'answerFull' };
              else found.push(match);
              tally.matches++;
            }
            if (tally.matches >= args.max_matches)
              tally.stop ??= { code: 'manyMatches', values: { count: args.max_matches } };
          }
        } catch (error) {
          signal.throwIfAborted();
          if (!deadline.signal.aborted) throw error;
          const values = { seconds: timeoutMs / 1_000 };
          tally.stop = { code: args.regex ? 'expressionTookLong' : 'tookLong', values };
        } finally {
          cancel();
        }
        const isNamedPlainly = arePlainNames([...place.parts, ...names]);
        return { ...outputOf(found, tally, files.name(place)), taint: isNamedPlainly ? taint : 'external' };
      }),
  });
}

interface Tally {
  matches: number;
  searched: number;
  large: number;
  hidden: number;
  bytes: number;
  seen: number;
  room: number;
  stop: Said | undefined;
}

function emptyTally(room: number): Tally {
  return { matches: 0, searched: 0, large: 0, hidden: 0, bytes: 0, seen: 0, room, stop: undefined };
}

/** The files below a folder, or the one file that the path names. */
async function* entries(
  files: ConfinedFiles,
  place: ReturnType<ConfinedFiles['place']>,
  signal: AbortSignal,
): AsyncGenerator<{ readonly entry: Entry; readonly shown: string }> {
  {
    await using found = await files.find(place);
    if (found.stats?.isFile()) {
      const entry: Entry = { path: found.name, name: found.name, kind: 'file', parent: found.parent };
      yield { entry, shown: files.name(found.place) };
      return;
    }
  }
  await using folder = await files.folder(place);
  const enters = ({ name }: Entry) => name !== '.git' && name !== 'node_modules';
  const root = files.name(folder.place);
  for await (const entry of entriesBelow(folder, { enters, signal })) yield { entry, shown: `${root}/${entry.path}` };
}

/** Where it lies. */
function placeOf({ name, parent: { place } }: Entry): Place {
  return name === '.' ? place : { ...place, parts: [...place.parts, name] };
}

/** A file that is text; undefined where it is none, is too large, or cannot be opened. */
async function textIn(
  entry: Entry,
  tally: Tally,
): Promise<{ readonly bytes: Buffer; readonly stats: Changed } | undefined> {
  const opened = await openIn(entry.parent, entry.name, undefined).catch(() => undefined);
  if (opened === undefined) return undefined;
  const { handle, stats } = opened;
  try {
    if (!stats.isFile() || stats.size === 0) return undefined;
    if (stats.size > mostFileBytes) {
      tally.large++;
      return undefined;
    }
    const buffer = Buffer.alloc(stats.size);
    const { bytesRead } = await handle.read(buffer, 0, stats.size, 0);
    const bytes = buffer.subarray(0, bytesRead);
    tally.bytes += bytesRead;
    return fileType(bytes, entry.name).kind === 'text' ? { bytes, stats } : undefined;
  } catch (error) {
    if (toFailure(error).kind === 'cancelled') throw error;
    return undefined;
  } finally {
    await handle.close();
  }
}

function outputOf(found: readonly string[], { matches, searched, large, hidden, stop }: Tally, where: string): Answer {
  const files = countOf(searched, 'countedFile', 'countedFiles');
  const lines = countOf(matches, 'matchingLine', 'matchingLines');
  const head: Said =
    matches === 0
      ? { code: 'noMatches', values: { files, where } }
      : { code: 'matches', values: { lines, files, where } };
  const notes: readonly (Said | undefined)[] = [
    stop && { code: 'searchStopped', values: { why: stop } },
    large === 0
      ? undefined
      : { code: 'largeLeftOut', values: { files: countOf(large, 'countedFile', 'countedFiles') } },
    hidden === 0
      ? undefined
      : { code: 'privateLeftOut', values: { files: countOf(hidden, 'privateFile', 'privateFiles') } },
  ];
  const quoted = found.length === 0 ? [] : [found.join('\n')];
  return answerOf(head, ...quoted, ...notes.filter(note => note !== undefined));
}

function countOf(count: number, one: SaidCode, many: SaidCode): Said {
  return { code: count === 1 ? one : many, values: { count } };
}
