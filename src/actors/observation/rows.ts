/** The host's rows as they are shown: one actor of the overview, one entry of its journal, one message of a chat. */

import { handingTool } from '../../domain/conversation/files.ts';
import type { Attachment, ReadMessage } from '../../domain/conversation/message.ts';
import { outageLine } from '../../domain/models/outage-texts.ts';
import { type JournalRequest, readRequests, requestLine } from '../../domain/supervision/journal-request.ts';
import type { ActorRow, ChatMessage, JournalEntry } from '../../domain/supervision/view.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { defined, type Json } from '../../domain/text/json.ts';
import { lateNote, noteTo } from '../../domain/text/owner-notes.ts';
import type { Language } from '../../domain/text/texts.ts';
import { attemptText } from '../../domain/tools/intent-texts.ts';
import { saidTo } from '../../domain/tools/said/said.ts';
import type { ToolOutcome } from '../../domain/tools/tool.ts';
import { channelView } from '../../machines/channel/view.ts';
import { incidentView } from '../../machines/incident/view.ts';
import { jobView } from '../../machines/job/view.ts';
import { type SessionView, sessionView } from '../../machines/session/view.ts';
import { type StoredState, storedState } from '../../machines/stored.ts';
import { type ToolCallView, toolCallView } from '../../machines/tool-call/view.ts';
import type { ActorRecord, JournalRecord, TimerRecord } from '../../ports/store.ts';
import { leafOf } from '../runtime/step.ts';

/**
 * A row of the overview. `queued`: how many messages wait for it, `due`: its timers, `stay`: how long it is expected to
 * stay where it is.
 */
export function actorRow(
  row: ActorRecord,
  { queued, due }: { readonly queued: number; readonly due: readonly TimerRecord[] },
  stay: Pick<ActorRow, 'expectMs' | 'usualMs'> = {},
  language: Language = 'en',
): ActorRow {
  const { address, machine, incarnation, parent, leaf, status, seq, since, startedAt, lastEvent, lastAt, problem } =
    row;
  const [kind = machine, ...key] = address.split(':');
  const state = storedState(row.state);
  const { label, callId, doing, options, attempt, distrust, outage, timeZone, failure, trouble } = factsOf(
    row,
    state,
    language,
  );
  const isWrong = (JSON.parse(row.tags) as string[]).includes('error');
  const cause =
    problem ?? (isWrong ? (failure?.message ?? trouble) : undefined) ?? (machine === 'job' ? trouble : undefined);
  const timers = due.map(timer => ({ event: (JSON.parse(timer.event) as { type: string }).type, at: timer.due }));
  const again = leaf.endsWith('backingOff') ? timers[0] : undefined;
  return {
    id: address,
    kind,
    label: label ?? (key.join(':') || kind),
    machine,
    incarnation,
    ...defined({
      parent: parent ?? undefined,
      callId,
      doing,
      options: options && leaf === 'waitingForInput.answer' ? options : undefined,
    }),
    value: state.value,
    leaf,
    tags: JSON.parse(row.tags) as string[],
    status,
    rev: seq,
    since,
    startedAt,
    queued,
    ...defined({ last: lastEvent === '' ? undefined : { type: lastEvent, at: lastAt } }),
    timers,
    ...defined({
      retry: again && attempt !== undefined ? { attempt, nextAt: again.at } : undefined,
      distrust: distrust || undefined,
    }),
    ...defined({
      retry: outage && leaf === 'waitingForModel' ? { attempt: outage.tries + 1, nextAt: outage.next } : undefined,
      waitsFor:
        outage && leaf === 'waitingForModel' ? outageLine(outage, timeZone ?? 'UTC', since, language) : undefined,
    }),
    ...stay,
    ...defined({ error: cause === undefined ? undefined : { message: cause, at: lastAt } }),
  };
}

export function journalEntry({ seq, at, event, value, path, effects, hash, code }: JournalRecord): JournalEntry {
  const parsed = JSON.parse(event) as JournalEntry['event'];
  const source = parsed['from'];
  const to = JSON.parse(value) as Json;
  const steps = JSON.parse(path) as JournalEntry['path'];
  const left = steps.find(([before, after]) => before !== after)?.[0];
  const requests = effects === '[]' ? {} : requestLines(readRequests(effects));
  return {
    seq,
    at,
    event: parsed,
    ...defined({ source: typeof source === 'string' ? source : undefined }),
    // an id begins with its machine's; a transition of the machine itself left whatever state there was
    ...defined({
      from: left === undefined ? undefined : left.includes('.') ? left.slice(left.indexOf('.') + 1) : 'any state',
    }),
    leaf: leafOf(to),
    to,
    path: steps,
    ...requests,
    hash,
    codeHash: code,
  };
}

