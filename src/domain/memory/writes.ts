/** What an observer run writes beside its own state, by the name of the write. */

import type { NoticedOrder } from '../orders/order.ts';
import type { Taint } from '../policy/taint.ts';
import type { Compared } from './comparison.ts';

/** When what was learned becomes active by itself: never, or once it was noticed so often. */
export type Promotion = 'auto' | 'suggest';

/** The writes of an observer run. */
export interface ObserverWrites {
  /** Stages what is new, strengthens what is known, applies corrections; all of it is one batch. */
  readonly learn: {
    readonly batch: string;
    readonly session: string;
    readonly compared: readonly Compared[];
    /** The ids of the messages, by their numbers. */
    readonly messages: readonly string[];
    /** How far the words were trusted that it was learned from. */
    readonly taint: Taint;
    readonly promotion: Promotion;
    readonly threshold: number;
    /** They hold from then on; absent: there are none. */
    readonly orders?: readonly NoticedOrder[];
  };
  /** The conversation is looked through up to this message. */
  readonly markObserved: { readonly session: string; readonly upto: number };
}
