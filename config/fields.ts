/**
 * What a setting can be: a number with its unit, a choice, an address, a table. Each says what was *expected* where it
 * is wrong.
 *
 * Kinds of models and channels describe their own tables with these (src/ports/model.ts, src/ports/channel.ts).
 */
import { z } from 'zod';
import { handlesIn } from '../src/domain/secrets/handle.ts';
import { durationMs } from './duration.ts';

/** One table of a file: strict, there even when the file leaves it out, its own keys in camelCase once it is read. */
export function section<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z
    .strictObject(shape, { error: issue => (issue.code === 'invalid_type' ? 'a table' : undefined) })
    .transform(camelKeys)
    .prefault({} as never);
}

/** The name of a setting or table, as it is called in the code. */
export function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

type CamelCase<Key> = Key extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Key;
type CamelKeys<Value> = { readonly [Key in keyof Value as CamelCase<Key>]: Value[Key] };

function camelKeys<Value extends object>(value: Value): CamelKeys<Value> {
  const camel = Object.entries(value).map(([key, member]) => [camelCase(key), member]);
  return Object.fromEntries(camel) as CamelKeys<Value>;
}

export function whole(least: number, most: number, unit: string) {
  const spaced = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ' ');
  const error = `a whole number from ${spaced(least)} to ${spaced(most)} ${unit}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}

/** US dollars, fractions of them too. */
export function dollars(most: number, more: string) {
  const error = `a number of US dollars from 0 to ${String(most).replace(/\B(?=(\d{3})+$)/g, ' ')}${more}`;
  return z.number({ error }).min(0, { error }).max(most, { error });
}

/** A limit, or the word for having none. */
export function orNone<Amount extends z.ZodType>(amount: Amount) {
  return z.union([z.literal('none'), amount], { error: issue => faultOf(amount, issue.input) });
}

/** What the amount itself would say. */
function faultOf(amount: z.ZodType, input: unknown): string | undefined {
  return amount.safeParse(input).error?.issues[0]?.message;
}

/** Names of hosts, `*.` before one for all beneath it; what that means for each list, its table says. */
export function domains(names: readonly string[] = []) {
  const error = 'a domain in lower case, as in "example.com" or "*.example.com", without scheme, port or path';
  return z
    .array(
      z
        .string({ error })
        .regex(/^(?=.{1,253}$)(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}$/, { error }),
      {
        error: 'a list of domains, as in ["example.com"]',
      },
    )
    .default([...names]);
}

export function flag() {
  return z.boolean({ error: 'true or false' });
}

export function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: words.map(word => `"${word}"`).join(' or ') });
}

/** An http(s) address, without the slash at its end; user and password would stand in every log. */
export function address() {
  const error = 'an address as in "https://host:port", without user, password, query or fragment';
  return z
    .string({ error })
    .refine(isAddress, { error })
    .transform(text => text.replace(/\/+$/, ''));
}

/** Likewise, or the path of a Unix socket on this machine. */
export function addressOrSocket() {
  const error =
    'an address as in "https://host:port", without user, password, query or fragment, or a socket as in "unix:/run/llama.sock:/v1"';
  return z
    .string({ error })
    .refine(text => isAddress(text) || /^unix:(?:\/\/)?\/[^:?#\s]+(?::\/[^?#\s]*)?$/.test(text), { error })
    .transform(text => text.replace(/\/+$/, ''));
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/** The name of an environment variable that holds a secret, where the secret itself might be put by mistake. */
export function environmentName() {
  return z
    .string({ error: 'the name of an environment variable' })
    .regex(/^[A-Z_][A-Z0-9_]*$/, { error: 'the name of an environment variable (never the token itself)' });
}

/** Likewise, or that a server takes none. */
export function keyName() {
  const error = 'the name of an environment variable (never the key itself), or "none" where no key is sent';
  return z.string({ error }).regex(/^(?:[A-Z_][A-Z0-9_]*|none)$/, { error });
}

/** A duration as `durationMs` reads it. */
export function duration(leastMs: number, mostMs: number) {
  const most =
    mostMs % 86_400_000 === 0 && mostMs > 86_400_000 ? `${mostMs / 86_400_000} days` : `${mostMs / 3_600_000} hours`;
  const least = leastMs === 0 ? ', or "0" for none' : ` and of at least ${leastMs / 1_000} s`;
  const error = `a duration as in "6h" or "1h30m", of at most ${most}${least}`;
  return z.string({ error }).refine(
    text => {
      const ms = durationMs(text);
      return ms !== undefined && ms >= leastMs && ms <= mostMs;
    },
    { error },
  );
}

/** The name of a model. Whether its provider is there, the whole file says (features/models/settings.ts). */
export function modelRef() {
  const error = 'a model as "provider/model"';
  return z.string({ error }).regex(/^[^\s/]+\/\S+$/, { error });
}

/** Models under names. The names are the owner's own words and stay as written. */
export function modelTable(form = /^[a-z][a-z0-9_]*$/, what = 'a name in snake_case') {
  return z.record(z.string().regex(form, { error: what }), modelRef(), {
    error: 'a table of names, each with a model as "provider/model"',
  });
}

interface Kind {
  readonly name: string;
  readonly settings?: z.ZodType;
}

/** A table for each kind that has settings, under its name. To the types they are none: a kind alone knows its own. */
export function tablesOf(kinds: readonly Kind[]): Record<never, z.ZodType> {
  return Object.fromEntries(kinds.flatMap(({ name, settings }) => (settings ? [[name, settings]] : [])));
}

/** The tables of the kinds, taken out of what stands beside them. */
export function gathered<Table extends object>(table: Table, kinds: readonly Kind[]) {
  const settings = valuesOf(table, kinds);
  const own = Object.fromEntries(Object.entries(table).filter(([name]) => !Object.hasOwn(settings, name))) as Table;
  return { ...own, settings };
}

export function valuesOf(table: object, kinds: readonly Kind[]): Readonly<Record<string, unknown>> {
  const names = Object.keys(tablesOf(kinds));
  return Object.fromEntries(names.map(name => [name, (table as Record<string, unknown>)[name]]));
}

/** A text of 1 to 4,000 characters; `error` says what is expected. */
export const shortText = (error: string) => z.string({ error }).min(1, { error }).max(4_000, { error });

/** A table of `what`, in whose values secrets stand by their names. `name`: what a key looks like. */
export function secretValues(what: string, name: RegExp) {
  const error = `a table of ${what}, as in { NAME = "value" } or { NAME = "{{secret:NAME}}" }`;
  const value = z
    .string({ error })
    .max(8_000, { error })
    .superRefine((given, context) => {
      const names = handlesIn(given);
      if ('problem' in names) context.addIssue({ code: 'custom', message: names.problem });
    });
  return z.record(z.string().regex(name, { error }), value, { error }).default({});
}

/** Variables of a program's environment. */
export const variables = () => secretValues('variables', /^[A-Za-z_][A-Za-z0-9_]{0,99}$/);

/** At most 20 folders, by their paths or as tables; `like`: an example of a path. */
export function mountedFolders(like: string) {
  const isFolder = { error: `a folder, from / on, as in "${like}" or { path = "/home/me/data", writable = true }` };
  const table = z.strictObject({ path: z.string(isFolder).startsWith('/', isFolder), writable: flag().default(false) });
  const folder = z
    .preprocess(one => (typeof one === 'string' ? { path: one } : one), table)
    .transform(({ path, writable }) => ({ path, isWritable: writable }));
  return z
    .array(folder, { error: `a list of folders, as in ["${like}"]` })
    .max(20)
    .default([]);
}
