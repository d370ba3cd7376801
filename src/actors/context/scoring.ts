/**
 * The model of the role `scorer` chooses which turns leave a conversation, where the fixed steps are not enough.
 *
 * No request waits for it: the one at hand is made by the fixed steps, and what was chosen stands from the next one on.
 * Where the model fails, is slow or answers something else, the fixed steps go on.
 */
import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import {
  type Choice,
  choiceIn,
  choiceInWords,
  healthAfter,
  healthy,
  type ScoredTurns,
  type ScorerAnswer,
  turnsThatLeave,
} from '../../domain/context/scoring.ts';
import type { Body } from '../../domain/conversation/body.ts';
import { historyTokens } from '../../domain/conversation/context-window.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import type { Side } from '../../domain/models/route.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ScoredTurnsLedger } from '../../ports/ledgers/context/scored-turns.ts';
import type { ModelCalls, ValueRequest } from '../../ports/model-call.ts';
import { markedData } from '../conversation/marked-data.ts';

/** A request from which messages were left out. */
export interface LeftRequest {
  readonly session: string;
  readonly turn: string;
  readonly only?: Side;
  readonly messages: readonly ReadMessage[];
  readonly shown: readonly ReadMessage[];
  readonly scored: ScoredTurns | undefined;
  /** What its messages may take together, in estimated tokens. */
  readonly room: number;
}

export interface Scoring {
  /** What was chosen for a conversation; undefined: nothing was. */
  of(session: string): ScoredTurns | undefined;
  /** Has turns chosen, where more left than was chosen before. Never waits. */
  onLeft(left: LeftRequest): void;
}

interface ScoringTerms {
  readonly models: Pick<ModelCalls, 'value'>;
  readonly schema: ValueRequest<ScorerAnswer>['schema'];
  /** What the model is to do; read with each call. */
  readonly instructions: () => string;
  readonly ledger: ScoredTurnsLedger;
  readonly read: (body: Body) => string;
  /** Has the messages of a conversation up to this one looked through for memories. */
  readonly remember: (session: string, upTo: string) => void;
  readonly perform: (work: () => void) => Promise<unknown>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly log: (line: { readonly level: 'warn'; readonly event: string; readonly [fact: string]: unknown }) => void;
}

/** A model that takes longer is not waited for. */
const patienceMs = 60_000;
const outputTokens = 1_500;
/** So many conversations are remembered, each with what it was last called for. */
const mostSessions = 64;

export function scoring(terms: ScoringTerms, stopped: AbortSignal): Scoring {
  const { ledger, clock, perform, log } = terms;
  const lastCalls = new Map<string, string>();
  const underWay = new Set<string>();
  let health = healthy;

  async function score(left: LeftRequest, choice: Choice): Promise<void> {
    const { session, scored, room } = left;
    const last = choice.turns.at(-1);
    const newest = last?.messages.at(-1)?.id;
    if (last === undefined || newest === undefined) return;
    // what leaves is offered to memory first
    terms.remember(session, newest);
    const { value, model = '' } = await scores(terms, left, choice, stopped);
    const turns = turnsThatLeave(choice, value, room);
    const known = new Set(left.messages.map(({ turn }) => turn));
    const gone = [...(scored?.turns ?? []).filter(turn => known.has(turn)), ...turns];
    await perform(() => ledger.put(session, { turns: gone, briefTo: last.turn, model, at: clock.now() }));
  }

  return {
    of: session => ledger.get(session),
    onLeft(left) {
      const { session } = left;
      if (stopped.aborted || underWay.has(session) || clock.now() < health.restsUntil) return;
      const key = newlyLeft(left);
      if (key === undefined || lastCalls.get(session) === key) return;
      const choice = choiceIn({ ...left, read: terms.read, weigh: historyTokens });
      if (choice === undefined) return;
      keep(lastCalls, session, key);
      underWay.add(session);
      score(left, choice)
        .then(() => {
          health = healthAfter(health, false, clock.now());
        })
        .catch(thrown => {
          if (stopped.aborted) return;
          health = healthAfter(health, true, clock.now());
          lastCalls.delete(session);
          log({ level: 'warn', event: 'context.scorer', problem: toFailure(thrown).kind, failures: health.failures });
        })
        .finally(() => underWay.delete(session));
    },
  };
}

/** The newest turn that left although nobody chose it; undefined: there is none. */
function newlyLeft({ messages, shown, scored, turn }: LeftRequest): string | undefined {
  const there = new Set([turn, ...(scored?.turns ?? []), ...shown.map(message => message.turn)]);
  return messages.findLast(message => message.isSummary !== true && !there.has(message.turn))?.turn;
}

function keep(lastCalls: Map<string, string>, session: string, key: string): void {
  lastCalls.delete(session);
  lastCalls.set(session, key);
  dropOldest(lastCalls, mostSessions);
}

async function scores(
  { models, schema, instructions, clock }: ScoringTerms,
  { session, turn, only }: LeftRequest,
  choice: Choice,
  stopped: AbortSignal,
) {
  const late = new AbortController();
  const cancel = clock.after(patienceMs, () => late.abort());
  try {
    return await models.value(
      {
        role: 'scorer',
        heading: 'scorer',
        ...defined({ only }),
        schema,
        system: [{ text: instructions(), stable: true }],
        maxOutputTokens: outputTokens,
        messages: [
          {
            role: 'user',
            content: [{ type: 'text', text: markedData('conversation', `${session}#${turn}`, choiceInWords(choice)) }],
          },
        ],
      },
      { signal: AbortSignal.any([stopped, late.signal]) },
    );
  } finally {
    cancel();
  }
}
