/**
 * The way from a chat to an agent in another process: what its owner reads when it is lost and back, and what was typed meanwhile.
 *
 * A message keeps its id, so one that had arrived after all when the connection broke is not taken twice.
 */

import type { Agent, Link } from '../../../api/client/agent.ts';
import { type Failure, toFailure } from '../../../domain/supervision/failure.ts';
import type { Language } from '../../../domain/text/texts.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { WaitingFile } from './attaching/attachments.ts';
import type { TerminalScreen } from './screen.ts';
import type { Paint } from './style.ts';
import { terminalTexts } from './texts.ts';
import { failureLine } from './transcript/notices.ts';

export interface WaitingMessage {
  readonly session: string;
  readonly clientId: string;
  readonly text: string;
  readonly files: readonly WaitingFile[];
}

export interface ChatLink {
  see(link: Link): void;
  isLost(): boolean;
  /** Sends it now, or once the agent is there; behind what waits already. Rejects where it is refused. */
  say(message: WaitingMessage): Promise<void>;
  /** Ends. Answers what was never sent. */
  close(): readonly string[];
}

/** A connection that is back so soon was not worth a word. */
const quietMs = 700;
/** While there is a connection, and a message is not taken all the same. */
const againMs = 1_000;

export function chatLink(options: {
  readonly screen: Pick<TerminalScreen, 'print'>;
  readonly paint: Paint;
  readonly language: Language;
  readonly clock: Pick<Clock, 'after'>;
  /** As its owner can type this program here; by its name if left out. */
  readonly program?: string | undefined;
  /** The agent ended as it was asked to. */
  readonly isStopped?: (() => boolean) | undefined;
  /** Sends one message. */
  readonly send: (message: WaitingMessage) => Promise<void>;
  /** The agent is back: what it did meanwhile is to be shown. */
  readonly rejoin: () => Promise<void>;
}): ChatLink {
  const { screen, paint, language, clock, program = 'straylight', isStopped, rejoin } = options;
  const say = terminalTexts(language);
  let isLost = false;
  let isKnown = false;
  let isClosed = false;
  let cancel = () => {};
  const failed = (thrown: unknown) => screen.print(paint.warn(failureLine(thrown, language, program)));
  const box = outbox({ ...options, isOpen: () => !isLost && !isClosed, failed });

  function announce(): void {
    if (!isLost || isKnown || isClosed) return;
    isKnown = true;
    screen.print(paint.warn((isStopped?.() ? say.stopped : say.lost)(program)));
  }

  function lost(): void {
    if (isLost) return;
    isLost = true;
    cancel = clock.after(quietMs, announce);
  }

  async function live(): Promise<void> {
    if (!isLost) return;
    isLost = false;
    cancel();
    if (isKnown) screen.print(paint.dim(`· ${say.back}`));
    isKnown = false;
    // what came before what was typed stands above it
    await rejoin().catch(failed);
    await box.flush();
  }

  return {
    see(link) {
      if (link === 'lost') lost();
      else void live();
    },
    isLost: () => isLost,
    async say(message) {
      if (await box.sent(message)) return;
      announce();
      screen.print(paint.dim(`· ${say.sentLater}`));
    },
    close() {
      isClosed = true;
      cancel();
      return box.close();
    },
  };
}

/** What a chat begins with, again and again until an agent in another process is there. Rejects where it refuses. */
export async function onceThere(
  act: () => Promise<void>,
  options: {
    readonly agent: Pick<Agent, 'where'>;
    readonly clock: Pick<Clock, 'after'>;
    readonly link: (link: Link) => void;
    /** The chat is over. */
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { agent, clock, link, signal } = options;
  for (let isLost = false; !signal.aborted; isLost = true)
    try {
      await act();
      if (isLost) link('live');
      return;
    } catch (thrown) {
      if (signal.aborted) return;
      if (agent.where === 'here' || !isPassing(toFailure(thrown))) throw thrown;
      link('lost');
      await new Promise<void>(done => {
        const end = () => {
          cancel();
          signal.removeEventListener('abort', end);
          done();
        };
        const cancel = clock.after(againMs, end);
        signal.addEventListener('abort', end, { once: true });
      });
    }
}

/** Messages that nobody has taken yet, in their order. */
function outbox({
  clock,
  send,
  isOpen,
  failed,
}: {
  readonly clock: Pick<Clock, 'after'>;
  readonly send: (message: WaitingMessage) => Promise<void>;
  /** There is a connection, as far as is known. */
  readonly isOpen: () => boolean;
  readonly failed: (thrown: unknown) => void;
}) {
  const waiting: WaitingMessage[] = [];
  let isSending = false;
  let cancel = () => {};

  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (let [first] = waiting; first && isOpen(); [first] = waiting) {
        await send(first).catch(thrown => {
          if (isPassing(toFailure(thrown))) throw thrown;
          failed(thrown);
        });
        waiting.shift();
      }
    } catch {
      again();
    } finally {
      isSending = false;
    }
  }

  function again(): void {
    cancel();
    if (isOpen() && waiting.length > 0) cancel = clock.after(againMs, () => void flush());
  }

  return {
    flush,
    /** False: it waits. Rejects where it is refused. */
    async sent(message: WaitingMessage): Promise<boolean> {
      if (isOpen() && waiting.length === 0)
        try {
          await send(message);
          return true;
        } catch (thrown) {
          if (!isPassing(toFailure(thrown))) throw thrown;
        }
      waiting.push(message);
      again();
      return false;
    },
    close() {
      cancel();
      return waiting.map(({ text }) => text);
    },
  };
}

/** Nobody has answered, or not in time. */
function isPassing({ kind }: Failure): boolean {
  return kind === 'unavailable' || kind === 'timeout';
}
