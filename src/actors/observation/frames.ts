/** What each frame of the feed means to a client that watches. */
import type { ReadMessage } from '../../domain/conversation/message.ts';
import { readRequests } from '../../domain/supervision/journal-request.ts';
import type { ActorRow, ApprovalRow, ChatMessage, Frame, TurnReport } from '../../domain/supervision/view.ts';
import type { ApprovalStore, MessageStore, TurnStore } from '../../ports/conversation-store.ts';
import type { FeedFrame } from '../../ports/host.ts';
import type { ActorRecord, JournalRecord } from '../../ports/store.ts';
import type { Writing } from '../conversation/writing.ts';
import type { Outputs } from '../tools/outputs.ts';
import { journalEntry } from './rows.ts';

/** After these writes an approval looks different. */
const approvalWrites: readonly string[] = ['openApproval', 'showApproval', 'holdApproval', 'closeApproval'];

export function frames({
  conversation,
  writing,
  outputs,
  rowOf,
  messageOf,
  reportOf,
  approvalOf,
}: {
  readonly conversation: Pick<MessageStore & TurnStore & ApprovalStore, 'message' | 'turnReport' | 'approvalRow'>;
  readonly writing: Pick<Writing, 'startOf'>;
  readonly outputs: Pick<Outputs, 'endOf'>;
  readonly rowOf: (record: ActorRecord) => ActorRow;
  readonly messageOf: (message: ReadMessage) => ChatMessage;
  readonly reportOf: (report: TurnReport) => TurnReport;
  readonly approvalOf: (approval: ApprovalRow) => ApprovalRow;
}) {
  function progressFrames(frame: Extract<FeedFrame, { kind: 'progress' }>): readonly Frame[] {
    const { event, effect, owner } = frame;
    if (event.type === 'tool.progress') {
      const call = String(event['call']);
      const written = { call, end: outputs.endOf(call), text: String(event['text']) };
      return [{ type: 'progress', session: String(event['session']), ...written }];
    }
    if (event.type !== 'text.delta') return [];
    const piece = { delta: String(event['delta']), start: writing.startOf(frame) };
    return [{ type: 'delta', session: owner, messageId: effect, ...piece }];
  }

  /** What a write of a step changed; `row`: the row it names. */
  function writtenFrames(write: string, row: string, actor: string): readonly Frame[] {
    if (write === 'appendMessage') {
      const message = conversation.message(row);
      return message ? [{ type: 'message', session: message.session, message: messageOf(message) }] : [];
    }
    if (write === 'endTurn') {
      const report = conversation.turnReport(row);
      return report ? [{ type: 'turn', report: reportOf(report) }] : [];
    }
    if (approvalWrites.includes(write)) {
      const approval = conversation.approvalRow(actor);
      return approval ? [{ type: 'approval', approval: approvalOf(approval) }] : [];
    }
    return [];
  }

  /** What the writes of a step changed; `isMeant`: those that are looked for, by their names. */
  function changed({ row, entry }: Step, isMeant: (write: string) => boolean): readonly Frame[] {
    return readRequests(entry.effects).flatMap(request =>
      'write' in request && isMeant(request.write) ? writtenFrames(request.write, request.row ?? '', row.address) : [],
    );
  }

  return {
    /** All that a frame of the feed means. */
    all(frame: FeedFrame): readonly Frame[] {
      if (frame.kind === 'progress') return progressFrames(frame);
      if (frame.kind === 'row') return [rowFrame(frame.row, rowOf)];
      if (frame.kind === 'forgotten') return [{ type: 'forgotten' }];
      if (frame.kind !== 'step') return [];
      const { row, entry } = frame;
      return [rowFrame(row, rowOf), journalFrame(row.address, entry), ...changed(frame, () => true)];
    },
    /** The same for who waits for a turn of one session: where the session waits or rests, and how a turn ended. */
    ofTurns(session: string, frame: FeedFrame): readonly Frame[] {
      if ((frame.kind !== 'step' && frame.kind !== 'row') || frame.row.address !== session) return [];
      const { row } = frame;
      const isWorking = row.status === 'active' && /^(?:thinking|acting|evaluating)/.test(row.leaf);
      return [
        ...(isWorking ? [] : [rowFrame(row, rowOf)]),
        ...(frame.kind === 'step' ? changed(frame, write => write === 'endTurn') : []),
      ];
    },
  };
}

/** A row is made when it is read: of the rows of a moment a client is sent the last of each actor. */
function rowFrame(record: ActorRecord, rowOf: (record: ActorRecord) => ActorRow): Frame {
  const row = whenRead(() => rowOf(record));
  return {
    type: 'row',
    of: record.address,
    get row() {
      return row();
    },
  };
}

/** An entry is made when it is read: most clients look at the journal of no actor. */
function journalFrame(actor: string, record: JournalRecord): Frame {
  const entry = whenRead(() => journalEntry(record));
  return {
    type: 'journal',
    actor,
    get entry() {
      return entry();
    },
  };
}

/** Makes it once, and not before it is asked for. */
function whenRead<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type Step = Extract<FeedFrame, { kind: 'step' }>;
