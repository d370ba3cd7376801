/**
 * A chat that only ever adds lines: for screen readers, and for terminals that know no cursor.
 *
 * Nothing is drawn twice and nothing has a colour. A reply comes block by block, as each is whole; a line is typed in the
 * terminal's own way.
 */
import type { Drawing } from './markdown/blocks.ts';
import { growingReply } from './markdown/growing.ts';
import type { TerminalScreen } from './screen.ts';
import { paintOf } from './style.ts';

export function plainScreen({
  output,
  program,
  isBusy,
}: {
  readonly output: NodeJS.WritableStream & { readonly columns?: number };
  readonly program?: Drawing['program'];
  /** A turn runs: more lines come, and the prompt would only stand between them. */
  readonly isBusy: () => boolean;
}): TerminalScreen {
  let prompt = '';
  let hinted: string | undefined;
  let isPromptShown = false;
  let reply: ReturnType<typeof growingReply> | undefined;
  // the terminal, or the reader's program, breaks lines
  const drawing: Drawing = {
    width: 10_000,
    program,
    paint: paintOf(false),
    highlight: lines => lines.map(row => ({ row, goesOn: false })),
  };

  function write(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const before = isPromptShown ? '\n' : '';
    isPromptShown = false;
    output.write(`${before}${lines.join('\n')}\n`);
  }

  function ask(): void {
    if (prompt === '' || isPromptShown || reply || isBusy()) return;
    isPromptShown = true;
    output.write(prompt);
  }

  return {
    print(text) {
      write([...(reply?.settled(drawing) ?? []), ...text.split('\n')]);
      ask();
    },
    submitted() {
      isPromptShown = false;
    },
    markdown(text) {
      const whole = growingReply();
      whole.add(text);
      write(whole.end(drawing));
      ask();
    },
    stream(text) {
      reply ??= growingReply();
      reply.add(text);
      write(reply.settled(drawing));
    },
    finish() {
      if (!reply) return;
      const rows = reply.end(drawing);
      reply = undefined;
      write(rows);
      ask();
    },
    prompt(text, hint) {
      prompt = text;
      if (hint !== undefined && hint !== hinted) write([hint]);
      hinted = hint;
      ask();
    },
    changed: () => {},
    clear: () => {},
    draft: () => '',
    setDraft: () => {},
    pause: () => {},
    resume: ask,
    close() {
      this.finish();
    },
  };
}
