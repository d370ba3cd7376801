/** A model summarises the beginning of a conversation. */

import { compactionCut } from '../../domain/context/compaction.ts';
import {
  type SummarisedMessage,
  type Summary,
  summarisedText,
  summaryByRules,
  summaryText,
} from '../../domain/context/summary.ts';
import type { Body } from '../../domain/conversation/body.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import type { Side } from '../../domain/models/route.ts';
import { says } from '../../domain/policy/sentence.ts';
import { mixed } from '../../domain/policy/taint.ts';
import { fault, isTooLong, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { CompactionInput, CompactionOutput } from '../../machines/session/types.ts';
import type { ModelCalls, ValueRequest } from '../../ports/model-call.ts';
import { markedData } from '../conversation/marked-data.ts';
import type { RecentMessages } from '../conversation/recent-messages.ts';
import { work } from '../work.ts';
import type { Fullness } from './fullness.ts';

/** So many characters are read at once; fewer where a model does not take as many. */
const piecesOf = [60_000, 20_000, 8_000, 3_000];
/** Of each message so much; what tools said is mostly long and seldom matters later. */
const most: Readonly<Record<SummarisedMessage['role'], number>> = {
  owner: 6_000,
  assistant: 3_000,
  tool: 600,
  notice: 1_000,
  summary: 20_000,
};

export interface CompactionOptions {
  readonly recent: Pick<RecentMessages, 'of'>;
  readonly models: Pick<ModelCalls, 'value'>;
  readonly schema: ValueRequest<Summary>['schema'];
  /** What the model is to do; asked for with each call. */
  readonly instructions: () => string;
  readonly read: (body: Body) => string;
  readonly language: Language;
  readonly fullness: Pick<Fullness, 'noteFailure'>;
  /** Why a conversation is not to be summarised now; undefined: nothing is against it. */
  readonly refusal?: ((session: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
}

/** Runs again from its input: until its end is committed nothing has changed. Fails where no model answers. */
export function compaction(options: CompactionOptions) {
  const { recent, read, language } = options;
  return work<CompactionOutput, CompactionInput>(async ({ session, turn, only, signal }, _, onAlive) => {
    const messages = recent.of(session);
    const gone = messages.slice(0, compactionCut(messages, turn));
    const last = gone.at(-1);
    if (!last) return { summary: null };
    const said = gone.map(message => ({ role: roleOf(message), text: wordsOf(message, read) }));
    try {
      const refusal = await options.refusal?.(session, signal);
      if (refusal !== undefined) throw fault('denied', says`a hook is against a summary now: ${refusal}`);
      const summary = await inPieces(options, `${session}#${last.id}`, said, { only, signal, onAlive });
      const count = gone.filter(({ isSummary }) => !isSummary).length;
      const taint = gone.map(message => message.taint).reduce(mixed, 'owner');
      return { summary: { text: summaryText(summary, count, language), upTo: last.id, messages: count, taint } };
    } catch (error) {
      if (!signal.aborted) options.fullness.noteFailure(session);
      throw error;
    }
  });
}

function roleOf({ role, isSummary }: ReadMessage): SummarisedMessage['role'] {
  return isSummary ? 'summary' : role;
}

function wordsOf(message: ReadMessage, read: (body: Body) => string): string {
  const { text, toolCalls = [], tool, failed, attachments = [], taint } = message;
  const length = most[roleOf(message)];
  const cut = text.length <= length ? text : `${text.slice(0, length).toWellFormed()} […]`;
  const from = taint === 'external' && message.role !== 'assistant' ? '(from outside) ' : '';
  const head = tool === undefined ? '' : `${tool}${failed ? ' failed' : ''}: `;
  const calls = toolCalls.map(call => `calls ${call.name} ${partOf(call, read)}`.trimEnd());
  const files = attachments.map(({ name, path }) => `attached: ${name}${path === undefined ? '' : ` at ${path}`}`);
  return [`${from}${head}${cut}`, ...calls, ...files].filter(part => part !== '').join('\n');
}

/** A plan is what its owner approved or nothing: a part of one must not be taken for it. */
function partOf(
  { name, arguments: body }: NonNullable<ReadMessage['toolCalls']>[number],
  read: (body: Body) => string,
) {
  return name === 'run_plan' ? '' : read(body).slice(0, 200).toWellFormed();
}

interface Watch {
  readonly only: Side | undefined;
  readonly signal: AbortSignal;
  readonly onAlive: () => void;
}

/** What is longer than a model takes is read piece by piece, each with the summary of those before it. */
async function inPieces(
  options: CompactionOptions,
  id: string,
  said: readonly SummarisedMessage[],
  watch: Watch,
): Promise<Summary> {
  for (const [at, size] of piecesOf.entries()) {
    try {
      let summary: Summary | undefined;
      for (const piece of pieces(said, size)) {
        const before = summary ? [{ role: 'summary', text: summaryText(summary, 0, 'en') } as const] : [];
        summary = await summarised(options, id, summarisedText([...before, ...piece]), watch);
      }
      if (summary) return summary;
    } catch (error) {
      if (!isTooLong(toFailure(error)) || at === piecesOf.length - 1) throw error;
    }
  }
  throw fault('defect', 'expected something to summarise, found nothing');
}

function pieces(said: readonly SummarisedMessage[], size: number): readonly (readonly SummarisedMessage[])[] {
  const made: SummarisedMessage[][] = [];
  let left = 0;
  for (const message of said) {
    const text = message.text.length <= size ? message.text : `${message.text.slice(0, size).toWellFormed()} […]`;
    const last = made.at(-1);
    if (last && text.length <= left) last.push({ ...message, text });
    else {
      made.push([{ ...message, text }]);
      left = size;
    }
    left -= text.length;
  }
  return made;
}

async function summarised(
  { models, schema, instructions }: CompactionOptions,
  id: string,
  text: string,
  { only, signal, onAlive }: Watch,
): Promise<Summary> {
  const { value } = await models.value(
    {
      role: 'summary',
      heading: 'summary',
      ...defined({ only }),
      schema,
      system: [{ text: instructions(), stable: true }],
      maxOutputTokens: 4_000,
      otherwise: () => summaryByRules(text),
      messages: [{ role: 'user', content: [{ type: 'text', text: markedData('conversation', id, text) }] }],
    },
    { signal, onAlive },
  );
  return value;
}
