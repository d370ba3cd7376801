/** What the vault says once it is decrypted: JSON that its owner can read and write by hand, too. */

import { z } from 'zod';
import { inEnglish } from '../../domain/policy/sentence.ts';
import { isSecretName, secretNameRule } from '../../domain/secrets/handle.ts';
import { mainAgent, ruleProblem } from '../../domain/secrets/rule.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { VaultEntry } from '../../ports/secrets/vault.ts';

const format = 'straylight.secrets/1';
const shortest = 8;
const longest = 64 * 1024;

const words = z.array(z.string()).default([]);
const entrySchema = z.strictObject({
  value: z.string(),
  rule: z.strictObject({
    tools: z.array(z.string()),
    hosts: words,
    headers: words,
    commands: words,
    agents: z.array(z.string()).default([mainAgent]),
  }),
  note: z.string().max(500).optional(),
  createdAt: z.int().min(0),
  expires: z.int().min(0).optional(),
});
const fileSchema = z.strictObject({ format: z.literal(format), secrets: z.record(z.string(), entrySchema) });

/**
 * The entries by name. Throws `invalid` where the text is no vault, or an entry none; the message never holds what was
 * found.
 */
export function readVaultText(text: string, place: string): readonly VaultEntry[] {
  const parsed = fileSchema.safeParse(jsonOf(text));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.filter(part => part !== 'value').join(' › ') || 'its top';
    throw fault(
      'invalid',
      `expected secrets of Straylight (${format}) in ${place}; what is in it is none, at ${where}`,
    );
  }
  const entries = Object.entries(parsed.data.secrets).map(([name, { note, expires, ...entry }]) => ({
    name,
    ...entry,
    ...defined({ note, expires }),
  }));
  for (const entry of entries) checkEntry(entry);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function writeVaultText(entries: readonly VaultEntry[]): string {
  const secrets = Object.fromEntries(entries.map(({ name, ...entry }) => [name, entry]));
  return `${JSON.stringify({ format, secrets }, null, 2)}\n`;
}

/** Throws `invalid` for a name, a value or a rule that cannot be kept. */
export function checkEntry({ name, value, rule, note = '' }: VaultEntry): void {
  if (!isSecretName(name)) throw fault('invalid', `the name of a secret is ${secretNameRule}`);
  const problem =
    value.trim().length < shortest
      ? `its value has fewer than ${shortest} characters: ordinary text would be taken for it everywhere, so use a longer one`
      : value.length > longest
        ? `its value has more than ${longest} characters; that is a file and no secret`
        : value.includes('\0') || !value.isWellFormed()
          ? 'its value holds what no header and no variable can hold'
          : note.length > 500
            ? 'its note has more than 500 characters'
            : ruleProblem(rule);
  if (problem !== undefined) throw fault('invalid', `the secret ${name} cannot be kept: ${inEnglish(problem)}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
