/**
 * What the reader reports, as it goes over the wire: the frames of a moment folded into as few events as say the same.
 */
import { stepLine } from '../../src/domain/supervision/step-line.ts';
import type {
  ActorRow,
  ApprovalRow,
  CallOutput,
  ChatMessage,
  Frame,
  Health,
  StateBatch,
  TurnReport,
} from '../../src/domain/supervision/view.ts';

/** A step, whose entry is made when it is read first. */
type Step = Extract<Frame, { type: 'journal' }>;

/** What one server-sent event is made of; what it carries is {@link dataOf}. */
export type WireEvent =
  | {
      readonly name: 'batch';
      readonly rows: readonly ActorRow[];
      readonly gone: readonly string[];
      readonly steps: readonly Step[];
    }
  | { readonly name: 'journal'; readonly actor: string; readonly steps: readonly Step[] }
  | {
      readonly name: 'chat';
      readonly session: string;
      readonly messageId: string;
      readonly delta: string;
      readonly start?: number;
    }
  | { readonly name: 'chat'; readonly session: string; readonly messageId: string; readonly message: ChatMessage }
  /** What a running call wrote; of much at once only the end. */
  | ({ readonly name: 'progress'; readonly session: string } & CallOutput)
  | { readonly name: 'approval'; readonly approval: ApprovalRow }
  | { readonly name: 'turn'; readonly report: TurnReport }
  | { readonly name: 'command'; readonly commandId: string; readonly state: 'done' | 'failed'; readonly error?: string }
  | { readonly name: 'needs'; readonly needs: StateBatch['needs'] }
  | { readonly name: 'budget'; readonly budget: StateBatch['budget'] }
  | { readonly name: 'health'; readonly health: Health };

/** So much of what a call writes within a moment is sent, in UTF-16 units: the last screens of it. */
const mostProgress = 8_000;

/**
 * The events of one moment: rows first (the last of each actor counts), then journals by actor, then all else in its
 * order, neighbouring deltas of one message joined.
 */
export function gather(frames: readonly Frame[]): readonly WireEvent[] {
  const rows = new Map<string, Extract<Frame, { type: 'row' }>>();
  const gone = new Set<string>();
  const steps: Step[] = [];
  const journals = new Map<string, Step[]>();
  const others: WireEvent[] = [];

  for (const frame of frames)
    switch (frame.type) {
      case 'row': {
        const { of: id = frame.row.id } = frame;
        gone.delete(id);
        rows.set(id, frame);
        break;
      }
      case 'gone':
        rows.delete(frame.id);
        gone.add(frame.id);
        break;
      case 'journal': {
        steps.push(frame);
        const journal = journals.get(frame.actor);
        if (journal) journal.push(frame);
        else journals.set(frame.actor, [frame]);
        break;
      }
      case 'delta': {
        const { session, messageId, delta, start } = frame;
        const before = others.at(-1);
        if (before?.name === 'chat' && 'delta' in before && before.messageId === messageId && start !== 0)
          others[others.length - 1] = { ...before, delta: before.delta + delta };
        else others.push({ name: 'chat', session, messageId, delta, start });
        break;
      }
      case 'progress': {
        const before = others.findLastIndex(one => one.name === 'progress' && one.call === frame.call);
        const [earlier] = before < 0 ? [] : others.splice(before, 1);
        const text = (earlier?.name === 'progress' ? earlier.text : '') + frame.text;
        const { type: _, ...written } = frame;
        others.push({ name: 'progress', ...written, text: text.slice(-mostProgress) });
        break;
      }
      case 'message':
        others.push({ name: 'chat', session: frame.session, messageId: frame.message.id, message: frame.message });
        break;
      case 'approval':
        others.push({ name: 'approval', approval: frame.approval });
        break;
      case 'turn':
        others.push({ name: 'turn', report: frame.report });
        break;
      case 'command': {
        const { type: _, ...command } = frame;
        others.push({ name: 'command', ...command });
      }
    }

  const events: WireEvent[] = [];
  if (rows.size + gone.size + steps.length > 0)
    events.push({ name: 'batch', rows: [...rows.values()].map(({ row }) => row), gone: [...gone], steps });
  for (const [actor, steps] of journals) events.push({ name: 'journal', actor, steps });
  return [...events, ...others];
}

/** What an event carries, as a reader sees it. `feed`: a reader of batches who wants the steps too. */
export function dataOf(event: WireEvent, feed = true): object {
  if (event.name === 'journal') return { actor: event.actor, entries: event.steps.map(({ entry }) => entry) };
  if (event.name === 'batch')
    return { rows: event.rows, gone: event.gone, feed: feed ? event.steps.map(stepLine) : [] };
  const { name: _, ...data } = event;
  return data;
}

/**
 * About how many bytes an event is as text. An estimate, so that nothing has to be written out before somebody reads
 * it.
 */
export function weigh(event: WireEvent): number {
  switch (event.name) {
    case 'batch':
      return 100 + event.rows.length * 700 + event.gone.length * 80 + event.steps.length * 150;
    case 'journal':
      return 100 + event.steps.length * 1_500;
    case 'chat':
      return 300 + ('delta' in event ? event.delta.length : event.message.text.length);
    case 'progress':
      return 200 + event.text.length;
    case 'approval':
      return 900 + event.approval.card.exact.length;
    case 'turn':
      return (
        600 + event.report.reply.length + event.report.toolCalls.length * 100 + event.report.waiting.length * 2_000
      );
    case 'command':
      return 200;
    case 'needs':
      return 100 + event.needs.length * 300;
    case 'budget':
      return 400;
    case 'health':
      return 1_000;
  }
}