function requestLines(requests: readonly JournalRequest[]): Pick<JournalEntry, 'asked' | 'requests'> {
  return { asked: requests.map(requestLine), requests };
}

/** What is known of a call whose result a message is. `hands`: the path of the file that it hands to the owner. */
interface KnownCall {
  /** Which tool it is of; undefined where its actor is no longer kept. */
  readonly tool?: string | undefined;
  readonly outcome?: ToolOutcome | undefined;
  readonly doing?: string | undefined;
  /** What its tool answered, or how it ended, in the owner's language. */
  readonly said?: string | undefined;
  /** That it has come to its end after all. */
  readonly late?: string | undefined;
  readonly hands?: string | undefined;
  /** The yes to it was undone before it began. */
  readonly isTakenBack?: boolean | undefined;
  /** It did not do what it was made for, also where it ran to its end. */
  readonly hasFailed?: boolean | undefined;
}

export function chatMessage(
  { id, turn, role, text, at, toolCalls, callId, tool, failed, attachments, isSetAside }: ReadMessage,
  { outcome, doing, hands, hasFailed = false, isTakenBack = false }: KnownCall = {},
): ChatMessage {
  const failure = failed === undefined ? (hasFailed ? { failed: true } : {}) : { failed };
  return {
    id,
    turn,
    role,
    text,
    at,
    ...defined({
      toolCalls: toolCalls?.map(({ callId, name }) => ({ callId, name })),
      callId: callId === undefined || tool === undefined ? undefined : callId,
      tool,
    }),
    ...failure,
    ...defined({ files: attachments && role === 'owner' ? attachments.map(fileOf) : undefined }),
    ...defined({
      files: hands !== undefined && outcome === 'done' && !failed ? [{ name: nameOf(hands), path: hands }] : undefined,
      doing,
      outcome,
      isTakenBack: isTakenBack || undefined,
      isSetAside: isSetAside || undefined,
    }),
  };
}

function fileOf({ name, bytes, path }: Attachment): NonNullable<ChatMessage['files']>[number] {
  return { name, bytes, ...defined({ path }) };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** What a call does, in a sentence, and the file it hands over, as its actor has them. */
export function callFacts(
  row: ActorRecord | undefined,
  language: Language,
  quotes: Parameters<typeof saidTo>[2] = {},
): Omit<KnownCall, 'outcome'> {
  if (row?.machine !== 'tool-call') return {};
  const view = toolCallView(storedState(row.state));
  const { tool, call, problem, outcome, isTakenBack, said, note } = view;
  return {
    tool,
    doing: doingText(view, language),
    said: said ? saidTo(language, said, quotes) : note && noteTo(language, note),
    late: call && lateNote(outcome === 'done' && problem !== undefined ? 'failed' : outcome, call.intent, language),
    isTakenBack,
    hasFailed: problem !== undefined,
    hands: tool === handingTool ? call?.facts.path : undefined,
  };
}

/** What a row tells of an actor beside what every actor has. */
type RowFacts = Partial<Pick<SessionView, 'attempt' | 'distrust' | 'outage' | 'timeZone' | 'failure'>> & {
  /** What it is called where its key says nothing to a reader. */
  readonly label?: string | undefined;
  readonly callId?: string | undefined;
  readonly doing?: string | undefined;
  readonly options?: readonly string[] | undefined;
  /** What went wrong, where no failure says it; of a job also while it goes on. */
  readonly trouble?: string | undefined;
};

const revised: Readonly<Record<Language, string>> = catalog('actors/observation/rows', {
  en: 'Changed by you.',
  de: 'Von dir geändert.',
});

/** What a call does, or was to do, and whether its owner changed it. */
function doingText({ tool, doing, isRevised }: Pick<ToolCallView, 'tool' | 'doing' | 'isRevised'>, language: Language) {
  if (doing === undefined) return attemptText(tool, language);
  return isRevised ? `${doing.replace(/\.?$/, '.')} ${revised[language]}` : doing;
}

function factsOf(
  { machine, input }: Pick<ActorRecord, 'machine' | 'input'>,
  state: StoredState,
  language: Language,
): RowFacts {
  switch (machine) {
    case 'session':
      return sessionView(state);
    case 'channel':
      return channelView(state);
    case 'tool-call': {
      const view = toolCallView(state);
      const { tool, call, callId, problem } = view;
      return { label: tool, callId, doing: doingText(view, language), options: call?.options, trouble: problem };
    }
    case 'job':
      return { trouble: jobView(state).problem };
    case 'incident':
      return { label: incidentView(state).trouble?.subject };
    case 'approval':
      return { label: (JSON.parse(input) as { readonly card?: { readonly intent?: string } }).card?.intent };
    default:
      return {};
  }
}
