/**
 * The running agent, to be read: rows, journals, messages, and what is committed as it is committed. Reading comes from
 * the tables and the feed, never from a call into an actor, so looking disturbs nothing.
 */

import type { ReadMessage } from '../../domain/conversation/message.ts';
import { readRequests } from '../../domain/supervision/journal-request.ts';
import { choicesFor } from '../../domain/supervision/remediation.ts';
import type {
  ActorRow,
  ApprovalRow,
  ChatMessage,
  Frame,
  Health,
  JournalEntry,
  StateBatch,
  TurnReport,
} from '../../domain/supervision/view.ts';
import type { Json } from '../../domain/text/json.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import { incidentView } from '../../machines/incident/view.ts';
import { storedState } from '../../machines/stored.ts';
import { toolCallView } from '../../machines/tool-call/view.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApprovalStore, MessageStore, ToolCallStore, TurnStore } from '../../ports/conversation-store.ts';
import type { FeedFrame } from '../../ports/host.ts';
import type { ActorRecord, HostStore } from '../../ports/store.ts';
import { followWriting, type Written } from '../conversation/writing.ts';
import { exportActor } from '../runtime/export.ts';
import { replay } from '../runtime/replay.ts';
import { expectedMs } from '../runtime/step.ts';
import type { System } from '../runtime/system.ts';
import { asksOwner } from '../supervision/administration.ts';
import { actorRow, chatMessage, journalEntry, stepLine } from './rows.ts';

export interface ReadingRoom {
  state(): StateBatch;
  /** What waits for the owner. */
  needs(): StateBatch['needs'];
  journal(
    id: string,
    page: { readonly before?: number; readonly limit: number; readonly q?: string },
  ): { readonly entries: readonly JournalEntry[]; readonly next?: number } | undefined;
  snapshot(id: string): { readonly snapshot: Json; readonly rev: number } | undefined;
  at(
    id: string,
    seq: number,
  ):
    | {
        readonly seq: number;
        readonly snapshot: Json;
        readonly prev: Json;
        readonly verified: boolean | 'code-changed';
        readonly ms: number;
      }
    | undefined;
  export(id: string): Json | undefined;
  approvals(state?: string): readonly ApprovalRow[];
  /** The call an approval is about, its arguments as they would run. */
  askedCall(approval: string): { readonly tool: string; readonly arguments: Json } | undefined;
  messages(
    session: string,
    page: { readonly before?: string; readonly limit: number },
  ): { readonly messages: readonly ChatMessage[]; readonly next?: string };
  turn(id: string): TurnReport | undefined;
  /** What has come of the reply that a session is writing. */
  writing(session: string): Written | undefined;
  watch(onFrame: (frame: Frame) => void): () => void;
}

export interface ReadingRoomOptions {
  readonly system: System;
  readonly store: HostStore;
  readonly conversation: MessageStore & TurnStore & ToolCallStore & ApprovalStore;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly boot: string;
  readonly health: () => Health;
  /** What its owner reads; English if left out. */
  readonly language?: Language;
}

/** After these an approval looks different. */
const approvalWrites: readonly string[] = ['openApproval', 'showApproval', 'holdApproval', 'closeApproval'];

/** Ended actors stay in the overview for so long. */
const afterglowMs = 60_000;

/** So many of the last steps are shown to who comes late. */
const recentSteps = 400;

