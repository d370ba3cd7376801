/**
 * Jobs of the real program, which is killed at random instants: reminders each second, and commands that leave a line
 * in a file. At the end each instant has to be in one row, and each command that counts as done in one line.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobRun } from '../../../src/domain/jobs/job.ts';
import type { Schedule } from '../../../src/domain/jobs/schedule.ts';
import { type Running, type TestAgent, withAgent } from '../../flows/rig/agent.ts';
import { clientId } from '../../flows/rig/wire.ts';
import { passed } from '../kills/random-kills.ts';
import { luckOf } from '../simulation/chance.ts';
import { problemsOfRows } from './rows.ts';

export interface RealJobs {
  /** Instants that came due. */
  readonly slots: number;
  readonly kills: number;
  /** Commands that were begun. */
  readonly commands: number;
  readonly missed: number;
  readonly doubled: number;
  /** How late runs began while the process was up, in milliseconds: 95 % of them, and all. */
  readonly p95Ms: number;
  readonly latestMs: number;
  readonly problems: readonly string[];
}

const reminder = { schedule: '* * * * * *', say: 'tick', notify: 'never' };
const jobs: readonly object[] = [
  { ...reminder, name: 'first' },
  { ...reminder, name: 'second', catchUp: 'all' },
  { ...reminder, name: 'third', catchUp: 'skip' },
  { name: 'writes', schedule: '*/3 * * * * *', command: 'date >> ticks.txt', notify: 'never', overlap: 'queue' },
];

/** Without bubblewrap no job runs a command. */
export const hasCommands = existsSync('/usr/bin/bwrap');

/** Lives and is killed until so many instants have come; `draw` says when it is killed. */
export async function realJobs({ slots, draw }: { readonly slots: number; readonly draw: string }): Promise<RealJobs> {
  const luck = luckOf(`real jobs ${draw}`);
  let kills = 0;
  let report: RealJobs | undefined;
  await withAgent({ config: '[safe_mode]\nboots = 0\n' }, async agent => {
    let running = await agent.start();
    for (const job of jobs.slice(0, hasCommands ? 4 : 3)) await define(running, job);
    while (counted(agent) < slots) {
      await passed(luck.between(500, 8_000));
      if (luck.once(4)) await running.stop();
      else {
        await running.kill();
        kills += 1;
      }
      await passed(luck.pick([0, 0, 1_500, 4_000]));
      running = await agent.start();
    }
    await passed(2_000);
    for (const name of ['first', 'second', 'third', ...(hasCommands ? ['writes'] : [])])
      await running.http(`/api/jobs/${name}/disable`, { commandId: clientId() });
    while (agent.tables.rows("SELECT id FROM job_runs WHERE state = 'running'").length > 0) await passed(200);
    await running.stop();
    report = { ...reportOf(agent), kills };
  });
  if (report === undefined) throw new Error('no agent lived');
  return report;
}

async function define(running: Running, job: object): Promise<void> {
  const { status, json } = await running.http('/api/jobs', { commandId: clientId(), ...job });
  if (status !== 202) throw new Error(`a job was refused: ${JSON.stringify(json)}`);
}

function counted({ tables }: TestAgent): number {
  return Number(tables.value('SELECT COALESCE(SUM(count), 0) FROM job_runs WHERE attempt = 1'));
}

function reportOf(agent: TestAgent): Omit<RealJobs, 'kills'> {
  const { tables, workspace } = agent;
  const rows = tables.rows('SELECT *, cause AS "trigger" FROM job_runs ORDER BY rowid') as unknown as readonly JobRun[];
  const problems = tables.rows('SELECT id, spec FROM jobs').flatMap(({ id, spec }) => {
    const { schedule } = JSON.parse(String(spec)) as { readonly schedule: Schedule };
    return problemsOfRows(
      String(id),
      schedule,
      rows.filter(({ job }) => job === id),
    );
  });
  const file = join(workspace, 'ticks.txt');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).length : 0;
  const commands = rows.filter(({ job, state }) => job === 'job:writes' && state !== 'skipped');
  const done = commands.filter(({ state }) => state === 'done').length;
  const lost = Math.max(0, done - lines);
  const again = Math.max(0, lines - commands.length);
  if (lost > 0) problems.push(`${done} commands are done and ${lines} left a line`);
  if (again > 0) problems.push(`${commands.length} commands were begun and left ${lines} lines`);
  const lates = rows
    // a command may wait for the one before it
    .filter(({ job, trigger, state }) => job !== 'job:writes' && trigger === 'due' && state !== 'skipped')
    .map(({ at, slot }) => at - slot)
    .toSorted((a, b) => a - b);
  const missing = problems.filter(problem => problem.includes(' 0 rows')).length;
  return {
    slots: counted(agent),
    commands: commands.length,
    missed: missing + lost,
    doubled: problems.filter(problem => / \d+ rows/.test(problem)).length - missing + again,
    p95Ms: lates[Math.floor(lates.length * 0.95)] ?? 0,
    latestMs: lates.at(-1) ?? 0,
    problems,
  };
}
