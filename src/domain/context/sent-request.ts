/**
 * One request to a model as the journal keeps it: enough to build it again, letter for letter. Messages and memories are
 * named and not copied, so what is forgotten later is forgotten here, too.
 */
import type { Body } from '../conversation/body.ts';
import type { ContextParts, ModelContext } from '../conversation/context-window.ts';
import type { ZoneName } from './zones.ts';

export interface SentRequest {
  readonly turn: string;
  /** SHA-256 of what was sent, pictures by their types alone. */
  readonly digest: string;
  /** How tools were offered: `native`, or as text of the instructions. */
  readonly toolForm: 'native' | 'json' | 'words';
  readonly system: readonly SentPart[];
  /** The tools on offer, as JSON. */
  readonly tools: Body;
  /** The messages, in order. */
  readonly runs: readonly SentRun[];
  /** The last message that was brief, with all before it; absent: none was. */
  readonly briefTo?: string;
  /** Messages that were shortened, as they were shown. */
  readonly cut?: readonly SentCut[];
  /** Pictures that were shown: the message, a space, and their place among its files. */
  readonly pictures?: readonly string[];
}

/** Neighbours among the instructions that are of one kind. `texts`: a JSON list. Of memories their ids are kept. */
export type SentPart =
  | { readonly stable: boolean; readonly zone?: 'orders' | 'workspace'; readonly texts: Body }
  | { readonly memories: readonly string[] };

/** Messages that follow each other in the conversation, by the ids of the first and the last; so many. */
export interface SentRun {
  readonly from: string;
  readonly to: string;
  readonly messages: number;
}

export interface SentCut {
  readonly id: string;
  readonly text: Body;
  /** Arguments of its calls, by their ids. */
  readonly calls?: Readonly<Record<string, Body>>;
}

/** What a piece of a request is. */
export type PieceKind = 'instructions' | 'tool' | 'owner' | 'reply' | 'call' | 'result' | 'note' | 'picture';

/**
 * One text of a request. `new`: the request before it did not have it. `changed`: it had another text in this place.
 * `before`: that text.
 */
export interface RequestPiece {
  readonly zone: ZoneName;
  readonly kind: PieceKind;
  /** Of a tool, a call or a result: the tool. */
  readonly name?: string;
  readonly text: string;
  readonly change: 'same' | 'new' | 'changed';
  readonly before?: string;
}

/** One request in a list. */
export interface RequestRow extends ModelContext {
  /** The step of the conversation's journal in which it ended. */
  readonly step: number;
  readonly turn: string;
}

/**
 * A whole request. `exact`: it is what was sent. `changed`: something in it was changed or forgotten since. `unknown`: an
 * older version sent it, which kept less.
 */
export interface WholeRequest extends RequestRow {
  readonly state: 'exact' | 'changed' | 'unknown';
  readonly pieces: readonly RequestPiece[];
  /** The step of the request before it; absent: there is none in the journal. */
  readonly before?: number;
  /** What that one had and this one has not. */
  readonly gone: readonly Omit<RequestPiece, 'change'>[];
}

export interface RequestService {
  /** The newest requests of a conversation before a step, newest first; `next`: where older ones go on. */
  list(
    session: string,
    page: { readonly before?: number | undefined; readonly turn?: string | undefined; readonly limit: number },
  ): { readonly requests: readonly RequestRow[]; readonly next?: number };
  /** The one that ended in a step, the newest without one; undefined: none did. */
  show(session: string, step?: number): WholeRequest | undefined;
}

/** What a model call says of its request, as the journal keeps it. */
export interface KeptContext extends ContextParts {
  readonly sent?: SentRequest;
}
