/**
 * Commands and what they should count as, one JSON object a line, in four files.
 *
 * `commands-hostile.jsonl` says the least (`least`), `commands-ordinary.jsonl` the most (`most`). All rows but those
 * marked as a second look were written before the rules.
 */
import { readFileSync } from 'node:fs';

export interface CommandRow {
  readonly cmd: string;
  /** 0 to 3. */
  readonly level: number;
  readonly about: string;
}

export const hostileCommands = rows('hostile', 'least');
export const ordinaryCommands = rows('ordinary', 'most');

/**
 * Programs that execute what their text does not name as a command; each was seen to do so in a real bash. At least 2.
 */
export const evaluatedCommands: readonly CommandRow[] = rows('evaluated', 'least').map(row => ({ ...row, level: 2 }));

/**
 * Commands whose words only bash works out for sure. Each asks where there is no sandbox; inside one it counts as
 * `sandbox` at least.
 */
export const guessedCommands: readonly (CommandRow & { readonly sandbox: number })[] = parsed('guessed').map(row => ({
  cmd: row['cmd'] ?? '',
  level: Number(row['direct']?.slice(1)),
  sandbox: Number(row['sandbox']?.slice(1)),
  about: row['about'] ?? '',
}));

function rows(kind: string, key: string): readonly CommandRow[] {
  return parsed(kind).map(row => ({
    cmd: row['cmd'] ?? '',
    level: Number(row[key]?.slice(1)),
    about: row['about'] ?? '',
  }));
}

function parsed(kind: string): readonly Readonly<Record<string, string>>[] {
  const file = readFileSync(new URL(`commands-${kind}.jsonl`, import.meta.url), 'utf8');
  return file
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Readonly<Record<string, string>>);
}

/**
 * The same commands every time: one to four characters put in, taken out, doubled, exchanged, or the end of another
 * command put behind.
 */
export function* mutatedCommands(count: number, seed = 0x2545f491): Generator<string> {
  const all = [...hostileCommands, ...ordinaryCommands].map(({ cmd }) => cmd);
  const signs = [...'|&;()<>$`\\\n\t \'"*?[]{}~#=!%^-+./:,@_axlsrmE0159\u00e4\u00a0\u0455\u202e\0'];
  let state = seed;
  const random = (below: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  for (let index = 0; index < count; index++) {
    const chars = [...(all[random(all.length)] ?? '')];
    for (let edits = random(4); edits >= 0; edits--) {
      const at = random(chars.length + 1);
      const sign = signs[random(signs.length)] ?? '';
      const kind = random(5);
      if (kind === 0) chars.splice(at, 0, sign);
      else if (kind === 1) chars.splice(at, 1);
      else if (kind === 2) chars.splice(at, 1, sign);
      else if (kind === 3) chars.splice(at, 0, chars[at] ?? '');
      else chars.splice(at, chars.length, ...[...(all[random(all.length)] ?? '')].slice(random(20)));
    }
    yield chars.join('');
  }
}
