/**
 * The running agent, to be read: rows, journals, messages, and what is committed as it is committed. Reading comes from
 * the tables and the feed, never from a call into an actor, so it disturbs nothing.
 */
import type { AccountRequest } from '../../domain/accounts/account.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import { stepLine } from '../../domain/supervision/step-line.ts';
import type {
  ActorRow,
  ApprovalRow,
  CallOutput,
  ChatMessage,
  Frame,
  Health,
  StateBatch,
  TurnReport,
} from '../../domain/supervision/view.ts';
import type { Json } from '../../domain/text/json.ts';
import { noPaths, type OwnersPaths } from '../../domain/tools/owners-paths.ts';
import { storedState } from '../../machines/stored.ts';
import { toolCallView } from '../../machines/tool-call/view.ts';
import type { Feed, FeedFrame } from '../../ports/host.ts';
import { followWriting, type Written } from '../conversation/writing.ts';
import type { ActorCore } from '../core.ts';
import { followOutputs } from '../tools/outputs.ts';
import { type ActorHistory, actorHistory } from './actor-history.ts';
import { actorRows } from './actor-rows.ts';
import { chatMessages } from './chat-messages.ts';
import { frames } from './frames.ts';
import { isFromOutside, ownerNeeds } from './owner-needs.ts';
import { journalEntry } from './rows.ts';

export interface AgentState extends ActorHistory {
  state(): StateBatch;
  /** One actor, however long ago it ended. */
  actor(id: string): ActorRow | undefined;
  /** What waits for the owner. */
  needs(): StateBatch['needs'];
  /** May the words of one of these come from outside? */
  isFromOutside(need: StateBatch['needs'][number]): boolean;
  approvals(state?: string): readonly ApprovalRow[];
  /** The call an approval is about, its arguments as they would run. */
  requestedCall(approval: string): { readonly tool: string; readonly arguments: Json } | undefined;
  messages(
    session: string,
    page: { readonly before?: string; readonly limit: number },
  ): { readonly messages: readonly ChatMessage[]; readonly next?: string };
  /** As it is shown to its owner. */
  shownMessage(message: ReadMessage): ChatMessage;
  turn(id: string): TurnReport | undefined;
  /** What has come of the reply that a session is writing. */
  writing(session: string): Written | undefined;
  /** What the running calls of a session have written so far. */
  outputs(session: string): readonly CallOutput[];
  /**
   * `turnsOf`: a session of which nothing is needed but where it waits or rests, and how its turns end. Answers how to
   * end it.
   */
  watch(onFrame: (frame: Frame) => void, turnsOf?: string): () => void;
}

/** How many of the last steps are shown to a client that connects later. */
const recentSteps = 400;

/**
 * `paths`: where the agent's folders lie for its owner; as commands see them if left out. `requests`: who wrote on
 * Telegram while a pairing code is waited for.
 */
export function agentState(
  core: ActorCore,
  health: () => Health,
  paths: OwnersPaths = noPaths,
  requests: () => readonly AccountRequest[] = () => [],
): AgentState {
  const { system, store, conversation, clock, boot, owner } = core;
  const { language } = owner;
  const writing = followWriting(system.feed);
  const outputs = followOutputs(system.feed);
  const rows = actorRows({ system, store, clock, language });
  const shownRow = (row: ActorRow) => (row.doing === undefined ? row : { ...row, doing: paths.sentence(row.doing) });
  // the sentences alone: the call, and the digest that a decision names, are those of what would run
  const shownApproval = ({ card, ...row }: ApprovalRow): ApprovalRow => ({
    ...row,
    card: { ...card, intent: paths.sentence(card.intent), reasons: card.reasons.map(paths.sentence) },
  });
  const report = (turn: TurnReport) => ({ ...turn, notes: turn.notes.map(paths.reply) });
  const messages = chatMessages(conversation, store, language, paths);
  const needs = ownerNeeds({ store, conversation, clock, language, requests, shownApproval });
  const framesOf = frames({
    conversation,
    writing,
    outputs,
    messageOf: messages.shown,
    reportOf: report,
    approvalOf: shownApproval,
    rowOf: record => shownRow(rows.shown(record)),
  });

  return {
    state() {
      const { records, shown } = rows.all();
      return {
        boot,
        cursor: `${boot}.0`,
        now: clock.now(),
        actors: shown.map(shownRow),
        needs: needs(records),
        health: health(),
        recent: store.lastSteps(recentSteps).map(step => stepLine({ actor: step.address, entry: journalEntry(step) })),
      };
    },
    actor(id) {
      const record = store.actor(id);
      return record && shownRow(rows.shown(record));
    },
    needs: () => needs(store.actors(clock.now())),
    isFromOutside: need => isFromOutside(need, { store, conversation }),
    ...actorHistory({ store, machines: system.host.registry.machines, clock }),
    approvals: state => conversation.approvals(state, 100).map(shownApproval),
    requestedCall(approval) {
      const row = store.actor(store.actor(approval)?.parent ?? '');
      if (row?.machine !== 'tool-call') return undefined;
      const { call } = toolCallView(storedState(row.state));
      if (!call) return undefined;
      const { tool, arguments: given } = call;
      return { tool, arguments: JSON.parse(conversation.read(given)) as Json };
    },
    messages: messages.page,
    shownMessage: messages.shown,
    turn(id) {
      const turn = conversation.turnReport(id);
      return turn && report(turn);
    },
    writing: writing.of,
    outputs: outputs.of,
    watch: watchers(system.feed, framesOf),
  };
}

/** What a frame means is made once for all who look, and not at all where nobody needs it. */
function watchers(feed: Feed, meaning: ReturnType<typeof frames>): AgentState['watch'] {
  let last: { readonly frame: FeedFrame; readonly shown: readonly Frame[] } | undefined;

  function shownOf(frame: FeedFrame): readonly Frame[] {
    if (last?.frame !== frame) last = { frame, shown: meaning.all(frame) };
    return last.shown;
  }

  return (onFrame, turnsOf) =>
    feed.subscribe(frame => {
      const shown = turnsOf === undefined ? shownOf(frame) : meaning.ofTurns(turnsOf, frame);
      for (const one of shown) onFrame(one);
    });
}
