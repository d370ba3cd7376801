/** The keyboard of a chat: key by key, or in the plain mode line by line; and given to another program for a while. */
import { createInterface } from 'node:readline';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type Keyboard, type Keys, readKeys } from './keyboard.ts';
import type { TerminalScreen } from './screen.ts';
import type { Editor } from './typing/editor.ts';

export interface ChatKeys {
  open(): void;
  close(): void;
  /** Ctrl-Z stops the whole job, also where a launcher stands between the shell and this process. */
  suspend(): void;
  /** Runs what needs keyboard and screen for itself. Throws a `Fault` in the plain mode. */
  lent<Result>(use: () => Promise<Result>): Promise<Result>;
}

/** Pastes are marked, and it is reported whether the terminal is looked at. */
const reportsOn = '\x1b[?2004h\x1b[?1004h';
const reportsOff = '\x1b[?2004l\x1b[?1004l';

export function chatKeys(options: {
  readonly input: Keyboard;
  readonly output: NodeJS.WritableStream;
  readonly screen: TerminalScreen;
  readonly editor: Editor;
  readonly clock: Pick<Clock, 'after' | 'elapsed'>;
  readonly plain: boolean;
  readonly interrupted: () => void;
  /** The terminal is looked at, or no more. */
  readonly focus: (isLookedAt: boolean) => void;
  /** A line of the plain mode. */
  readonly line: (text: string) => void;
  /** There is no keyboard any more. */
  readonly gone: () => void;
}): ChatKeys {
  const { input, output, screen, editor, clock, plain, interrupted, focus, line, gone } = options;
  let keys: Keys | undefined;
  let close = () => {};

  function openRaw(): () => void {
    output.write(reportsOn);
    output.on('resize', screen.changed);
    keys = readKeys(input, { onKey: editor.key, onPaste: editor.paste, onFocus: focus, onEnd: gone }, clock);
    return () => {
      keys?.close();
      output.off('resize', screen.changed);
      output.write(reportsOff);
    };
  }

  function openLines(): () => void {
    const lines = createInterface({ input, terminal: false });
    const together = linesTogether(clock, line);
    lines.on('line', together.add);
    lines.on('close', () => {
      together.flush();
      gone();
    });
    const release = takeInterrupts(interrupted);
    return () => {
      release();
      together.close();
      lines.close();
    };
  }

  function away(): void {
    screen.pause();
    output.write(reportsOff);
    keys?.pause();
  }

  function back(): void {
    keys?.resume();
    output.write(reportsOn);
    screen.resume();
  }

  return {
    open() {
      close = plain ? openLines() : openRaw();
    },
    close: () => close(),
    suspend() {
      away();
      process.once('SIGCONT', back);
      process.kill(0, 'SIGTSTP');
    },
    async lent(use) {
      if (plain) throw fault('invalid', 'an editor needs the whole screen, and the plain mode does not; type it here');
      away();
      // what interrupts the other program is not meant for this one
      const release = takeInterrupts(() => {});
      try {
        return await use();
      } finally {
        release();
        back();
      }
    },
  };
}

/** Lines that come at once are one text: nobody types so fast. */
function linesTogether(clock: Pick<Clock, 'after'>, take: (text: string) => void) {
  let lines: string[] = [];
  let cancel = () => {};
  function flush(): void {
    cancel();
    const text = lines.join('\n');
    const isAny = lines.length > 0;
    lines = [];
    if (isAny) take(text);
  }
  return {
    add(line: string): void {
      lines.push(line);
      cancel();
      cancel = clock.after(40, flush);
    },
    flush,
    close: () => cancel(),
  };
}

/** Ctrl-C where the terminal turns it into a signal. */
function takeInterrupts(interrupted: () => void): () => void {
  const before = process.listeners('SIGINT');
  for (const listener of before) process.off('SIGINT', listener);
  process.on('SIGINT', interrupted);
  return () => {
    process.off('SIGINT', interrupted);
    for (const listener of before) process.on('SIGINT', listener);
  };
}
