/** The conversation that is open in the terminal: what is said, what comes back, and what runs. */
import type { Agent } from '../../../api/client/agent.ts';
import type { NamedFile } from '../../../domain/conversation/attached-file.ts';
import type { ActorRow, Frame } from '../../../domain/supervision/view.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type Questions, questionsOf } from './answering/questions.ts';
import type { WaitingFile } from './attaching/attachments.ts';
import { type Running, runningOf } from './running.ts';
import type { TerminalScreen } from './screen.ts';
import type { Paint } from './style.ts';
import { terminalTexts } from './texts.ts';
import { transcript } from './transcript/transcript.ts';

export interface Conversation {
  /** Its address. */
  session(): string;
  /** A turn runs. */
  isBusy(): boolean;
  /** What runs, in a line; undefined: nothing does. */
  running(): string | undefined;
  show(frame: Frame): void;
  /** A question of it that waits for an answer. */
  question(): Questions;
  /** `files`: what goes with it. */
  say(text: string, files?: readonly WaitingFile[]): Promise<void>;
  /** Ends the running turn. */
  stop(): Promise<void>;
  /** Goes on in another conversation. A turn that runs in this one goes on there. */
  goTo(session: string): Promise<void>;
  /** Sees what runs in it already. */
  look(): Promise<void>;
  /** The last reply, as it was written. */
  lastReply(): Promise<string>;
}

export interface ConversationOptions {
  readonly agent: Agent;
  readonly session: string;
  readonly screen: TerminalScreen;
  readonly paint: Paint;
  readonly language: Language;
  readonly clock: Pick<Clock, 'id' | 'now' | 'elapsed'>;
  /** How long what came up has to be on screen before a key can be its answer. */
  readonly settleMs: number;
  /** Runs `act`, and shows why it failed. */
  readonly attempt: (act: () => Promise<unknown>) => void;
}

export function openConversation(options: ConversationOptions): Conversation {
  const { agent, screen, clock, attempt, paint, language } = options;
  const { dim, warn } = paint;
  let { session } = options;
  let pages = transcript({ session, paper: screen, paint, language });
  let running: Running = runningOf(session, clock, language);
  let questions: Questions = questionsOf({ ...options, session });

  function showRow({ leaf }: ActorRow): void {
    if (!leaf.startsWith('waitingForInput')) return;
    attempt(async () => {
      const { needs } = await agent.state.show();
      const question = needs.find(need => need.id === session && need.kind !== 'approval');
      if (question) pages.question(question.text);
    });
  }

  return {
    session: () => session,
    isBusy: () => running.isBusy(),
    running: () => running.line(),
    question: () => questions,
    show(frame) {
      running.see(frame);
      pages.show(frame);
      if (frame.type === 'row') questions.see(frame.row);
      if (frame.type === 'row' && frame.row.id === session) showRow(frame.row);
    },
    async say(text, files = []) {
      const clientId = clock.id();
      pages.said(clientId);
      running.begin();
      try {
        const named = await attached(options, session, files);
        const { turn, note } = await agent.sessions.say({
          id: session,
          clientId,
          text,
          ...(named.length > 0 && { files: named }),
        });
        // it waits where nothing runs
        if (turn === '') running.end();
        if (note !== undefined) screen.print(warn(oneLine(note, 400)));
      } catch (thrown) {
        running.end();
        throw thrown;
      }
    },
    async stop() {
      running.stop();
      screen.changed();
      if ((await agent.sessions.abort({ id: session })).aborted) return;
      running.end();
      screen.print(dim(`· ${terminalTexts(language).nothingRuns}`));
    },
    async goTo(other) {
      session = other;
      pages = transcript({ session, paper: screen, paint, language });
      running = runningOf(session, clock, language);
      questions = questionsOf({ ...options, session });
      await this.look();
    },
    async look() {
      const { actors } = await agent.state.show();
      // its calls are known by it, so it comes first
      for (const row of actors.filter(({ id }) => id === session)) running.see({ type: 'row', row });
      for (const row of actors.filter(({ parent }) => parent === session)) {
        running.see({ type: 'row', row });
        questions.see(row);
      }
    },
    async lastReply() {
      const shown = pages.lastReply();
      if (shown !== '') return shown;
      const { messages } = await agent.sessions.messages({ id: session, limit: 50 });
      return messages.findLast(({ role, text }) => role === 'assistant' && text.trim() !== '')?.text ?? '';
    },
  };
}

/** Keeps each file in the workspace, and answers how a message names it. */
async function attached(
  { agent, clock }: Pick<ConversationOptions, 'agent' | 'clock'>,
  session: string,
  files: readonly WaitingFile[],
): Promise<NamedFile[]> {
  const named: NamedFile[] = [];
  for (const { name, content } of files) {
    const file = { clientId: clock.id(), name };
    await agent.sessions.attach({ id: session, ...file, content });
    named.push(file);
  }
  return named;
}
