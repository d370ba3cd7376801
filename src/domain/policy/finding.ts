/** What a rule has found in a call, and how much that weighs. */

import type { Risk } from '../approvals/card.ts';
import type { Obeyed } from '../shell/obeying/obeyed-file.ts';
import { defined } from '../text/json.ts';
import { inEnglish, type Sentence } from './sentence.ts';

/** L0 run, L1 run and tell, L2 ask, L3 refuse. */
export type Level = 0 | 1 | 2 | 3;

export interface Finding {
  /** What it counts as where the text is all that is known. */
  readonly level: Level;
  /** What it counts as inside proved walls, where that is not what `withinWalls` says of its level. */
  readonly inWalls?: Level;
  /** What it counts as where there are no walls at all, where that is not one more. */
  readonly whenDirect?: Level;
  /** One sentence for the owner. */
  readonly reason: Sentence;
  readonly risk?: Risk;
  /**
   * It takes something away, or leaves something that acts later: asks about wherever outside text may have chosen it.
   */
  readonly lasting?: 'destroys' | 'persists';
  /** What will act later because of it, as a sentence for beneath the reply. */
  readonly later?: string;
  /** It reads a file that may hold secrets, or it writes a file: both in one command make a copy. */
  readonly file?: 'sensitive' | 'written';
  /**
   * The file, folder or pattern of names in the agent's folders that it reads or changes, from `/workspace` or
   * `/scripts` on.
   */
  readonly touches?: string;
  /** Outside of these folders, what it reads, put in order: `~/.env`, `/proc/self/cwd`. */
  readonly outside?: string;
  /** It is no judgement: it names a file that decides what the command comes to. */
  readonly obeys?: Obeyed;
}

/** It reads what lies there, which weighs nothing by itself. */
export function touching(path: string): Finding {
  return { level: 0, whenDirect: 0, reason: '', touches: path };
}

/** What weighs something, where files that are only read are left out. */
export function weighty(found: readonly Finding[]): readonly Finding[] {
  return found.filter(({ reason }) => reason !== '');
}

/** The gravest few, in that order: enough to judge by and to explain. */
export function gravest(findings: readonly Finding[], most = 6): readonly Finding[] {
  const worst = (finding: Finding) =>
    Math.max(
      finding.level * 4,
      (finding.inWalls ?? 0) * 4 + 1,
      finding.whenDirect ?? 0,
      finding.lasting === undefined ? 0 : 8,
    );
  const seen = new Set<string>();
  return findings
    .toSorted((a, b) => worst(b) - worst(a))
    .filter(({ reason }) => !seen.has(inEnglish(reason)) && seen.add(inEnglish(reason)))
    .slice(0, most);
}

/** Runs, and is told. */
export function reports(reason: Sentence): Finding {
  return { level: 1, reason };
}

/** Is put before the owner. */
export function asks(reason: Sentence, risk?: Risk): Finding {
  return { level: 2, reason, ...defined({ risk }) };
}

/** Deletes one thing that is named: asks about, and counted (one-command.ts). */
export function deletes(reason: Sentence): Finding {
  return { level: 2, reason, risk: 'irreversible', lasting: 'destroys' };
}

/** Leaves something behind that acts later. `later`: what, for beneath the reply. */
export function persists(reason: Sentence, later: string, risk?: Risk): Finding {
  return { ...asks(reason, risk), lasting: 'persists', later };
}

/** Leaves something that others build on (a commit, a dependency), and that nobody sees act. */
export function leaves(reason: Sentence, risk?: Risk): Finding {
  return { ...asks(reason, risk), lasting: 'persists' };
}

/** Only reads, as long as nothing around it decides what else it runs: without a sandbox it is asked about. */
export function asksDirectly(reason: Sentence, level: 0 | 1 = 0): Finding {
  return { level, whenDirect: 2, reason, risk: 'high' };
}

/** Is put before the owner inside the walls too: it destroys what he has there, or shows what is nobody else's. */
export function asksAnywhere(reason: Sentence, risk: Risk = 'irreversible'): Finding {
  return { level: 2, inWalls: 2, reason, risk };
}

/** Is refused; inside the walls it is the owner's to say, since all it can reach there is his workspace. */
export function refusedOutside(reason: Sentence): Finding {
  return { level: 3, inWalls: 2, reason, risk: 'irreversible' };
}

/** Is refused, everywhere. */
export function refused(reason: Sentence): Finding {
  return { level: 3, reason, risk: 'irreversible' };
}

/** One level more than `level`, and never less than asking where `least` is 2. */
export function raised(level: Level, least: Level = 0): Level {
  return Math.min(3, Math.max(level + 1, least)) as Level;
}

/** The level of a finding where nothing holds: one more, up to asking. */
export function withoutWalls({ level, whenDirect }: Finding): Level {
  return whenDirect ?? (level < 2 ? ((level + 1) as Level) : level);
}

/** The level of a finding inside proved walls: what would be asked runs and is told. */
export function withinWalls({ level, inWalls }: Finding): Level {
  return inWalls ?? (level === 2 ? 1 : level);
}