export function readingRoom({
  system,
  store,
  conversation,
  clock,
  boot,
  health,
  language = 'en',
}: ReadingRoomOptions): ReadingRoom {
  const machines = system.host.registry.machines;
  const writing = followWriting(system.feed);

  function rows(): { readonly rows: readonly ActorRecord[]; readonly queued: ReadonlyMap<string, number> } {
    const queued = new Map<string, number>();
    for (const { target } of store.inbox()) queued.set(target, (queued.get(target) ?? 0) + 1);
    return { rows: store.actors(clock.now() - afterglowMs), queued };
  }

  /** How long it stays where it is: as its chart says, and as it was so far. */
  function stayOf({ machine, leaf }: ActorRecord): Pick<ActorRow, 'expectMs' | 'usualMs'> {
    const chart = machines.get(machine)?.machine;
    const expectMs = chart && expectedMs(chart, leaf);
    const usualMs = system.stays.usualMs(machine, leaf);
    return { ...(expectMs === undefined ? {} : { expectMs }), ...(usualMs === undefined ? {} : { usualMs }) };
  }

  function needs(all: readonly ActorRecord[]): StateBatch['needs'] {
    const approvals = conversation.approvals('pending', 100).map(({ id, card: { intent, risk, expiresAt } }) => ({
      kind: 'approval',
      id,
      text: intent,
      since: store.actor(id)?.since ?? clock.now(),
      risk,
      ...(expiresAt === undefined ? {} : { until: expiresAt }),
    }));
    const incidents = all.filter(asksOwner).flatMap(row => {
      const { trouble, vain } = incidentView(storedState(row.state));
      return trouble ? [{ row, trouble, vain }] : [];
    });
    const told = new Set(incidents.map(({ trouble }) => trouble.subject));
    const open = incidents.map(({ row, trouble, vain }) => ({
      kind: 'incident',
      id: row.address,
      text: vain ? `${texts(language).vain(vain)} ${trouble.text}` : trouble.text,
      since: row.since,
      choices: choicesFor(trouble),
      trouble: trouble.kind,
      about: trouble.subject,
    }));
    const stuck = all
      .filter(row => (row.status === 'quarantined' || row.status === 'suspended') && !told.has(row.address))
      .map(({ address, problem, lastAt }) => ({
        kind: 'stuck',
        id: address,
        text: problem ?? 'it was set aside',
        since: lastAt,
      }));
    const asking = all
      .filter(row => row.status === 'active' && row.leaf === 'waitingForInput.answer' && row.machine === 'session')
      .map(({ address, since }) => ({ kind: 'question', id: address, text: questionOf(address), since }));
    return [...approvals, ...asking, ...open, ...stuck];
  }

  /** The words of the oldest question that has no answer yet. */
  function questionOf(session: string): string {
    const said = conversation.messages(session, { limit: 100 });
    const over = new Set(said.filter(({ role }) => role !== 'assistant').map(({ callId }) => callId));
    const open = said.find(({ role, callId }) => role === 'assistant' && callId !== undefined && !over.has(callId));
    return open?.text ?? 'it asked you a question';
  }

  return {
    state() {
      const { rows: all, queued } = rows();
      return {
        boot,
        cursor: `${boot}.0`,
        now: clock.now(),
        actors: all.map(row => actorRow(row, store, queued.get(row.address) ?? 0, stayOf(row))),
        needs: needs(all),
        health: health(),
        recent: store.lastSteps(recentSteps).map(step => stepLine(step.address, journalEntry(step))),
      };
    },
    needs: () => needs(store.actors(clock.now())),
    journal(id, { before, limit, q }) {
      if (!store.actor(id)) return undefined;
      const page = store.journal(id, { limit: limit + 1, ...(before === undefined ? {} : { before }) });
      const entries = page.slice(-limit);
      const shown = entries.filter(entry => q === undefined || entry.event.includes(q)).map(journalEntry);
      const [oldest] = entries;
      return { entries: shown, ...(page.length > limit && oldest ? { next: oldest.seq } : {}) };
    },
    snapshot(id) {
      const row = store.actor(id);
      return row && { snapshot: JSON.parse(row.state) as Json, rev: row.seq };
    },
    at(id, seq) {
      const began = clock.elapsed();
      const file = exportActor(store, id, { from: Math.max(0, seq - 1), until: seq });
      const newest = store.actor(id)?.seq ?? 0;
      // a step that never was, or whose journal was pruned, is not made up
      if (!file || seq < Math.max(1, file.start?.seq ?? 1) || seq > newest) return undefined;
      const { state, before, verified } = replay(file, machines, seq);
      return { seq, snapshot: state, prev: before, verified, ms: clock.elapsed() - began };
    },
    export: id => exportActor(store, id) as Json | undefined,
    approvals: state => conversation.approvals(state, 100),
    askedCall(approval) {
      const row = store.actor(store.actor(approval)?.parent ?? '');
      if (row?.machine !== 'tool-call') return undefined;
      const { call } = toolCallView(storedState(row.state));
      if (!call) return undefined;
      const { tool, arguments: given } = call;
      return { tool, arguments: JSON.parse(conversation.read(given)) as Json };
    },
    messages(session, { before, limit }) {
      const page = conversation.messages(session, { limit: limit + 1, ...(before === undefined ? {} : { before }) });
      const messages = page.slice(-limit).map(shownMessage);
      const [oldest] = messages;
      return { messages, ...(page.length > limit && oldest ? { next: oldest.id } : {}) };
    },
    turn: id => conversation.turnReport(id),
    writing: writing.of,
    watch(onFrame) {
      return system.feed.subscribe(frame => {
        for (const shown of framesOf(frame)) onFrame(shown);
      });
    },
  };

  function shownMessage(message: ReadMessage): ChatMessage {
    return chatMessage(message, message.id.startsWith('tool-call:') ? conversation.toolOutcome(message.id) : undefined);
  }

  function shown(row: ActorRecord): ActorRow {
    return actorRow(row, store, store.countInbox(row.address), stayOf(row));
  }

  /** What one committed step means to whoever watches. */
  function framesOf(frame: FeedFrame): readonly Frame[] {
    if (frame.kind === 'progress') {
      const { event, effect, owner } = frame;
      if (event.type !== 'text.delta') return [];
      const piece = { delta: String(event['delta']), start: writing.startOf(frame) };
      return [{ type: 'delta', session: owner, messageId: effect, ...piece }];
    }
    if (frame.kind === 'row') return [{ type: 'row', row: shown(frame.row) }];
    if (frame.kind !== 'step') return [];
    const { row, entry } = frame;
    const frames: Frame[] = [
      { type: 'row', row: shown(row) },
      { type: 'journal', actor: row.address, entry: journalEntry(entry) },
    ];
    for (const request of readRequests(entry.effects)) {
      if (!('write' in request)) continue;
      const { write, row: id = '' } = request;
      if (write === 'appendMessage') {
        const message = conversation.message(id);
        if (message) frames.push({ type: 'message', session: message.session, message: shownMessage(message) });
      }
      if (write === 'endTurn') {
        const report = conversation.turnReport(id);
        if (report) frames.push({ type: 'turn', report });
      }
      if (approvalWrites.includes(write)) {
        const approval = conversation.approvalRow(row.address);
        if (approval) frames.push({ type: 'approval', approval });
      }
    }
    return frames;
  }
}
