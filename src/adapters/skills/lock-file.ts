/**
 * `skills.lock`: for which content each skill was enabled, with what it was granted. It lies in the home, where neither
 * commands nor file tools of the agent write.
 */
import { z } from 'zod';
import { says } from '../../domain/policy/sentence.ts';
import { fileGrants, type Lock, type SkillPlace } from '../../domain/skills/skill.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { readWhole, replaceWhole } from '../secrets/vault-file.ts';

export interface StoredLock extends Lock {
  /** SHA-256 of each file as it was enabled. */
  readonly files: Readonly<Record<string, string>>;
}

export interface LockFile {
  get(place: SkillPlace, name: string): StoredLock | undefined;
  set(place: SkillPlace, name: string, lock: StoredLock | undefined): void;
  names(place: SkillPlace): readonly string[];
}

const names = z.array(z.string()).readonly();
const stored = z.object({
  hash: z.string(),
  enabled: z.boolean(),
  granted: z.object({ tools: names, hosts: names, files: z.enum(fileGrants), secrets: names }),
  origin: z.enum(['own', 'outside']),
  source: z.string().optional(),
  at: z.number(),
  files: z.record(z.string(), z.string()).default({}),
});
const whole = z.object({
  version: z.literal(1),
  home: z.record(z.string(), stored),
  workspace: z.record(z.string(), stored),
});

type Whole = z.output<typeof whole>;

/** Throws `invalid` where the file is there and cannot be read: a lock that is guessed at protects nothing. */
export function lockFile(path: string): LockFile {
  let known = read(path);
  return {
    get: (place, name) => (Object.hasOwn(known[place], name) ? (known[place][name] as StoredLock) : undefined),
    set(place, name, lock) {
      const { [name]: _, ...others } = known[place];
      const all = lock === undefined ? others : { ...others, [name]: lock };
      const next = { ...known, [place]: Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))) };
      replaceWhole(path, Buffer.from(`${JSON.stringify(next, null, 2)}\n`));
      known = next as Whole;
    },
    names: place => Object.keys(known[place]),
  };
}

function read(path: string): Whole {
  const bytes = readWhole(path);
  if (bytes === undefined) return { version: 1, home: {}, workspace: {} };
  try {
    return whole.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    throw fault(
      'invalid',
      says`${path} is not as Straylight writes it; restore it, or delete it to be asked about every skill again`,
    );
  }
}
