/**
 * `straylight doctor --security`: what of this home, machine and settings weakens what is promised, the worst first.
 */

import { type Gravity, type Weakness, worstFirst } from '../../domain/security/weakness.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Io, jsonText } from '../io.ts';

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
  if (json) io.out(jsonText(findings));
  else {
    const words: Record<Gravity, string> = {
      serious: io.style.warn('SERIOUS'),
      weaker: `${io.style.warn('weaker')} `,
      note: 'note   ',
    };
    for (const { gravity, found, command, advice } of findings) {
      io.out(`${words[gravity]}  ${oneLine(found, 2_000)}`);
      // it may be a command to copy, with long paths
      if (command) io.out(`         ${io.style.dim(`→ ${oneLine(command, 4_000)}`)}`);
      if (advice) io.out(`         ${io.style.dim(command ? advice : `→ ${advice}`)}`);
    }
    const rest = findings.length - serious;
    io.out(
      findings.length === 0
        ? 'Nothing found that weakens security.'
        : `${serious} serious, ${rest} ${rest === 1 ? 'other' : 'others'}. SECURITY.md explains each promise.`,
    );
  }
  return serious === 0 ? 0 : 1;
}

async function tried({ name, run }: SecurityLook): Promise<readonly Weakness[]> {
  try {
    return await run();
  } catch (thrown) {
    return [{ kind: 'unread', names: [`${name} (${toFailure(thrown).message})`] }];
  }
}
