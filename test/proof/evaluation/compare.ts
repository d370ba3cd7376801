/** What bash did, held against what the policy had said of the same text. */

import { judge, judgeCommand } from '../../../src/domain/policy/policy.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import type { FrozenCall } from '../../../src/domain/tools/tool.ts';
import type { Effect } from './observe.ts';

export interface Judged {
  /** By its text alone: 0 only reads, 1 writes in the workspace. */
  readonly level: number;
  /** Without a sandbox it runs unasked. */
  readonly isAllowed: boolean;
  /** It says that only the run will show which file is written; without a sandbox that is asked about. */
  readonly writesAnywhere?: boolean;
  /**
   * It says that its words are only known when it runs and may name programs; without a sandbox that is asked about.
   */
  readonly runsAnything?: boolean;
}

export function judged(command: string): Judged {
  const call: FrozenCall = {
    callId: 'call',
    tool: 'execute_command',
    arguments: { body: '{}' },
    digest: '',
    effect: 'act',
    timeoutMs: 1,
    intent: '',
    facts: { command, executor: 'direct' },
  } as unknown as FrozenCall;
  const { level, reasons } = judgeCommand(command);
  const isAllowed = judge(call, { taint: 'owner' }).verdict === 'allow';
  return {
    level,
    isAllowed,
    writesAnywhere: !isAllowed && reasons.some(reason => inEnglish(reason).includes('…')),
    runsAnything: !isAllowed && reasons.some(reason => inEnglish(reason).includes('it can run programs')),
  };
}

/** What it did that the verdict neither named nor asked about. `programs`: those the text names as commands. */
export function unseen(
  { level, isAllowed, writesAnywhere = false, runsAnything = false }: Judged,
  effects: readonly Effect[],
  programs: ReadonlySet<string>,
): readonly string[] {
  if (level >= 2) return [];
  return effects.flatMap(({ kind, path }): readonly string[] => {
    const told = [`${kind} ${path}`];
    if (kind === 'connect') return told;
    if (kind === 'exec') return runsAnything || isNamed(path, programs) ? [] : told;
    if (kind === 'read') return isAllowed && !isReadable(path) ? told : [];
    // what does not fit into memory, and what cannot be read backwards, some keep for themselves meanwhile
    if (/^\/tmp\/(tac|sort)\w{6}$/.test(path)) return [];
    return level === 1 && (writesAnywhere || /^\/(w\/\d+|tmp)(\/|$)/.test(path)) ? [] : told;
  });
}

/** A program of the system, and one of these; the shell's own words become programs behind `time` and `env`. */
function isNamed(path: string, programs: ReadonlySet<string>): boolean {
  const [, name = ''] = /^\/(?:usr\/)?s?bin\/([^/]+)$/.exec(path) ?? [];
  return /^(bash|echo|printf|test|\[)$/.test(name) || programs.has(name);
}

/** The folder that all share who only read, and what belongs to the system. */
function isReadable(path: string): boolean {
  return !/^\/(home|root|var|p)(\/|$)/.test(path) && !/^\/w(\/(?!shared(\/|$)).*)?$/.test(path);
}
