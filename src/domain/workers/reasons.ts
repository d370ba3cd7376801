/** What the card of a result says beside the diff. */
import { type GoalCheck, provesNothing } from '../goals/check.ts';
import { type Sentence, says } from '../policy/sentence.ts';

/** What is to be looked at before the work is taken, the gravest first; nothing: all that was asked for holds. */
export function warnings(of: {
  readonly checks: readonly GoalCheck[];
  readonly conflicts: readonly string[];
  readonly note: Sentence | null;
  readonly uncommitted: number;
  readonly reasons: readonly Sentence[];
}): readonly Sentence[] {
  const { checks, conflicts, note, uncommitted, reasons } = of;
  return [
    ...conflicts.slice(0, 5).map(line => says`It does not fit the folder as that is now: ${line}`),
    ...checks.flatMap(check => warningOf(check) ?? []),
    ...(note === null ? [] : [note]),
    ...reasons,
    ...(uncommitted === 0
      ? []
      : [says`${uncommitted} files of the folder had changes in no commit, which the worker did not see.`]),
  ];
}

function warningOf(check: GoalCheck): Sentence | undefined {
  const { text, last } = check;
  if (last === undefined) return says`The check “${text}” was not run.`;
  if (last.outcome === 'fails') return says`The check “${text}” fails: ${last.saw}.`;
  if (last.outcome === 'unknown') return says`The check “${text}” could not be run: ${last.saw}.`;
  return provesNothing(check) ? says`The check “${text}” held before the work, too, so it shows nothing.` : undefined;
}

/** The first words of the card. */
export function standing(checks: readonly GoalCheck[]): Sentence {
  const held = checks.filter(({ last }) => last?.outcome === 'holds').length;
  return checks.length === 0
    ? says`Nothing of it is in the folder yet. No checks were given.`
    : says`Nothing of it is in the folder yet. ${held} of ${checks.length} checks hold.`;
}
