/**
 * Text above a prompt that is always there: the owner can type while the reply comes in.
 *
 * The line still being written is part of readline's prompt, which measures and redraws it; whole lines are put above.
 * Only public calls of readline are used.
 */
import type { Interface } from 'node:readline/promises';

export interface TerminalScreen {
  /** Whole lines, above what is being written. */
  print(text: string): void;
  /** More of the text that is being written, word-wrapped as it grows. */
  stream(text: string): void;
  /** Ends the text that is being written. */
  finish(): void;
  prompt(text: string): void;
  /** The owner has pressed Enter: readline has left the prompt behind. */
  submitted(): void;
  /** What is typed and not sent. */
  draft(): string;
  setDraft(text: string): void;
}

export function terminalScreen(
  editor: Interface,
  output: NodeJS.WritableStream & { readonly columns?: number },
): TerminalScreen {
  let prompt = '';
  let running = '';
  let closed = false;
  editor.once('close', () => {
    closed = true;
  });

  function draw(above: string): void {
    if (closed) {
      output.write(above);
      return;
    }
    // readline goes up as many rows as it believes it is down, so these are given back after it is cleared.
    const { rows } = editor.getCursorPos();
    const up = rows > 0 ? `\x1b[${rows}A` : '';
    output.write(`${up}\r\x1b[J${above}${'\n'.repeat(rows)}`);
    editor.setPrompt(running === '' ? prompt : `${running}\n${prompt}`);
    editor.prompt(true);
  }

  return {
    print(text) {
      const before = running === '' ? '' : `${running}\n`;
      running = '';
      draw(`${before}${text}\n`);
    },
    stream(text) {
      const lines = `${running}${text}`.split('\n');
      running = lines.pop() ?? '';
      const whole = lines.map(line => `${line}\n`);
      const width = Math.max(20, output.columns ?? 80) - 1;
      for (let at = cut(running, width); at > 0; at = cut(running, width)) {
        whole.push(`${running.slice(0, at).trimEnd()}\n`);
        running = running.slice(at).trimStart();
      }
      draw(whole.join(''));
    },
    finish() {
      if (running === '') return;
      const text = `${running}\n`;
      running = '';
      draw(text);
    },
    prompt(text) {
      prompt = text;
      draw('');
    },
    submitted() {
      running = '';
      editor.setPrompt(prompt);
    },
    draft: () => editor.line,
    setDraft(text) {
      editor.write(null, { ctrl: true, name: 'e' });
      editor.write(null, { ctrl: true, name: 'u' });
      if (text !== '') editor.write(text);
    },
  };
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\ufe0f/u;

/** Where a line that is too wide is to be broken: after its last space that fits, else where it is full; 0: it fits. */
function cut(line: string, width: number): number {
  let used = 0;
  let space = 0;
  for (const { segment, index } of graphemes.segment(line)) {
    used += segment === '\t' ? 8 : wide.test(segment) ? 2 : 1;
    if (used > width) return space > 0 ? space : Math.max(1, index);
    if (segment === ' ') space = index + 1;
  }
  return 0;
}
