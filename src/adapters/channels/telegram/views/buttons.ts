/**
 * What a button of a view carries: an operation with its fields.
 *
 * Telegram takes 64 bytes. What is longer is named by a hash, and found again in what this process has shown, or in the
 * list that the message shows, as it is now: so most buttons outlive a restart.
 */
import { hash } from 'node:crypto';
import { inputOf, typeOf } from '../../../../api/input.ts';
import { operationOf } from '../../../../api/operations.ts';
import type { Action } from '../../../../api/view.ts';
import { dropOldest } from '../../../../domain/collections/drop-oldest.ts';
import { canonical } from '../../../../domain/text/json.ts';

/** An operation with its fields. */
export type Target = Pick<Action, 'operation' | 'input'>;

const letters = { do: 'o', ask: 'c', page: 'p', turn: 'n' } as const;

/**
 * `do`: carried out; `ask`: asked about first; `page`: the list of its message, shown again; `turn`: the same list from
 * another entry on.
 */
export interface ViewButton {
  readonly act: keyof typeof letters;
  readonly operation: string;
  /** The fields, or the name of what is too long. */
  readonly named: Target['input'] | string;
  readonly from: number;
}

export interface ViewButtons {
  /** What a button carries. */
  data(act: ViewButton['act'], target: Target, from?: number): string;
  /** What a button is about; `shown`: what else it may be. Undefined: nobody knows any more. */
  find(button: ViewButton, shown?: readonly Target[]): Target | undefined;
}

const mostBytes = 64;
/** So many long ones are remembered. */
const mostKept = 1_000;

export function viewButtons(): ViewButtons {
  const kept = new Map<string, Target>();
  return {
    data(act, { operation, input }, from = 0) {
      const head = `${letters[act]}:${from > 0 ? `${from}:` : ''}${operation}`;
      const whole = head + queryOf(input);
      if (Buffer.byteLength(whole) <= mostBytes) return whole;
      const name = nameOf({ operation, input });
      kept.delete(name);
      kept.set(name, { operation, input });
      dropOldest(kept, mostKept);
      return `${head}#${name}`;
    },
    find({ operation, named }, shown = []) {
      if (typeof named !== 'string') return { operation, input: named };
      const known = kept.get(named) ?? shown.find(one => nameOf(one) === named);
      return known?.operation === operation ? known : undefined;
    },
  };
}

/** Reads a button of a view; undefined for what is none. */
export function viewButton(data: string): ViewButton | undefined {
  const [, letter, from = '0', operation = '', query, name] =
    /^([ocpn]):(?:([1-9]\d{0,3}):)?([A-Za-z]+\.[A-Za-z]+)(?:\?(.+)|#([\w-]{16}))?$/s.exec(data) ?? [];
  const act = (Object.keys(letters) as (keyof typeof letters)[]).find(one => letters[one] === letter);
  if (act === undefined) return undefined;
  const named = name ?? inputIn(operation, query);
  return named === undefined ? undefined : { act, operation, named, from: Number(from) };
}

/** `?id=3&act=complete` */
function queryOf(input: Target['input']): string {
  const fields = Object.entries(input);
  if (fields.length === 0) return '';
  // an address is short as it is written
  const written = (value: string | number | boolean) =>
    encodeURIComponent(String(value).toWellFormed()).replace(/%3A/g, ':').replace(/%2F/g, '/');
  return `?${fields.map(([field, value]) => `${field}=${written(value)}`).join('&')}`;
}

/** The fields of a query, each as its operation takes it. */
function inputIn(operation: string, query = ''): Target['input'] | undefined {
  const declared = operationOf(operation);
  if (!declared) return undefined;
  const { shape } = inputOf(declared);
  const fields = [...new URLSearchParams(query)];
  return Object.fromEntries(
    fields.map(([field, value]) => {
      const type = Object.hasOwn(shape, field) ? typeOf(shape[field]) : undefined;
      if (type === 'number') return [field, Number(value)];
      return [field, type === 'boolean' ? value === 'true' : value];
    }),
  );
}

function nameOf({ operation, input }: Target): string {
  return hash('sha256', canonical([operation, input]), 'base64url').slice(0, 16);
}
