/**
 * The outside of a simulated agent: what the owner has written and sees, what the model was asked, what the tools have
 * done. It outlives every life of Straylight, and is what the rows are held against at the end.
 */
import type { ApprovalCard, CardEnd } from '../../../src/domain/approvals/card.ts';
import type { OutsideWork } from './coding.ts';

/** A message of the owner. It counts as accepted once Straylight has said so; until then it is handed over again. */
export interface Said {
  /** `m3`: begins its text, and names it in the answer. */
  readonly tag: string;
  readonly channel: string;
  readonly chat: string;
  readonly text: string;
  /** As `message.received` names it. */
  readonly id: string;
  accepted: boolean;
  /** It is on its way right now. */
  underWay: boolean;
}

/** A message as it stands in a chat. */
export interface Sent {
  readonly channel: string;
  readonly chat: string;
  readonly text: string;
  /** It says that it may be there already. */
  readonly repeat: boolean;
}

export interface ShownCard {
  readonly channel: string;
  readonly chat: string;
  readonly ref: string;
  readonly card: ApprovalCard;
  settled?: CardEnd;
}

/** A decision of the owner, and what Straylight said to it. */
export interface Decided {
  readonly approval: string;
  readonly decision: 'approve' | 'deny' | 'undo';
  /** Undefined: Straylight died before it could answer, or did not know. */
  answer?: 'ok' | 'refused';
}

/** A run of a tool that acts. */
export interface Act {
  readonly tool: string;
  /** The address of the tool call: the key of the act. */
  readonly call: string;
}

/** What fails more often than not in this seed. */
export type Weather = 'fair' | 'modelDown' | 'toolsDown' | 'postDown';

export interface Outside {
  readonly weather: Weather;
  readonly said: Said[];
  readonly sent: Sent[];
  readonly cards: ShownCard[];
  readonly decided: Decided[];
  readonly acts: Act[];
  /** What stands outside of each piece of work of a coding worker. */
  readonly works: Record<string, OutsideWork>;
  /** Copies whose changes were merged, a name for each time. */
  readonly merged: string[];
  /** The sessions whose model was asked, a name for each time. */
  readonly asked: string[];
  /** What an index had to stop. */
  readonly refused: string[];
  /** Actors whose rows were edited by another hand, so that nothing moved them any more. */
  readonly edited: string[];
  /** How often Straylight has refused to take something. */
  turnedAway: number;
  /** Straylight dies the moment something has been done out here. */
  isStruck: boolean;
  /** Nothing goes wrong any more: Straylight is to come to rest. */
  isCalm: boolean;
}

export function createOutside(weather: Weather): Outside {
  return {
    weather,
    said: [],
    sent: [],
    cards: [],
    decided: [],
    acts: [],
    works: {},
    merged: [],
    asked: [],
    refused: [],
    edited: [],
    turnedAway: 0,
    isStruck: false,
    isCalm: false,
  };
}

/** Something has been done out here: does Straylight die of it? Nobody will hear of it then. */
export function isFatal(outside: Outside): boolean {
  const { isStruck } = outside;
  outside.isStruck = false;
  return isStruck;
}

/** The outside as it is now, for an agent that goes on from here another time. */
export function copyOf(outside: Outside): Outside {
  return { ...structuredClone(outside), said: outside.said.map(said => ({ ...said, underWay: false })) };
}
