/** What runs in a conversation: the call or the model, since when, and the last line it wrote. */
import type { ActorRow, Frame } from '../../../domain/supervision/view.ts';
import { elapsedText } from '../../../domain/text/elapsed-text.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { Clock } from '../../../ports/clock.ts';
import { terminalTexts } from './texts.ts';

export interface Running {
  /** A turn runs. */
  isBusy(): boolean;
  /** `Run “npm test” · 12 s · 34 passing`; undefined: nothing runs. */
  line(): string | undefined;
  see(frame: Frame): void;
  /** Something was said, and no state has come back yet. */
  begin(): void;
  /** It was asked to end. */
  stop(): void;
  end(): void;
}

interface Call {
  readonly what: string;
  readonly since: number;
  /** The end of what it wrote. */
  written: string;
  /** The last line of that. */
  output: string;
}

const longestWritten = 600;

export function runningOf(session: string, { now }: Pick<Clock, 'now'>, language: Language): Running {
  const say = terminalTexts(language);
  const calls = new Map<string, Call>();
  let leaf = 'idle';
  let waitsFor: string | undefined;
  let since = 0;
  let isWriting = false;
  let isStopping = false;

  const isBusy = () => leaf !== 'idle';

  function begin(from = now()): void {
    if (isBusy()) return;
    leaf = 'thinking';
    since = from;
  }

  function end(): void {
    leaf = 'idle';
    isWriting = false;
    isStopping = false;
    calls.clear();
  }

  function seeRow(row: ActorRow): void {
    if (row.id === session) {
      if (row.leaf === 'idle') {
        end();
        return;
      }
      begin(row.since);
      leaf = row.leaf;
      ({ waitsFor } = row);
      if (leaf !== 'thinking.completing') isWriting = false;
    } else if (row.machine === 'tool-call' && row.parent === session) seeCall(row);
  }

  function seeCall({ id, status, leaf: at, doing, label, since: from }: ActorRow): void {
    if (status !== 'active' || at.startsWith('waitingForInput')) calls.delete(id);
    else if (!calls.has(id))
      calls.set(id, { what: oneLine(doing ?? label, 120), since: from, written: '', output: '' });
  }

  function what(): { readonly text: string; readonly since: number; readonly output: string } {
    if (isStopping) return { text: say.stopping, since, output: '' };
    const open = [...calls.values()];
    const newest = open.at(-1);
    if (newest) {
      const more = open.length > 1 ? say.andMore(open.length - 1) : '';
      return { ...newest, text: `${newest.what}${more}` };
    }
    if (waitsFor !== undefined) return { text: oneLine(waitsFor, 120), since, output: '' };
    if (leaf.startsWith('waitingForInput')) return { text: say.waiting, since, output: '' };
    return { text: isWriting ? say.writing : say.thinking, since, output: '' };
  }

  return {
    isBusy,
    line() {
      if (!isBusy()) return undefined;
      const { text, since, output } = what();
      return [text, elapsedText(now() - since), ...(output === '' ? [] : [output])].join(' · ');
    },
    see(frame) {
      if (frame.type === 'row') seeRow(frame.row);
      else if (frame.type === 'delta' && frame.session === session) isWriting = true;
      else if (frame.type === 'turn' && frame.report.session === session) end();
      else if (frame.type === 'progress' && frame.session === session) {
        seeOutput(calls.get(frame.call), frame.text);
      }
    },
    begin: () => begin(),
    stop() {
      isStopping = true;
    },
    end,
  };
}

function seeOutput(call: Call | undefined, piece: string): void {
  if (!call) return;
  call.written = (call.written + piece).slice(-longestWritten);
  call.output = oneLine(call.written.split(/[\r\n]+/).findLast(one => one.trim() !== '') ?? '', 120);
}
