/** The conversation that is open in the terminal: what is said, what comes back, and what runs. */

import type { Agent, Link } from '../../../api/client/agent.ts';
import { type ChatSession, chatOf } from '../../../domain/conversation/chat-session.ts';
import type { NamedFile } from '../../../domain/conversation/files.ts';
import type { ActorRow, Frame } from '../../../domain/supervision/view.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { asTyped } from '../../../domain/text/typed-name.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type Questions, questionsOf } from './answering/questions.ts';
import type { WaitingFile } from './attaching/attachments.ts';
import { chatLink, type WaitingMessage } from './link.ts';
import { type Running, runningOf } from './running.ts';
import type { TerminalScreen } from './screen.ts';
import type { Paint } from './style.ts';
import { terminalTexts } from './texts.ts';
import { type Steps, transcript } from './transcript/transcript.ts';

export interface Conversation {
  /** Its address. */
  session(): string;
  /** A turn runs. */
  isBusy(): boolean;
  /** The connection to the agent is lost, or there again. */
  link(link: Link): void;
  /** Answers what was typed and never sent. */
  close(): readonly string[];
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
  /** As its owner can type this program here; by its name if left out. */
  readonly program?: string | undefined;
  /** The agent ended as it was asked to; where another process holds it. */
  readonly isStopped?: (() => boolean) | undefined;
  readonly steps?: Steps;
  readonly clock: Pick<Clock, 'id' | 'now' | 'elapsed' | 'after'>;
  /** How long what came up has to be on screen before a key can be its answer. */
  readonly settleMs: number;
  /** Runs `act`, and shows why it failed. */
  readonly attempt: (act: () => Promise<unknown>) => void;
}

/** So many messages are looked through for what came while the agent was away. */
const mostMissed = 100;

export function openConversation(options: ConversationOptions): Conversation {
  const { agent, screen, clock, attempt, paint, language, program, steps, isStopped } = options;
  const { dim, warn } = paint;
  let { session } = options;
  /** What came before was shown when it was opened. */
  let since = clock.now();
  const link = chatLink({ screen, paint, clock, language, program, isStopped, send, rejoin });
  let pages = transcript({ session, paper: screen, paint, language, program, steps });
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

  async function send(message: WaitingMessage): Promise<void> {
    const there = running;
    if (message.session === session) there.begin();
    try {
      const { turn, note } = await sayTo(agent, message);
      // it waits where nothing runs
      if (turn === '') there.end();
      if (note !== undefined) screen.print(warn(oneLine(asTyped(note, program), 400)));
    } catch (thrown) {
      there.end();
      throw thrown;
    }
  }

  const named = agentLine(options);
  const look = async () => named(session, await lookAt(session, options, running, questions));

  async function rejoin(): Promise<void> {
    await look();
    const { messages } = await agent.sessions.messages({ id: session, limit: mostMissed });
    // what was shown is known by its id
    for (const message of messages) if (message.at >= since) pages.show({ type: 'message', session, message });
    screen.changed();
  }

  return {
    session: () => session,
    isBusy: () => running.isBusy(),
    // nobody knows what runs where nobody answers
    running: () => (link.isLost() ? undefined : running.line()),
    question: () => questions,
    show(frame) {
      running.see(frame);
      pages.show(frame);
      questions.hear(frame);
      if (frame.type === 'row' && frame.row.id === session) showRow(frame.row);
    },
    async say(text, files = []) {
      const clientId = clock.id();
      questions.answered();
      pages.said(clientId);
      await link.say({ session, clientId, text, files });
    },
    link: link.see,
    close: link.close,
    async stop() {
      running.stop();
      screen.changed();
      if ((await agent.sessions.abort({ id: session })).aborted) return;
      running.end();
      screen.print(dim(`· ${terminalTexts(language).nothingRuns}`));
    },
    async goTo(other) {
      session = other;
      since = clock.now();
      pages = transcript({ session, paper: screen, paint, language, program, steps });
      running = runningOf(session, clock, language);
      questions = questionsOf({ ...options, session });
      await look();
    },
    look,
    lastReply: async () => pages.lastReply() || lastReplyIn(agent, session),
  };
}

async function lastReplyIn(agent: Agent, session: string): Promise<string> {
  const { messages } = await agent.sessions.messages({ id: session, limit: 50 });
  return messages.findLast(({ role, text }) => role === 'assistant' && text.trim() !== '')?.text ?? '';
}

/** Sends a message with what goes with it. */
async function sayTo(agent: Agent, { session: id, clientId, text, files }: WaitingMessage) {
  const named = await attached(agent, id, { clientId, files });
  return agent.sessions.say({ id, clientId, text, files: named.length > 0 ? named : undefined });
}

/** Says whose a conversation is, where it belongs to an agent: once, until that is another one. */
function agentLine({ screen, paint, language }: ConversationOptions) {
  let said = '';
  return (session: string, { agent }: Pick<ChatSession, 'agent'> = {}): void => {
    const whose = agent === undefined ? '' : `${session} ${agent}`;
    if (agent !== undefined && whose !== said) screen.print(paint.dim(`· ${terminalTexts(language).ofAgent(agent)}`));
    said = whose;
  };
}

/** Sees what runs in it; answers it as its chat lists it. */
async function lookAt(
  session: string,
  { agent, steps }: Pick<ConversationOptions, 'agent' | 'steps'>,
  running: Running,
  questions: Questions,
): Promise<Pick<ChatSession, 'agent'> | undefined> {
  const { sessions } = await agent.sessions.list({ id: chatOf(session) });
  const listed = sessions.find(one => one.session === session);
  if (steps) steps.areShown = listed?.showsSteps ?? true;
  const { actors } = await agent.state.show();
  // what ran may have ended where nobody looked
  if (!actors.some(({ id }) => id === session)) running.end();
  // its calls are known by it, so it comes first
  for (const row of actors.filter(({ id }) => id === session)) running.see({ type: 'row', row });
  for (const row of actors.filter(({ parent }) => parent === session)) {
    running.see({ type: 'row', row });
    questions.see(row);
  }
  return listed;
}

/** Keeps each file in the workspace, and answers how a message names it. The same message keeps the same ones. */
async function attached(
  agent: Agent,
  session: string,
  { clientId, files }: Pick<WaitingMessage, 'clientId' | 'files'>,
): Promise<NamedFile[]> {
  const named: NamedFile[] = [];
  for (const [at, { name, content }] of files.entries()) {
    const file = { clientId: `${clientId}-${at}`, name };
    await agent.sessions.attach({ id: session, ...file, content });
    named.push(file);
  }
  return named;
}
