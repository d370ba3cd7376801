/** The model step of `straylight init`: what it asks and finds, and what both its ways, flags and questions, need. */

import { modelAddress, wholeAddress } from '../../../domain/models/address.ts';
import type { Sentence } from '../../../domain/policy/sentence.ts';
import { oneLine, readable } from '../../../domain/text/visible.ts';
import type { Io } from '../../io.ts';
import type { Say } from '../../say.ts';
import type { NewServer } from './settings-text.ts';

/** A provider as it was found on this machine. */
export interface FoundProvider {
  readonly name: string;
  readonly isLocal: boolean;
  /** The variable of its key; absent: it wants none. */
  readonly keyVariable?: string;
  readonly hasKey: boolean;
  /** The model that is taken where none is named. */
  readonly usual?: string;
}

/** Does a provider answer, and with which models? `problem` says what is missing and what to do. */
type Health =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly problem: Sentence; readonly wantsKey?: true };

/** What the owner has decided. */
export interface ModelAnswer {
  /** `provider/model`. */
  readonly model: string;
  readonly server?: NewServer;
  /** A key that is to be kept. */
  readonly secret?: { readonly name: string; readonly value: string };
  /** The address that the server had until now, where it gets another one. */
  readonly moved?: string;
}

export interface ModelStep {
  readonly io: Io;
  /** As `config.toml` names it already; undefined: it names none. */
  readonly named: string | undefined;
  readonly providers: readonly FoundProvider[];
  /** Of a server that has a table; undefined: it has none, or is at its usual place. */
  addressOf(provider: string): string | undefined;
  /** Does it answer, and with which models? `secret`: with a key that is not kept yet; `server`: one without a table. */
  health(provider: string, secret?: ModelAnswer['secret'], server?: NewServer): Promise<Health>;
  /** One short call. Rejects with what is wrong. */
  check(answer: ModelAnswer): Promise<void>;
  write(answer: ModelAnswer): Promise<void>;
}

/** Questions at a terminal; each answers undefined where the owner leaves. */
export interface Prompts {
  choose<Value>(question: string, options: readonly Option<Value>[]): Promise<Value | undefined>;
  /** Typed; `problem` says what is wrong with it, undefined: nothing. */
  text(question: string, example: string, problem: (typed: string) => string | undefined): Promise<string | undefined>;
  /** Typed unseen. */
  secret(question: string): Promise<string | undefined>;
  /** Shows that something is being waited for. */
  during<Result>(text: string, work: () => Promise<Result>): Promise<Result>;
}

/** `left`: the owner leaves the whole of it. What was answered before stays. */
export type StepEnd = 'done' | 'left';

export interface Option<Value> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/** What was written where. */
export function changesOf({ model, server, secret, moved }: ModelAnswer, say: Say): readonly string[] {
  const table = server && !moved ? say(', and the table [models.providers.{name}]', { name: server.name }) : '';
  return [
    say('  config.toml: default = {readable} in [models]{table}', { readable: JSON.stringify(readable(model)), table }),
    ...(server?.url !== undefined && moved
      ? [
          say('  config.toml: base_url = {url} in [models.providers.{name}], instead of {moved}', {
            url: JSON.stringify(readable(server.url)),
            name: server.name,
            moved: JSON.stringify(readable(moved)),
          }),
        ]
      : []),
    ...(secret ? [`  .env: ${secret.name}`] : []),
  ];
}

/** What is wrong with the address of a server; undefined: nothing. */
export function addressProblem(typed: string, say: Say): string | undefined {
  const whole = wholeAddress(typed);
  const url = URL.parse(whole);
  const isPlain = !url || (url.username === '' && url.password === '' && url.search === '' && url.hash === '');
  if (modelAddress(whole) && isPlain) return undefined;
  const expected = say('expected an address as in http://127.0.0.1:8000/v1, or unix:/run/llama.sock:/v1');
  return isPlain
    ? say('{expected}, got "{typed}"', { expected, typed: oneLine(typed, 100) })
    : say('{expected}, without user, password, query or fragment', { expected });
}

/** Where the key of a server of that name is looked for. */
export function keyVariableOf(name: string): string {
  return `${name.toUpperCase().replaceAll('-', '_')}_API_KEY`;
}
