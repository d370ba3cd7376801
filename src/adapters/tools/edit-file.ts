/** The tool that replaces a piece of a file. */

import { z } from 'zod';
import { empties } from '../../domain/policy/emptying.ts';
import { says } from '../../domain/policy/sentence.ts';
import { mixed } from '../../domain/policy/taint.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { namedWriting } from '../../domain/tools/named-facts.ts';
import { answerOf } from '../../domain/tools/said/said.ts';
import type { Said } from '../../domain/tools/said/texts.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import type { PrivateFiles } from '../../ports/files/private.ts';
import type { FileTaint } from '../../ports/files/taint.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';
import { answering, pathArgument, shownPath } from '../files/confined-argument.ts';
import { noFileTaint } from '../files/file-taint.ts';
import { namedPrivateFiles, privateFact } from '../files/private-files.ts';
import { noRecordFiles, type RecordFiles } from '../files/record-files.ts';

/** What `edit_file` says of itself. */
export const editFileDeclaration = {
  name: 'edit_file',
  does: { en: 'Replaces a piece of a text file.', de: 'Ersetzt ein Stück einer Textdatei.' },
  effect: 'act',
  changesWorkspace: true,
  deeds: ['keep', 'writeFile'],
  isQuiet: true,
  factsOf: namedWriting,
} as const satisfies ToolDeclaration;

/** Larger files are not edited here. */
const mostBytes = 5 * 2 ** 20;

/**
 * `edit_file`. What goes wrong is said so that the next call can be right: where the text stands, or what comes close
 * to it.
 */
export function editFileTool(
  files: ConfinedFiles,
  trust: FileTaint = noFileTaint,
  records: RecordFiles = noRecordFiles,
  privacy: PrivateFiles = namedPrivateFiles,
): Tool {
  const schema = z
    .strictObject({
      path: pathArgument(
        files,
        'The file: in the workspace (relative, or from /workspace) or from /scripts; your name, personality and jobs: /settings/agent.toml.',
        { isWritten: true },
      ),
      old_text: z
        .string()
        .min(1)
        .max(200_000)
        .describe('What is replaced, to the letter, without line numbers; with enough around it to stand there once.'),
      new_text: z.string().max(200_000).describe('What comes in its place; empty to take it out.'),
      all: z.boolean().default(false).describe('Replaces it everywhere in the file.'),
    })
    .refine(({ old_text, new_text }) => old_text !== new_text, 'old_text and new_text are the same');
  return defineTool({
    ...editFileDeclaration,
    description:
      'Replaces one piece of a text file of the workspace or the scripts by another. Read the file first: old_text has to stand there exactly, and once unless all is true.',
    schema,
    intent: ({ path, all }, language) => intentTexts(language).edit(shownPath(files, path), all),
    exact: ({ path, old_text, new_text, all }, shown) => {
      const change = records.shown(files.place(path), edited(old_text, new_text), shown?.language);
      return [
        `edit ${shownPath(files, path)}${all ? ', everywhere' : ''}`,
        '',
        ...(change === undefined ? [...marked('-', old_text), ...marked('+', new_text)] : [change]),
      ].join('\n');
    },
    facts: ({ path, old_text, new_text }) => ({
      ...records.facts(files.place(path), edited(old_text, new_text)),
      writes: files.place(path).folder,
      path: shownPath(files, path),
      ...privateFact(privacy, files.place(path)),
      ...defined({ empties: empties(old_text, new_text) ? (true as const) : undefined }),
    }),
    run: ({ path, old_text, new_text, all }, { taint, session, facts }) =>
      answering('external', async () => {
        const place = files.place(path);
        await using file = await files.open(place);
        const bytes = await file.bytes(mostBytes);
        const text = textOf(bytes, file.name);
        const [wanted, put] = asIn(text, old_text, new_text);
        const at = placesOf(wanted, text);
        if (at.length === 0)
          throw fault('invalid', says`old_text does not stand in ${file.name}. ${closeTo(wanted, text)}`);
        const lines = at.map(place => lineAt(text, place));
        if (at.length > 1 && !all)
          throw fault(
            'invalid',
            says`old_text stands ${at.length} times in ${file.name} (lines ${`${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ', …' : ''}`}). Take more of what is around the right one, or set all to true.`,
          );
        const content = Buffer.from(text.split(wanted).join(put));
        await records.writes(place, edited(old_text, new_text), { facts, taint, session });
        await files.put(file.place, content, { unchangedSince: file.stats });
        trust.wrote(file.place, content, mixed(taint, trust.of(file.place, bytes, file.stats)));
        const [line = 0] = lines;
        const sizes = { name: file.name, before: { bytes: file.stats.size }, size: { bytes: content.length } };
        const said: Said =
          lines.length === 1
            ? { code: 'fileChanged', values: { ...sizes, line } }
            : { code: 'fileChangedAt', values: { ...sizes, count: lines.length } };
        return { ...answerOf(said), taint: 'owner' };
      }),
  });
}

function marked(sign: '-' | '+', text: string): readonly string[] {
  return text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map(line => `${sign} ${line}`);
}

function textOf(bytes: Buffer, name: string): string {
  try {
    if (bytes.includes(0)) throw new TypeError('NUL');
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fault('invalid', says`${name} is no text in UTF-8, so it is not edited.`);
  }
}

/** Both with the line ends of the file: a model reads and writes line feeds, whatever the file has. */
function asIn(text: string, wanted: string, put: string): readonly [string, string] {
  const isCrlf = /\r\n/.test(text) && !/[^\r]\n/.test(text);
  const native = (given: string) => (isCrlf ? given.replace(/\r?\n/g, '\r\n') : given);
  return [native(wanted), native(put)];
}

/** The text with its piece replaced, wherever it stands. */
function edited(wanted: string, put: string): (text: string) => string {
  return text => {
    const [from, to] = asIn(text, wanted, put);
    return text.split(from).join(to);
  };
}

/** Where `wanted` begins, one behind the other. */
function placesOf(wanted: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) places.push(at);
  return places;
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line++;
  return line;
}

/** The lines of the file that say the same but for spaces, or begin so. */
function closeTo(wanted: string, text: string): string {
  const bare = (line: string) =>
    line
      .replace(/^\d+\t/, '')
      .replace(/\s+/g, ' ')
      .trim();
  const lines = text.split('\n');
  const first = bare(wanted.split('\n').find(line => bare(line) !== '') ?? '');
  if (first === '') return 'Read the file and copy the text from there.';
  const same = lines.findIndex(line => bare(line) === first);
  const near =
    same >= 0
      ? same
      : lines.findIndex(line => bare(line).includes(first) || (bare(line).length > 8 && first.includes(bare(line))));
  if (near < 0) return 'No line of it is there either: read the file again, it may have changed.';
  const shown = JSON.stringify((lines[near] ?? '').slice(0, 300));
  if (/^\d+\t/.test(wanted)) return `Leave the line numbers out. Line ${near + 1} is ${shown}.`;
  return `Line ${near + 1} comes close: ${shown}. Spaces, tabs and the lines that follow have to be the same.`;
}
