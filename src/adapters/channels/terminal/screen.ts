/**
 * The screen of a chat: what was said above, and beneath it the reply that is being written, what runs, and the prompt.
 *
 * A reply is drawn as soon as its first piece is there. After that the pauses between two drawings are twenty times as
 * long as a drawing takes, so however long a reply is, drawing it takes a twentieth of a processor at most.
 */
import type { Clock } from '../../../ports/clock.ts';
import { cellsOf, fitted, hangOf, wrapped } from './cells.ts';
import { liveRegion, type Region } from './live-region.ts';
import type { Drawing } from './markdown/blocks.ts';
import { growingReply } from './markdown/growing.ts';
import type { Paint } from './style.ts';
import { draftRows } from './typing/draft-rows.ts';
import type { Editor } from './typing/editor.ts';

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
  readonly clock: Pick<Clock, 'elapsed' | 'after'>;
  readonly highlight: Drawing['highlight'];
  readonly editor: () => Pick<Editor, 'draft' | 'search' | 'offers'>;
  /** The lines above the prompt, as they are now. */
  readonly status: () => readonly string[];
}

const pause = 16;
const share = 20;

export function liveScreen(options: ScreenOptions): TerminalScreen {
  const { output, paint, clock, highlight, editor, status } = options;
  const region = liveRegion(output);
  let prompt = '';
  let reply: ReturnType<typeof growingReply> | undefined;
  let due: (() => void) | undefined;
  let restUntil = 0;
  let isAway = false;

  const width = () => Math.max(20, output.columns ?? 80) - 1;
  const drawing = (): Drawing => ({ width: width(), paint, highlight });

  function below(): Region {
    const rows = Math.max(6, output.rows ?? 24);
    const typed = typedRows();
    const lines = status().flatMap(line => wrapped(line, width(), hangOf(line)));
    const room = Math.max(0, rows - 1 - typed.rows.length - lines.length);
    const open = reply === undefined || room === 0 ? [] : reply.open(drawing()).slice(-room);
    const above = [...open, ...lines].map(row => fitted(row, width()));
    const { row, column } = typed.cursor;
    return { rows: [...above, ...typed.rows], cursor: { row: above.length + row, column } };
  }

  function typedRows(): Region {
    const { draft, search, offers } = editor();
    const looked = search();
    if (looked) {
      const head = `search: ${looked.words}`;
      const found = fitted(
        paint.dim(looked.found === undefined ? 'nothing found' : looked.found.replaceAll('\n', ' ⏎ ')),
        width(),
      );
      const row = fitted(head, width());
      return { rows: [row, found], cursor: { row: 0, column: Math.min(head.length, width() - 1) } };
    }
    const most = Math.max(3, (output.rows ?? 24) - 4);
    const typed = draftRows({ prompt, text: draft.text(), at: draft.at(), width: width(), most });
    const words = offers();
    const offered = words
      .slice(0, 8)
      .map(({ text, about }) => fitted(`  ${text}${about === undefined ? '' : paint.dim(`  ${about}`)}`, width()));
    const more = words.length > 8 ? [paint.dim(`  and ${words.length - 8} more`)] : [];
    return { ...typed, rows: [...typed.rows, ...offered, ...more] };
  }

  function draw(above: readonly string[]): void {
    if (isAway) {
      for (const row of above) output.write(`${row}\n`);
      return;
    }
    region.draw(above, below());
  }

  function drawReply(): void {
    due = undefined;
    if (!reply) return;
    const began = clock.elapsed();
    draw(reply.settled(drawing()));
    const took = clock.elapsed() - began;
    restUntil = began + took + Math.max(pause, took * share);
  }

  function print(lines: readonly string[]): void {
    draw([...(reply?.settled(drawing()) ?? []), ...lines]);
  }

  function finish(): void {
    due?.();
    due = undefined;
    const rows = reply?.end(drawing()) ?? [];
    reply = undefined;
    draw(rows);
  }

  return {
    print: text => print(text.split('\n').flatMap(line => wrapped(line, width(), hangOf(line)))),
    submitted(text) {
      const indent = ' '.repeat(cellsOf(prompt));
      const lines = text.split('\n').map((line, at) => (at === 0 ? prompt : indent) + line);
      print(lines.flatMap(line => wrapped(line, width(), indent)));
    },
    markdown(text) {
      finish();
      const whole = growingReply();
      whole.add(text);
      draw(whole.end(drawing()));
    },
    stream(text) {
      reply ??= growingReply();
      reply.add(text);
      if (due) return;
      const wait = restUntil - clock.elapsed();
      if (wait <= 0) drawReply();
      else due = clock.after(wait, drawReply);
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
      region.remove();
      isAway = true;
    },
  };
}
