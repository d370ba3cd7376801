/** What the environment and `.env` say: addresses that win over the files, and every secret. */
import { shortestForm } from '../src/domain/secrets/forms.ts';
import { type ConfigFault, inWords } from './faults.ts';
import { address } from './fields.ts';
import { type Secret, secret } from './secrets.ts';

/** The variables that are set to something. */
export function nonEmpty(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  );
}

/** Where a variable was set: a line of `.env`, or the environment of the process. */
export type Place = (name: string) => Pick<ConfigFault, 'file' | 'line'>;

/** Names known to hold no secret, beside the addresses of the kinds. */
export const plainNames: readonly string[] = [
  ...['STRAYLIGHT_HOME', 'NO_COLOR'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_SDK_DISABLED'],
];

/**
 * Whatever stands in `.env` counts as secret, but for the `plain` names and what is too short to look for; so do the
 * `named` ones.
 */
export function secretValues(
  dotEnv: NodeJS.Dict<string>,
  plain: ReadonlySet<string>,
  named: readonly (string | undefined)[],
): readonly string[] {
  const values = Object.entries(dotEnv).map(([name, value]) => (plain.has(name) ? undefined : value?.trim()));
  return [...values, ...named.map(value => value?.trim())].filter(
    (value): value is string => value !== undefined && value.length >= 8,
  );
}

/**
 * The secrets `named` by the settings from wherever they stand, then the rest of `.env`. One that cannot be sent in a
 * header is a fault, and so is one that the redactor would refuse.
 */
export function collectSecrets(
  named: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  dotEnv: NodeJS.Dict<string>,
  plain: ReadonlySet<string>,
  place: Place,
  faults: ConfigFault[],
): readonly Secret[] {
  const found = new Map<string, string>();
  for (const name of named) {
    const value = env[name]?.trim();
    if (!value) continue;
    const came = inWords(value, true, []);
    if (/[^\x21-\x7e]/.test(value))
      faults.push({ ...place(name), key: name, expected: 'a secret without spaces', came });
    if (value.length < shortestForm) {
      const expected = `a secret of at least ${shortestForm} characters, since a shorter one is found in ordinary text everywhere`;
      faults.push({ ...place(name), key: name, expected, came });
    }
    found.set(name, value);
  }
  for (const [name, value] of Object.entries(dotEnv))
    if (!found.has(name) && !plain.has(name) && value && value.trim().length >= 8) found.set(name, value.trim());
  return [...found].map(([name, value]) => secret(name, value));
}

/** An address a variable names, once `complete` has made it whole; undefined where it is not set or a fault. */
export function environmentAddress(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  complete: (text: string) => string,
  hidden: readonly string[],
  place: Place,
  faults: ConfigFault[],
): string | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const result = address().safeParse(complete(text));
  if (result.success) return result.data;
  const expected = result.error.issues[0]?.message ?? 'an address';
  faults.push({ ...place(name), key: name, expected, came: inWords(text, false, hidden) });
  return undefined;
}
