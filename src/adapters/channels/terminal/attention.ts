/**
 * Calls the owner to a terminal that is not looked at: a sound, and a notice of the desktop where the terminal makes one
 * (OSC 9). Whether it is looked at, the terminal reports; one that reports nothing counts as looked at.
 */
import { placeOf } from '../../../domain/conversation/chat-session.ts';
import type { Frame } from '../../../domain/supervision/view.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { TerminalTexts } from './texts.ts';
import { isForTerminal } from './transcript/notices.ts';

export interface Attention {
  /** The terminal was left, or come back to. */
  focus(isLookedAt: boolean): void;
  /** Calls where the frame is a reminder, a new card or the end of a turn. */
  see(frame: Frame): void;
}

export function attention({
  output,
  session,
  say,
}: {
  readonly output: NodeJS.WritableStream;
  /** The conversation that is open. */
  readonly session: () => string;
  readonly say: Pick<TerminalTexts, 'turnEnded'>;
}): Attention {
  let isLookedAt = true;
  const called = new Set<string>();

  function call(what: string): void {
    // other programs take a number at the beginning for an order
    output.write(`\x07\x1b]9;Straylight: ${oneLine(what, 120)}\x07`);
  }

  return {
    focus(now) {
      isLookedAt = now;
    },
    see(frame) {
      const news = newsOf(frame, session(), say.turnEnded);
      if (!news || called.has(news.id)) return;
      called.add(news.id);
      if (!isLookedAt) call(news.text);
    },
  };
}

/** What a frame has for an owner who is not there; undefined: nothing. */
function newsOf(
  frame: Frame,
  session: string,
  turnEnded: string,
): { readonly id: string; readonly text: string } | undefined {
  if (frame.type === 'message' && isForTerminal(frame)) return { id: frame.message.id, text: frame.message.text };
  if (frame.type === 'turn' && frame.report.session === session && frame.report.outcome !== 'running')
    return { id: `turn ${frame.report.turn}`, text: turnEnded };
  if (frame.type !== 'approval') return undefined;
  const { state, queued, card } = frame.approval;
  const isHere = placeOf(card.session).channel === 'terminal';
  return state === 'pending' && queued !== true && isHere ? { id: card.nonce, text: card.intent } : undefined;
}
