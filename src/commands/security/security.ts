/**
 * `straylight doctor --security`: what of this home, machine and settings weakens what is promised, the worst first.
 */

import { createRequire } from 'node:module';
import { type Gravity, type SecurityFinding, type Weakness, worstFirst } from '../../domain/security/weakness.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { fill } from '../../domain/text/fill.ts';
import { defined } from '../../domain/text/json.ts';
import { asTyped } from '../../domain/text/typed-name.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type * as Texts from '../german/security.ts';
import { type Io, jsonText } from '../io.ts';
import { sayIn } from '../say.ts';

// With the first finding that is not said in English.
const load = createRequire(import.meta.url);

/** One look; one that fails is told by its name. */
export interface SecurityLook {
  readonly name: string;
  readonly run: () => readonly Weakness[] | Promise<readonly Weakness[]>;
}

/** Looks at everything and prints what was found. Exit code 1 where something is serious. */
export async function security(options: {
  readonly looks: readonly SecurityLook[];
  readonly io: Io;
  readonly json: boolean;
}): Promise<number> {
  const { looks, io, json } = options;
  const findings = worstFirst((await Promise.all(looks.map(tried))).flat());
  const serious = findings.filter(({ gravity }) => gravity === 'serious').length;
  const say = sayIn(io);
  if (json) io.out(jsonText(findings));
  else {
    const words: Record<Gravity, string> = {
      serious: io.style.warn(say('SERIOUS')),
      weaker: io.style.warn(say('weaker ')),
      note: say('note   '),
    };
    for (const { gravity, found, command, advice } of findings.map(one => said(one, io))) {
      io.out(`${words[gravity]}  ${oneLine(found, 2_000)}`);
      // it may be a command to copy, with long paths
      if (command) io.out(`         ${io.style.dim(`→ ${oneLine(asTyped(command, io.program), 4_000)}`)}`);
      if (advice) io.out(`         ${io.style.dim(asTyped(command ? advice : `→ ${advice}`, io.program))}`);
    }
    const rest = findings.length - serious;
    io.out(
      findings.length === 0
        ? say('Nothing found that weakens security.')
        : rest === 1
          ? say('{serious} serious, 1 other. SECURITY.md explains each promise.', { serious })
          : say('{serious} serious, {rest} others. SECURITY.md explains each promise.', { serious, rest }),
    );
  }
  return serious === 0 ? 0 : 1;
}

/** In the owner's language; its command and what it names are as they are. */
function said(finding: SecurityFinding, { language = 'en' }: Pick<Io, 'language'>): SecurityFinding {
  if (language === 'en') return finding;
  const { found, advice } = (load('../german/security.ts') as typeof Texts).weaknesses[language][finding.kind];
  return {
    ...finding,
    found: fill(found, { names: lengths(finding.names) }),
    ...defined({ advice }),
  };
}

/** How old or how long something is, which is no part of a name. */
function lengths(names: string): string {
  return names.replace(/, (\d+) days\b/g, ', $1 Tage').replace(/ and (\d+) uses left\b/g, ' und noch $1-mal');
}

async function tried({ name, run }: SecurityLook): Promise<readonly Weakness[]> {
  try {
    return await run();
  } catch (thrown) {
    return [{ kind: 'unread', names: [`${name} (${toFailure(thrown).message})`] }];
  }
}
