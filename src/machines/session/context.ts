/** What a conversation remembers: a few values, each with what belongs together. Stored. */
import type { Priority, TurnTerms } from '../../domain/conversation/turn-terms.ts';
import type { Outage, Patience, Rests } from '../../domain/models/outage.ts';
import type { Side } from '../../domain/models/route.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { ModelCounts, OpenCall, Reply, Route, SessionInput, WaitingMessage } from './types.ts';

export interface Context {
  readonly born: Born;
  readonly owner: Owner;
  readonly trust: Trust;
  /** The open turn; null: none. */
  readonly turn: Turn | null;
  readonly calling: Calling;
  readonly open: Open;
}

/** What it is from its first step to its last. */
export interface Born extends Pick<SessionInput, 'limits' | 'approvals' | 'approvalExpiresAfterMs'> {
  readonly address: string;
  readonly channel: string;
  readonly chat: string;
}

/** What it knows of its owner, and what it has said that is not to be said twice. */
export interface Owner {
  readonly language: Language;
  /** The newest message; null: nothing was said yet, or not since an older version ran. */
  readonly newest: string | null;
  /** Of a task: the conversation it was given in; what it says is told there. */
  readonly from: string | null;
  /** Which limit of the budget the last notice was about, and until when that is not repeated. */
  readonly spentUp: { readonly cause: string; readonly until: number } | null;
  /** Of which model it has said last that it does not see all. */
  readonly smallNoted: string | null;
}

/** How far the least trusted of what stands since its owner's newest words is trusted. */
export interface Trust {
  readonly taint: Taint;
  /** Where that is outside text: what brought it first. */
  readonly distrust: string | null;
  /** Its owner has trusted all that it held at this instant; null: never. */
  readonly until: number | null;
}

/** One turn. */
export interface Turn {
  readonly id: string;
  /** How urgent it is, and when it ends by itself. */
  readonly priority: Priority | null;
  readonly deadline: number | null;
  /** It is being ended because its deadline has passed. */
  readonly isExpired: boolean;
  readonly recalled: readonly string[];
  readonly steps: number;
  readonly calls: number;
  readonly errorsInRow: number;
  /** How often each tool call was asked for, by the beginning of its digest. */
  readonly asked: { readonly [digest: string]: number };
  /** Messages and late results that the model has not seen yet. */
  readonly unread: number;
  /** The beginnings of such messages. */
  readonly unreadWords: readonly string[];
  readonly limit: string | null;
  readonly reply: Reply | null;
  readonly corrected: boolean;
  readonly emptied: boolean;
  /** Tools that have run, and what was under way when it was stopped. */
  readonly done: readonly string[];
  readonly cut: readonly string[];
}

/** Who is asked, and what became of the tries of this turn. */
export interface Calling {
  readonly route: Route;
  /** How many models stand in line, and how many of each side. */
  readonly models: number;
  readonly counts: ModelCounts | null;
  /** Only models that run there may answer the turn. */
  readonly only: Side | null;
  /** Tries of the model call in hand. */
  readonly attempt: number;
  readonly failure: Failure | null;
  /** Of this round of tries: the newest failure that may pass by itself. */
  readonly busy: Failure | null;
  readonly rests: Rests;
  /** How long it may wait for its model. */
  readonly patience: Patience | null;
  /** It waits for its model, or has just been woken to try again. */
  readonly outage: Outage | null;
  /** Other models were chosen while one of them is asked. */
  readonly hasNewChoice: boolean;
}

/** What has not ended, and what has not begun. */
export interface Open {
  readonly calls: { readonly [childId: string]: OpenCall };
  /** So many calls were started. */
  readonly spawned: number;
  /** The turn that begins when the one that is being stopped has ended; its deadline counts from when it was asked for. */
  readonly next: { readonly turn: string; readonly terms: TurnTerms & { readonly deadline?: number } } | null;
  /** Messages that wait for a turn of their own, the oldest first. */
  readonly later: readonly WaitingMessage[];
}

/** Nothing was said yet. */
export const newOwner = (language: Language): Owner => ({
  language,
  newest: null,
  from: null,
  spentUp: null,
  smallNoted: null,
});

export const newTrust: Trust = { taint: 'owner', distrust: null, until: null };

/** A turn that begins. */
export function newTurn(id: string): Turn {
  return {
    id,
    priority: null,
    deadline: null,
    isExpired: false,
    recalled: [],
    steps: 0,
    calls: 0,
    errorsInRow: 0,
    asked: {},
    unread: 0,
    unreadWords: [],
    limit: null,
    reply: null,
    corrected: false,
    emptied: false,
    done: [],
    cut: [],
  };
}

const noTurn = newTurn('');

/** The open turn; one that has no id and in which nothing was done where there is none. */
export const turnOf = ({ turn }: Pick<Context, 'turn'>): Turn => turn ?? noTurn;

/** Changes the open turn, if there is one. */
export const inTurn = ({ turn }: Context, change: Partial<Turn>): Pick<Context, 'turn'> => ({
  turn: turn && { ...turn, ...change },
});

/** No model has answered or failed. */
export const untried = { attempt: 1, failure: null, outage: null, busy: null, rests: {} } as const;

/** No model was asked yet. */
export const newCalling: Calling = {
  ...untried,
  route: 0,
  models: 1,
  counts: null,
  only: null,
  patience: null,
  hasNewChoice: false,
};

/** Changes who is asked, and how. */
export const inCalling = ({ calling }: Context, change: Partial<Calling>): Pick<Context, 'calling'> => ({
  calling: { ...calling, ...change },
});

/** A turn begins: its models are asked from the first on. */
export const begun = (context: Context, turn: string): Pick<Context, 'turn' | 'calling'> => ({
  turn: newTurn(turn),
  ...inCalling(context, { ...untried, route: 0, only: null }),
});

/** Changes what is open. */
export const inOpen = ({ open }: Context, change: Partial<Open>): Pick<Context, 'open'> => ({
  open: { ...open, ...change },
});

/** Changes one of the calls that have not ended. */
export const inCall = (context: Context, childId: string, call: OpenCall): Pick<Context, 'open'> =>
  inOpen(context, { calls: { ...context.open.calls, [childId]: call } });

/** Changes how far it is trusted. */
export const inTrust = ({ trust }: Context, change: Partial<Trust>): Pick<Context, 'trust'> => ({
  trust: { ...trust, ...change },
});

/** Changes what it knows of its owner. */
export const inOwner = ({ owner }: Context, change: Partial<Owner>): Pick<Context, 'owner'> => ({
  owner: { ...owner, ...change },
});
