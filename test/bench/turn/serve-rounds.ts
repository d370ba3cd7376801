/** Runs a round for each message that this process gets, and answers what it took. Ends with its parent. */
import { readFileSync } from 'node:fs';
import { slowDisk } from './slow-disk.ts';
import type { Counts, Round, Turns } from './turns.ts';

export function serveRounds(turns: Turns): void {
  const { others = [], counted = () => ({}) } = turns;
  const cpuMs = () => ownCpuMs() + sum(others.map(cpuMsOf));
  const bytes = () => sum(['self', ...others].map(bytesOf));
  process.on('message', async (round: Round) => {
    if (round.slowDiskMs !== undefined) slowDisk(round.slowDiskMs);
    const [began, cpu, written, before] = [performance.now(), cpuMs(), bytes(), counted()];
    await turns.run(round);
    const [ms, after] = [performance.now() - began, counted()];
    const took = { ms, cpuMs: cpuMs() - cpu, bytes: bytes() - written, counts: since(before, after) };
    process.send?.({ ...took, replies: await turns.replies() });
  });
  const end = async () => {
    await turns.close();
    process.exit(0);
  };
  process.on('disconnect', end);
  // it was let go while it started
  if (!process.connected) void end();
  process.send?.({ ready: true });
}

function since(before: Counts, after: Counts): Counts {
  return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Of another process, in steps of 10 ms, as Linux counts it: the two numbers stand behind the name in brackets. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** What a process has given to the disk so far, as Linux counts it; 0 elsewhere. */
function bytesOf(process: string | number): number {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${process}/io`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
