/**
 * Files for the next message. Each is a label in what is typed, so it is seen, and goes away with its label; in the plain
 * mode, where a line is typed in the terminal's own way, each waits for the next message.
 */
import { dropOldest } from '../../../../domain/collections/drop-oldest.ts';
import { mostFileBytes, mostFiles } from '../../../../domain/conversation/files.ts';
import { fault } from '../../../../domain/supervision/failure.ts';
import { bytesText } from '../../../../domain/text/bytes-text.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import { oneLine } from '../../../../domain/text/visible.ts';
import { type TerminalTexts, terminalTexts } from '../texts.ts';

/** A file of this computer, as it was read. */
export interface ReadFile {
  readonly name: string;
  readonly isPicture: boolean;
  readonly content: Uint8Array;
}

/** The clipboard's picture, or why there is none. `missing`: what would read it here, and is not installed. */
export type ClipboardPicture =
  | { readonly kind: 'picture'; readonly file: ReadFile }
  | { readonly kind: 'none' }
  | { readonly kind: 'remote' }
  | { readonly kind: 'missing'; readonly programs: readonly string[] };

/** A file that goes with a message. */
export interface WaitingFile {
  /** `picture photo.png, 120 KB` */
  readonly shown: string;
  readonly name: string;
  /** In base64. */
  readonly content: string;
}

export interface Attachments {
  /** The labels of files that were dropped; undefined: the text is no drop. */
  dropped(text: string): string | undefined;
  /** The label of the picture in the clipboard. Throws `invalid` where there is none, with what to do. */
  pasted(): Promise<string>;
  /** What a text says beside its labels, and the files they stand for. Throws `invalid` where these are too many. */
  taken(text: string): { readonly text: string; readonly files: readonly WaitingFile[] };
}

export interface AttachmentsOptions {
  readonly language: Language;
  readonly plain: boolean;
  /** The files that a text names and nothing else; undefined: it names none. */
  readonly files: (text: string) => readonly ReadFile[] | undefined;
  readonly picture: () => Promise<ClipboardPicture>;
  /** A file waits for the next message, in the plain mode. */
  readonly waits: (line: string) => void;
  /** A file does not go along, and why. */
  readonly refused: (why: string) => void;
}

export function attachments(options: AttachmentsOptions): Attachments {
  const { language, plain, files, picture, waits, refused } = options;
  const say = terminalTexts(language);
  /** By their labels; a message that is typed again finds them. */
  const known = new Map<string, WaitingFile>();
  let waiting: WaitingFile[] = [];

  function labelOf(file: ReadFile): string {
    const shown = `${file.isPicture ? say.picture : say.file} ${shownName(file.name)}, ${bytesText(file.content.length)}`;
    let label = `[${shown}]`;
    for (let number = 2; known.has(label); number++) label = `[${shown} (${number})]`;
    const kept = { shown, name: file.name, content: Buffer.from(file.content).toString('base64') };
    known.set(label, kept);
    dropOldest(known, mostKept);
    if (plain) {
      waiting.push(kept);
      waits(say.waits(shown));
    }
    return label;
  }

  return {
    dropped(text) {
      const found = files(text);
      if (!found) return undefined;
      const wrong = found.map(file => whyNot(file, say)).find(why => why !== undefined);
      if (wrong === undefined) return found.map(labelOf).join(' ');
      refused(wrong);
      return undefined;
    },
    async pasted() {
      const found = await picture();
      if (found.kind !== 'picture') throw fault('invalid', noPicture(found, say));
      const wrong = whyNot(found.file, say);
      if (wrong !== undefined) throw fault('invalid', wrong);
      return labelOf(found.file);
    },
    taken(text) {
      const labels = [...known.keys()].filter(label => text.includes(label));
      const found = plain ? waiting : labels.flatMap(label => known.get(label) ?? []);
      if (found.length > mostFiles) throw fault('invalid', say.tooManyFiles(mostFiles));
      waiting = [];
      const rest = labels.reduce((left, label) => left.replaceAll(label, ''), text);
      return { text: found.length === 0 ? text : rest.replace(/ {2,}/g, ' ').trim(), files: found };
    },
  };
}

/** Those of a message and of the one before, so that memory is bounded. */
const mostKept = 2 * mostFiles;

/** A name in a label, which a bracket would end. */
function shownName(name: string): string {
  return oneLine(name, 60).replace(/[[\]]/g, '_');
}

function whyNot({ name, content }: ReadFile, say: TerminalTexts): string | undefined {
  const shown = shownName(name);
  if (content.length === 0) return say.emptyFile(shown);
  return content.length > mostFileBytes ? say.largeFile(shown, bytesText(mostFileBytes)) : undefined;
}

function noPicture(found: Exclude<ClipboardPicture, { kind: 'picture' }>, say: TerminalTexts): string {
  if (found.kind === 'remote') return say.remoteClipboard;
  return found.kind === 'none' ? say.noPicture : say.noClipboard(found.programs);
}
