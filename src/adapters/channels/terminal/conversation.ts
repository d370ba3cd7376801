/** The conversation that is open in the terminal: what is said, what comes back, and whether a turn runs. */
import type { Agent } from '../../../api/client/agent.ts';
import type { ActorRow, Frame } from '../../../domain/supervision/view.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TerminalScreen } from './screen.ts';
import type { Paint } from './style.ts';
import { transcript } from './transcript.ts';

export interface Conversation {
  /** Its address. */
  session(): string;
  /** A turn runs. */
  isBusy(): boolean;
  show(frame: Frame): void;
  say(text: string): Promise<void>;
  /** Ends the running turn. */
  stop(): Promise<void>;
  /** Goes on in another conversation. A turn that runs in this one goes on there. */
  goTo(session: string): Promise<void>;
}

export interface ConversationOptions {
  readonly agent: Agent;
  readonly session: string;
  readonly screen: TerminalScreen;
  readonly paint: Paint;
  readonly clock: Pick<Clock, 'id'>;
  /** Runs `act`, and shows why it failed. */
  readonly attempt: (act: () => Promise<unknown>) => void;
}

export function openConversation(options: ConversationOptions): Conversation {
  const { agent, screen, clock, attempt } = options;
  const { dim, warn } = options.paint;
  let { session } = options;
  let pages = transcript(session, screen, dim);
  let isBusy = false;

  function showRow({ leaf }: ActorRow): void {
    isBusy = leaf !== 'idle';
    if (!leaf.startsWith('waitingForInput')) return;
    attempt(async () => {
      const { needs } = await agent.state.show();
      const question = needs.find(need => need.id === session && need.kind !== 'approval');
      if (question) pages.question(question.text);
    });
  }

  return {
    session: () => session,
    isBusy: () => isBusy,
    show(frame) {
      pages.show(frame);
      if (frame.type === 'turn' && frame.report.session === session) isBusy = false;
      else if (frame.type === 'row' && frame.row.id === session) showRow(frame.row);
    },
    async say(text) {
      pages.said(text);
      isBusy = true;
      try {
        const { note } = await agent.sessions.say({ id: session, clientId: clock.id(), text });
        if (note !== undefined) screen.print(warn(oneLine(note, 400)));
      } catch (thrown) {
        isBusy = false;
        throw thrown;
      }
    },
    async stop() {
      screen.print(dim('· Stopping the turn.'));
      if ((await agent.sessions.abort({ id: session })).aborted) return;
      isBusy = false;
      screen.print(dim('· Nothing was running.'));
    },
    async goTo(other) {
      session = other;
      pages = transcript(session, screen, dim);
      const row = (await agent.state.show()).actors.find(({ id }) => id === session);
      isBusy = row !== undefined && row.leaf !== 'idle';
    },
  };
}
