/**
 * What `straylight ask` shows of a turn while it runs: on standard error a line that says what runs, on a terminal also
 * the reply, block by block as each is whole. What a program reads from standard output is the whole reply at the end.
 */
import type { Frame } from '../../../domain/supervision/view.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { fitted, roomIn } from '../../../domain/text/writing/cells.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Drawing } from './markdown/blocks.ts';
import { growingReply } from './markdown/growing.ts';
import { runningOf } from './running.ts';
import type { Paint } from './style.ts';
import { pieceOf, spokenOn } from './transcript/spoken.ts';

type Terminal = NodeJS.WritableStream & { readonly columns?: number };

export interface AskScreen {
  see(frame: Frame): void;
  /** The turn is over, or it waits: the status goes. */
  close(): void;
  /** Shows what of the reply has not been shown yet. False: nothing is shown here. */
  reply(text: string): boolean;
}

export function askScreen(options: {
  readonly session: string;
  /** In which its owner is spoken to. */
  readonly language: Language;
  /** Where the reply goes while it is written; undefined: a program reads it. */
  readonly output: Terminal | undefined;
  /** Where the status goes; undefined: nobody looks at it. */
  readonly status: Terminal | undefined;
  readonly paint: Paint;
  readonly highlight: Drawing['highlight'];
  readonly program?: Drawing['program'];
  readonly clock: Pick<Clock, 'now' | 'after'>;
}): AskScreen {
  const { session, language, output, status, paint, highlight, program, clock } = options;
  const running = runningOf(session, clock, language);
  let shown = '';
  let cancel = () => {};
  let growing = growingReply();
  const drawing = (): Drawing => ({ width: output ? roomIn(output.columns) : 79, paint, highlight, program });

  function setStatus(line: string): void {
    if (!status || line === shown) return;
    shown = line;
    status.write(`\r\x1b[K${paint.dim(fitted(line, roomIn(status.columns)))}`);
  }

  function look(): void {
    const line = running.line();
    setStatus(line === undefined ? '' : `● ${line}`);
  }

  function tick(): void {
    look();
    cancel = clock.after(1_000, tick);
  }

  function write(rows: readonly string[]): void {
    if (rows.length === 0) return;
    setStatus('');
    output?.write(`${rows.join('\n')}\n`);
  }

  function end(): void {
    write(growing.end(drawing()));
    growing = growingReply();
  }

  const spoken = spokenOn({
    stream(text) {
      growing.add(text);
      write(growing.settled(drawing()));
    },
    finish: end,
    markdown(text) {
      growing.add(text);
      end();
    },
  });

  running.begin();
  tick();
  return {
    see(frame) {
      running.see(frame);
      if (output && frame.type === 'delta' && frame.session === session) spoken.piece(pieceOf(frame));
      else if (output && frame.type === 'message' && frame.session === session && frame.message.role === 'assistant') {
        spoken.message(frame.message.id, frame.message.text);
      }
      look();
    },
    close() {
      cancel();
      spoken.finish();
      setStatus('');
    },
    reply(text) {
      if (!output) return false;
      spoken.finish();
      spoken.unlessSaid(text);
      return true;
    },
  };
}
