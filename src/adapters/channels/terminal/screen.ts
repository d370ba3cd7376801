/**
 * The screen of a chat: what was said above, and beneath it the reply that is being written, what runs, and the prompt.
 *
 * A reply is drawn as soon as its first piece is there. After that the pauses between two drawings are twenty times as
 * long as a drawing takes, so however long a reply is, drawing it takes a twentieth of a processor at most.
 */

import type { Language } from '../../../domain/text/texts.ts';
import { cellsOf, fitted, hangOf, roomIn, wrapped } from '../../../domain/text/writing/cells.ts';
import type { Clock } from '../../../ports/clock.ts';
import { liveRegion, type Region } from './live-region.ts';
import type { Drawing } from './markdown/blocks.ts';
import { growingReply } from './markdown/growing.ts';
import type { Paint } from './style.ts';
import { terminalTexts } from './texts.ts';
import type { Editor } from './typing/editor.ts';
import { typedRows } from './typing/typed-rows.ts';

export interface TerminalScreen {
  /** Whole lines, above what is being written. */
  print(text: string): void;
  /** A text in Markdown that is whole. */
  markdown(text: string): void;
  /** More of the text in Markdown that is being written, made safe to show. */
  stream(text: string): void;
  /** Ends the text that is being written. */
  finish(): void;
  /** Enter was pressed on this text. */
  submitted(text: string): void;
  /** `hint`: what a line is asked for beside a message. */
  prompt(text: string, hint?: string): void;
  /** Draws what has changed beneath the text. */
  changed(): void;
  /** Draws everything again. */
  clear(): void;
  /** What is typed and not sent. */
  draft(): string;
  setDraft(text: string): void;
  /** The prompt goes away, and comes back with `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

export interface ScreenOptions {
  readonly output: NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };
  readonly paint: Paint;
  /** In which its owner is spoken to; English if left out. */
  readonly language?: Language;
  readonly clock: Pick<Clock, 'elapsed' | 'after'>;
  readonly highlight: Drawing['highlight'];
  readonly program?: Drawing['program'];
  readonly editor: () => Pick<Editor, 'draft' | 'search' | 'offers'>;
  /** The lines above the prompt, as they are now. */
  readonly status: () => readonly string[];
}

const pause = 16;
const share = 20;

export function liveScreen(options: ScreenOptions): TerminalScreen {
  const { output, paint, language = 'en', clock, highlight, program, editor, status } = options;
  const region = liveRegion(output);
  let prompt = '';
  let reply: ReturnType<typeof growingReply> | undefined;
  let isAway = false;

  const width = () => roomIn(output.columns);
  const drawing = (): Drawing => ({ width: width(), paint, highlight, program });

  function below(): Region {
    const rows = Math.max(6, output.rows ?? 24);
    const typed = typedRows({ ...editor(), prompt, paint, say: terminalTexts(language), width: width(), rows });
    return regionOf(typed, status(), { width: width(), rows }, () => reply?.open(drawing()) ?? []);
  }

  function draw(above: readonly string[]): void {
    if (isAway) {
      for (const row of above) output.write(`${row}\n`);
      return;
    }
    region.draw(above, below());
  }

  const paced = pacedDrawing(clock, () => {
    if (reply) draw(reply.settled(drawing()));
  });

  function print(lines: readonly string[]): void {
    draw([...(reply?.settled(drawing()) ?? []), ...lines]);
  }

  function finish(): void {
    paced.cancel();
    const rows = reply?.end(drawing()) ?? [];
    reply = undefined;
    draw(rows);
  }

  return {
    print: text => print(text.split('\n').flatMap(line => wrapped(line, width(), hangOf(line)))),
    submitted: text => print(sentRows(text, prompt, width())),
    markdown(text) {
      finish();
      draw(wholeRows(text, drawing()));
    },
    stream(text) {
      reply ??= growingReply();
      reply.add(text);
      paced.request();
    },
    finish,
    prompt(text) {
      prompt = text;
      draw([]);
    },
    changed: () => draw([]),
    clear() {
      region.clear();
      draw([]);
    },
    draft: () => editor().draft.text(),
    setDraft(text) {
      editor().draft.set(text);
      draw([]);
    },
    pause() {
      region.remove();
      isAway = true;
    },
    resume() {
      isAway = false;
      draw([]);
    },
    close() {
      finish();
      this.pause();
    },
  };
}

/** A text as it was sent, behind the prompt it was typed at. */
function sentRows(text: string, prompt: string, width: number): string[] {
  const indent = ' '.repeat(cellsOf(prompt));
  const lines = text.split('\n').map((line, at) => (at === 0 ? prompt : indent) + line);
  return lines.flatMap(line => wrapped(line, width, indent));
}

function wholeRows(text: string, drawing: Drawing): string[] {
  const whole = growingReply();
  whole.add(text);
  return whole.end(drawing);
}

/** The region from its parts: as much of the end of the reply as there is room for, what runs, and what is typed. */
function regionOf(
  typed: Region,
  status: readonly string[],
  { width, rows }: { readonly width: number; readonly rows: number },
  reply: () => readonly string[],
): Region {
  const lines = status.flatMap(line => wrapped(line, width, hangOf(line)));
  const room = Math.max(0, rows - 1 - typed.rows.length - lines.length);
  const above = [...(room === 0 ? [] : reply().slice(-room)), ...lines].map(row => fitted(row, width));
  const { row, column } = typed.cursor;
  return { rows: [...above, ...typed.rows], cursor: { row: above.length + row, column } };
}

/** Draws at once where nothing was drawn just now, else after a pause. */
function pacedDrawing(clock: Pick<Clock, 'elapsed' | 'after'>, draw: () => void) {
  let due: (() => void) | undefined;
  let restUntil = Number.NEGATIVE_INFINITY;
  function drawNow(): void {
    due = undefined;
    const began = clock.elapsed();
    draw();
    const end = clock.elapsed();
    restUntil = end + Math.max(pause, (end - began) * share);
  }
  return {
    request() {
      if (due) return;
      const wait = restUntil - clock.elapsed();
      if (wait <= 0) drawNow();
      else due = clock.after(wait, drawNow);
    },
    cancel() {
      due?.();
      due = undefined;
      // a slow drawing of this reply holds up no words of the next
      restUntil = Number.NEGATIVE_INFINITY;
    },
  };
}
