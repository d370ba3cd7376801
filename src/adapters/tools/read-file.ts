/** The tool that reads one file. */

import { z } from 'zod';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { namedPath } from '../../domain/tools/named-facts.ts';
import { answerOf } from '../../domain/tools/said/said.ts';
import type { Said, SaidValue } from '../../domain/tools/said/texts.ts';
import type { ConfinedFiles, OpenFile } from '../../ports/files/confined.ts';
import type { PrivateFiles } from '../../ports/files/private.ts';
import type { FileTaint } from '../../ports/files/taint.ts';
import { defineTool, type Tool, type ToolOutput } from '../../ports/tool.ts';
import { answering, pathArgument, shownPath, sizeText } from '../files/confined-argument.ts';
import { typeOf } from '../files/content/file-content.ts';
import { type DocumentKind, documentKind } from '../files/content/file-type.ts';
import { noFileTaint } from '../files/file-taint.ts';
import type { LinesSeen, LineWindow } from '../files/line-window.ts';
import { namedPrivateFiles, privateFact } from '../files/private-files.ts';
import type { ReadDocument } from '../pages/document-text.ts';
import type { PageReaders } from '../pages/page-text.ts';

/** The text in a picture, by its path as commands see it. Throws `invalid` where it cannot be read. */
export type ReadPictureText = (
  path: string,
  how: { readonly signal: AbortSignal; readonly given?: readonly string[] },
) => Promise<string>;

/** What `read_file` says of itself. */
export const readFileDeclaration = {
  name: 'read_file',
  does: { en: 'Reads a text file, a document or a picture.', de: 'Liest eine Textdatei, ein Dokument oder ein Bild.' },
  effect: 'read',
  isQuiet: true,
  factsOf: namedPath,
} as const satisfies ToolDeclaration;

/** So much of a file is looked through for its lines. */
const mostBytes = 64 * 2 ** 20;
const mostPdfBytes = 20 * 2 ** 20;
/** The agent itself writes no larger ones. */
const mostTrustedBytes = 8 * 2 ** 20;

/**
 * `read_file`. The result begins with what the file is, then come its lines, each with its number and a tab. A range
 * that does not fit ends with the line to go on from.
 */
export function readFileTool(
  files: ConfinedFiles,
  {
    maxOutputBytes,
    pdf,
    document,
    ocr,
    trust = noFileTaint,
    privacy = namedPrivateFiles,
  }: {
    /** The whole result; at least 2 000. */
    readonly maxOutputBytes: number;
    /** The words of a PDF; without it PDFs are only named. */
    readonly pdf?: PageReaders['pdf'];
    /** The text of Word and Excel files; without it these are only named. */
    readonly document?: ReadDocument;
    /** The text in a picture; without it these are only named. */
    readonly ocr?: ReadPictureText;
    /** How far a file is trusted; without it none is. */
    readonly trust?: FileTaint;
    /** What is private; without it what is so by its name. */
    readonly privacy?: PrivateFiles;
  },
): Tool {
  const schema = z.strictObject({
    path: pathArgument(
      files,
      'The file: in the workspace (relative, or from /workspace) or from /scripts; your name and personality: /settings/agent.toml.',
    ),
    from_line: z.int().min(1).default(1).describe('The first line wanted, counted from 1.'),
    lines: z.int().min(1).max(100_000).optional().describe('How many lines at most; as many as fit if left out.'),
  });
  return defineTool({
    ...readFileDeclaration,
    description: `Reads a text file of the workspace or the scripts${pdf ? `, or the text of a PDF${document ? ', Word or Excel file' : ''}${ocr ? ' or a picture' : ''}` : ''}. Each line comes with its number and a tab, which are not part of it. Of images and other binary files it tells type and size.`,
    schema,
    intent: ({ path }, language) => intentTexts(language).read(shownPath(files, path)),
    facts: ({ path }) => ({ path: shownPath(files, path), ...privateFact(privacy, files.place(path)) }),
    run: ({ path, from_line, lines }, { signal, facts }) =>
      answering('external', async () => {
        await using file = await files.open(files.place(path));
        const { lineWindow } = await import('../files/line-window.ts');
        const window = lineWindow(from_line, lines ?? Number.MAX_SAFE_INTEGER, maxOutputBytes - 500);
        const type = await typeOf(file);
        // what is hashed is what is shown: a file may change between two looks at it
        const whole =
          file.stats.size <= mostTrustedBytes && trust.knows(file.place, file.stats)
            ? await file.bytes(mostTrustedBytes)
            : undefined;
        const taint = whole ? trust.of(file.place, whole, file.stats) : 'external';
        if (file.stats.size === 0) return { ...answerOf({ code: 'fileEmpty', values: { name: file.name } }), taint };
        const kind = document && type.kind === 'binary' ? textKind(file.name) : undefined;
        if (kind !== undefined && document)
          window.push(await document(kind, whole ?? (await file.bytes(mostPdfBytes)), signal));
        else if (type.kind === 'image' && ocr)
          window.push(await ocr(file.name, { signal, ...defined({ given: facts?.private }) }));
        else if (type.kind === 'image' || type.kind === 'binary') return notText(file, type.kind, type.mediaType);
        else if (type.kind === 'pdf') {
          if (pdf === undefined) return notText(file, 'binary', type.mediaType);
          window.push((await pdf(whole ?? (await file.bytes(mostPdfBytes)), signal)).text);
        } else await readInto(window, file, signal, whole);
        return { ...outputOf(file, type.mediaType, from_line, window.end()), taint };
      }),
  });
}

/** Of the documents those that are no text as they are. */
function textKind(name: string): DocumentKind | undefined {
  const kind = documentKind(name);
  return kind === 'docx' || kind === 'xlsx' ? kind : undefined;
}

function notText(file: OpenFile, kind: 'image' | 'binary', mediaType: string): ToolOutput {
  const what: Said = { code: kind === 'image' ? 'anImage' : 'aBinary' };
  const values = { name: file.name, what, type: mediaType, size: { bytes: file.stats.size } };
  return {
    ...answerOf({ code: 'notText', values }),
    failed: true,
    taint: 'external',
  };
}

async function readInto(
  window: LineWindow,
  file: OpenFile,
  signal: AbortSignal,
  whole: Uint8Array | undefined,
): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const stream = whole
    ? [whole]
    : file.handle.createReadStream({ start: 0, end: mostBytes - 1, autoClose: false, signal });
  try {
    for await (const chunk of stream) window.push(decoder.decode(chunk as Buffer, { stream: true }));
    if (file.stats.size <= mostBytes) window.push(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw fault(
      'invalid',
      says`${file.name} is no text in UTF-8 (${sizeText(file.stats.size)}). A command can convert it.`,
    );
  }
}

function outputOf(file: OpenFile, mediaType: string, from: number, { text, last, total, crlf }: LinesSeen): ToolOutput {
  const { size } = file.stats;
  const lines: SaidValue =
    size > mostBytes ? { code: 'moreLines', values: { lines: { lines: total } } } : { lines: total };
  const ends: SaidValue = crlf ? { code: 'endedByCrLf' } : '';
  const head: Said = {
    code: 'fileRead',
    values: { name: file.name, type: mediaType, size: { bytes: size }, lines, ends },
  };
  if (last < from) return { ...answerOf({ code: 'fileNoLine', values: { file: head, line: from } }), failed: true };
  const shown = text.trimEnd();
  if (last === total) return answerOf(head, ...(shown === '' ? [] : [shown]));
  return answerOf(head, text.replace(/\n$/, ''), { code: 'linesFollow', values: { from: last + 1, to: total } });
}
