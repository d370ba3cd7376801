/** The owner's and the agent's hand on goals. A goal that is due is said by a job. */

import { mostChecks, verdictOf } from '../../domain/goals/check.ts';
import { type Goal, type GoalChange, type GoalService, instantOf, reminderOf } from '../../domain/goals/goal.ts';
import { readWhen } from '../../domain/jobs/when.ts';
import { says } from '../../domain/policy/sentence.ts';
import { mixed } from '../../domain/policy/taint.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { GoalLedger } from '../../ports/ledgers/goal.ts';
import type { ActorCore } from '../core.ts';
import type { Jobs } from '../jobs/job-service.ts';
import type { CheckRunner } from './goal-checks.ts';

type ReminderJobs = Pick<Jobs, 'plan' | 'make' | 'find' | 'act'>;

export function goalService(
  core: ActorCore,
  ledger: GoalLedger,
  { jobs, checks: runner }: { readonly jobs: ReminderJobs; readonly checks: CheckRunner },
): GoalService {
  const { system, clock, store, redactor } = core;
  const wordsOf = (text: string) => redactor.text(text.trim());
  const kept = async (goal: Goal, remind: boolean | undefined, by: string): Promise<Goal> => {
    await system.perform(() => ledger.set(goal));
    await setReminder(jobs, clock, goal, remind, by);
    return goal;
  };
  const changed = ({ text, due }: GoalChange): Partial<Goal> =>
    defined({
      text: text === undefined ? undefined : wordsOf(text),
      due: due === undefined ? undefined : dueOf(due, core),
    });
  async function begun(lines: readonly string[]): Promise<Goal['checks']> {
    if (lines.length > mostChecks)
      throw fault('invalid', says`checks: expected at most ${mostChecks}, got ${lines.length}`);
    return runner.begun(lines);
  }

  async function checked(id: number): Promise<Goal | undefined> {
    const before = ledger.get(id);
    if (!before || before.checks.length === 0) return before;
    const checks = await runner.run(before.checks);
    return system.perform(() => {
      // what was changed of it meanwhile stays
      const now = ledger.get(id) ?? before;
      const goal = { ...now, checks };
      ledger.set(goal);
      return goal;
    });
  }

  return {
    list: query => ledger.list(query),
    async add({ text, due, remind, session, checks = [] }, by, { taint = 'owner', key } = {}) {
      const goal = {
        text: wordsOf(text),
        state: 'open' as const,
        session: session ?? null,
        taint,
        by,
        due: due === undefined ? null : dueOf(due, core),
        createdAt: clock.now(),
        endedAt: null,
        checks: await begun(checks),
      };
      const made = await system.perform((): Goal => {
        // a process that died before it could answer: no other one is meant
        const isRepeat = key !== undefined && !store.accept(`goal:${key}`, clock.now());
        const before = isRepeat ? newestWith(goal, ledger) : undefined;
        return before ?? { ...goal, id: ledger.put(goal) };
      });
      await setReminder(jobs, clock, made, remind, by);
      return made;
    },
    async change(id, change, by, taint = 'owner') {
      const goal = ledger.get(id);
      if (!goal) return undefined;
      return kept({ ...goal, ...changed(change), taint: mixed(goal.taint, taint) }, change.remind, by);
    },
    check: checked,
    async act(id, act, by, { anyway = false } = {}) {
      const goal = act === 'complete' && !anyway ? await checked(id) : ledger.get(id);
      if (!goal) return undefined;
      if (act === 'complete' && !anyway) refuseWhereNotDone(goal);
      const state = act === 'complete' ? 'done' : act === 'drop' ? 'dropped' : 'open';
      return kept({ ...goal, state, endedAt: state === 'open' ? null : clock.now() }, undefined, by);
    },
  };
}

/** Throws `invalid` where a check does not hold, or nobody knows. What it saw may be the output of a command. */
function refuseWhereNotDone({ id, checks }: Goal): void {
  const open = checks.filter(({ last }) => last?.outcome !== 'holds');
  const [first] = open;
  if (first?.last === undefined || verdictOf(checks) === 'holds') return;
  const { text, last } = first;
  throw fault(
    'invalid',
    last.outcome === 'fails'
      ? says`goal ${id} stays open; checks that do not hold: ${open.length} of ${checks.length}; “${text}”: ${last.saw}`
      : says`goal ${id} stays open; checks that could not be run: ${open.length} of ${checks.length}; “${text}”: ${last.saw}`,
    { taint: 'external' },
  );
}

/** The goal that was made of the same words from the same place. */
function newestWith({ text, by }: Pick<Goal, 'text' | 'by'>, { list }: GoalLedger): Goal | undefined {
  const same = list({ limit: mostSearched }).filter(goal => goal.text === text && goal.by === by);
  return same.toSorted((a, b) => b.id - a.id)[0];
}

/** A goal that is named again is among the newest. */
const mostSearched = 1_000;

/** Throws `invalid` where it names no one instant that is to come. */
function dueOf(text: string, { clock, owner: { timeZone, language } }: ActorCore): number {
  const schedule = readWhen(text, { timeZone, language, now: clock.now() });
  if ('problem' in schedule) throw fault('invalid', says`due: ${schedule.problem}`);
  if (schedule.kind === 'at') return schedule.at;
  throw fault(
    'invalid',
    `due: expected one instant, such as 2026-12-24T18:00 or "tomorrow at 9"; came "${text.slice(0, 60)}"`,
  );
}

/** An open goal with a due date has a job that says it; any other has none. */
async function setReminder(
  jobs: ReminderJobs,
  clock: ActorCore['clock'],
  { id, text, state, due, taint }: Goal,
  remind: boolean | undefined,
  by: string,
): Promise<void> {
  const name = reminderOf(id);
  const before = jobs.find(name)?.spec;
  const isWanted = state === 'open' && due !== null && due > clock.now() && (remind ?? true);
  if (!isWanted) {
    if (before?.action.kind === 'say' && (state !== 'open' || remind === false)) await jobs.act(name, 'remove', by);
    return;
  }
  // from a version in which a job could have any name
  if (before !== undefined && before.action.kind !== 'say')
    throw fault(
      'invalid',
      `The goal is kept, but nothing reminds of it: the job ${name} is no reminder of a goal. To have one, remove that job and set the due date of the goal again.`,
    );
  const spec = jobs.plan({ name, schedule: instantOf(due), say: text }, { taint, by, mayRemind: true });
  if ('problem' in spec) throw fault('invalid', spec.problem);
  await jobs.make(spec, `goal:${id}:${clock.id()}`);
}
