/**
 * The processes a command left behind, wherever they went.
 *
 * A process that leaves its group and session (setsid, a daemon) still carries the environment it was started with,
 * unless it threw that away too; so both are looked at, and the children of whatever was found.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../../../ports/clock.ts';

/**
 * Sends a signal to a process, or to a group (`-pid`). Answers whether there was anybody; that nobody is left is no
 * error.
 */
export function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Is a process there that is more than a zombie? */
function isRunning(pid: number): boolean {
  if (process.platform !== 'linux') return signalTo(pid, 0);
  const stat = processStat(pid);
  return stat !== undefined && stat.state !== 'Z' && stat.state !== 'X';
}

/**
 * Waits until that process and, where it is the first of a namespace, all of that namespace are gone; two seconds at
 * most.
 */
export async function untilGone(pid: number, clock: Clock): Promise<void> {
  for (let round = 0; round < 2_000 && isRunning(pid); round++) {
    signalTo(pid, 'SIGKILL');
    await new Promise<void>(resolve => clock.after(1, resolve));
  }
}

/**
 * When a process started, in ticks since the machine did: with its number that names it for good. Empty where there is
 * no /proc.
 */
export function startOf(pid: number): string {
  return fields(readText(`/proc/${pid}/stat`) ?? '')[19] ?? '';
}

/**
 * Live processes of the session or group `leader`, or with `mark` as their `STRAYLIGHT_RUN`, what shares a session with
 * one of them, and their children. Only where there is a /proc; elsewhere none is found. Reads only what was started
 * after the leader, so that it costs little when nothing is left.
 */
function survivors(leader: number, mark: string, sessions: Set<number>): readonly number[] {
  const found = new Set<number>();
  for (const pid of startedAfter(leader)) {
    const stat = processStat(pid);
    if (stat === undefined || stat.state === 'Z' || stat.state === 'X') continue;
    const belongs =
      stat.group === leader ||
      sessions.has(stat.session) ||
      found.has(stat.parent) ||
      environmentOf(pid).includes(`STRAYLIGHT_RUN=${mark}\0`);
    if (!belongs) continue;
    found.add(pid);
    sessions.add(stat.session);
  }
  return [...found];
}

/**
 * Kills what is left of a command until nothing is, or for two seconds.
 *
 * All are stopped before one is killed: one that is killed while it starts another leaves a child that nothing points to
 * any more.
 */
export async function killSurvivors(leader: number, mark: string, clock: Clock): Promise<void> {
  const sessions = new Set([leader]);
  for (let round = 0; round < 400; round++) {
    const group = signalTo(-leader, 'SIGSTOP');
    let left: readonly number[] = [];
    for (let before = -1; left.length > before; ) {
      before = left.length;
      left = survivors(leader, mark, sessions);
      for (const pid of left) signalTo(pid, 'SIGSTOP');
    }
    signalTo(-leader, 'SIGKILL');
    for (const pid of left) signalTo(pid, 'SIGKILL');
    if (left.length === 0 && (process.platform === 'linux' || !group)) return;
    await new Promise<void>(resolve => clock.after(5, resolve));
  }
}

/**
 * Process ids in the order of their start. The last one given out stands in /proc/loadavg; below the leader, ids have
 * wrapped.
 */
function startedAfter(leader: number): readonly number[] {
  const last = Number(readText('/proc/loadavg')?.split(' ')[4] ?? 0);
  const pids = readNames('/proc').map(Number).filter(Number.isInteger);
  const after = pids.filter(pid => pid > leader).sort((a, b) => a - b);
  return last >= leader ? after : [...after, ...pids.filter(pid => pid <= last).sort((a, b) => a - b)];
}

interface ProcessStat {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** After "pid (name) " stand state, parent, group and session; a name may hold spaces and brackets. */
function fields(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function processStat(pid: number): ProcessStat | undefined {
  const text = readText(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const [state = '', parent, group, session] = fields(text);
  return { state, parent: Number(parent), group: Number(group), session: Number(session) };
}

/** Empty for a process that is gone, or not ours. */
function environmentOf(pid: number): string {
  return readText(`/proc/${pid}/environ`) ?? '';
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

function readNames(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
