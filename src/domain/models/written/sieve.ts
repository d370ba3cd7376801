/**
 * What of a model's text is for its reader, while it comes in pieces: thoughts between the marks of a template are
 * taken out, and calls that were written into the text are made calls.
 *
 * A mark counts outside of code alone, so that a model can explain it. What may become a mark is held back until that
 * is known, wherever the pieces were cut.
 */
import { defined } from '../../text/json.ts';
import { bare, block, call, code } from './call-text.ts';
import type { WrittenCall } from './calls.ts';
import { plain } from './plain-text.ts';
import type { SieveOptions, State } from './reading.ts';
import { callsAtEnd, held, thought } from './thoughts.ts';

export interface Sieved {
  readonly text: string;
  readonly calls: readonly WrittenCall[];
  /** What stood between marks of a call and is none that is understood. */
  readonly unread?: string;
  /** The limit came within a call, of this tool; empty: its name is not known. */
  readonly cutCall?: string;
  /** Only the end of a thought was marked. */
  readonly beganInThought: boolean;
}

export interface TextSieve {
  take(piece: string): void;
  /** The reply does not begin within a thought: what was held back for that is shown. */
  release(): void;
  /** All has come; `isCut`: a limit came first, so the call that was being written is none. */
  end(isCut: boolean): Sieved;
}

export function textSieve(options: SieveOptions): TextSieve {
  const s: State = {
    ...options,
    calls: [],
    shownOpeners: new Set(),
    mode: { in: options.isHeld ? 'held' : 'text' },
    unread: undefined,
    cutCall: undefined,
    rest: '',
    text: '',
    lead: '',
    line: '',
    isInCode: false,
    hasMark: false,
    hasThought: false,
    thought: '',
    isTurnOver: false,
    answerEnd: '',
    pending: false,
    hasNoBare: !options.readsBareCalls || options.tools.length === 0,
    beganInThought: false,
  };
  return {
    take(piece) {
      s.rest += piece;
      scan(s, false);
    },
    release() {
      if (s.mode.in !== 'held') return;
      s.mode = { in: 'text' };
      scan(s, false);
    },
    end(isCut) {
      if (isCut && (s.mode.in === 'call' || s.mode.in === 'bare' || s.mode.in === 'block')) {
        if (s.mode.in === 'call') {
          s.cutCall = s.tools.find(name => s.rest.includes(name)) ?? '';
          s.rest = '';
        } else if (s.mode.in === 'block') s.rest = s.mode.head + s.rest;
        s.mode = { in: 'code', fence: '```' };
      }
      scan(s, true);
      if (!isCut && s.mode.in === 'thought') s.calls.push(...callsAtEnd(s));
      if (s.text === '' && !s.hasMark && s.lead !== '') {
        s.text = s.lead;
        s.onText(s.lead);
      }
      const { text, calls, beganInThought, unread, cutCall } = s;
      return { text, calls, beganInThought, ...defined({ unread, cutCall }) };
    },
  };
}

function scan(s: State, isEnd: boolean): void {
  s.pending = false;
  while (step(s, isEnd) && !s.pending) if (s.rest === '' && !isEnd) break;
}

/** Goes on after one thing was read; false: more has to come. */
function step(s: State, isEnd: boolean): boolean {
  switch (s.mode.in) {
    case 'held':
      return held(s, isEnd);
    case 'thought':
      return thought(s, s.mode.mark, isEnd);
    case 'call':
      return call(s, s.mode, isEnd);
    case 'code':
      return code(s, s.mode.fence, isEnd);
    case 'block':
      return block(s, s.mode.head, isEnd);
    case 'bare':
      return bare(s, isEnd);
    case 'over':
      s.rest = '';
      return false;
    case 'text':
      return plain(s, isEnd);
  }
}
