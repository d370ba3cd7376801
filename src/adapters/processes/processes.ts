/** Processes that live across turns: each in the sandbox, its newest lines in memory, and none left at the end. */
import { StringDecoder } from 'node:string_decoder';
import { says } from '../../domain/policy/sentence.ts';
import {
  mostLines,
  mostProcesses,
  type ProcessLog,
  type ProcessRow,
  type ProcessService,
  type ProcessState,
} from '../../domain/processes/process.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor, RunningResident } from '../../ports/executor.ts';
import type { ProcessLedger } from '../../ports/ledgers/process.ts';

export interface Processes extends ProcessService {
  /** Throws `unavailable` where none can be started, `exhausted` where there are too many. */
  start(command: string, session: string): Promise<ProcessRow>;
  /** Writes a text to its standard input. Throws `invalid` where it does not run. */
  write(id: number, text: string): Promise<void>;
}

export interface ProcessesOptions {
  readonly executor: Pick<Executor, 'open' | 'folders'>;
  readonly ledger: ProcessLedger;
  readonly clock: Pick<Clock, 'now'>;
  /** What is kept of its output passes it. */
  readonly redact: (text: string) => string;
  /** Runs a write of ours in a transaction of the host. */
  readonly perform: <Value>(write: () => Value) => Promise<Value>;
}

interface Held {
  row: ProcessRow;
  readonly program: RunningResident;
  readonly lines: string[];
  dropped: number;
  isStopped: boolean;
}

const longestLine = 2_000;
const mostShown = 50;
/** Standard error goes where standard output goes, and the last line says how it ended. */
const wrapper = 'cd "$1" && { /bin/sh -c "$2" 2>&1; printf "\\n[exit code %s]\\n" "$?"; }';
const ending = /^\[exit code (\d+)\]$/;

export function processes({ executor, ledger, clock, redact, perform }: ProcessesOptions): Processes {
  const held = new Map<number, Held>();
  const running = () => [...held.values()].filter(({ row }) => row.state === 'running');

  async function start(command: string, session: string): Promise<ProcessRow> {
    if (!executor.open) throw fault('unavailable', says`no process can live on where commands run here`);
    if (running().length >= mostProcesses)
      throw fault('exhausted', says`there are ${mostProcesses} processes already; stop one first`);
    const program = await executor.open({
      name: 'process',
      argv: ['/bin/sh', '-c', wrapper, 'process', executor.folders.workspace, command],
      env: {},
      workspace: 'write',
      folders: [],
    });
    const startedAt = clock.now();
    const id = await perform(() => ledger.started(session, startedAt));
    const row: ProcessRow = { id, state: 'running', command, session, startedAt, endedAt: null, exitCode: null };
    const one: Held = { row, program, lines: [], dropped: 0, isStopped: false };
    held.set(id, one);
    program.input.on('error', () => {});
    follow(one, redact, () => ended(one));
    return row;
  }

  function ended(one: Held): void {
    const last = one.lines.findLastIndex(line => line !== '');
    const [, code] = ending.exec(one.lines[last] ?? '') ?? [];
    if (code !== undefined) one.lines.splice(last);
    const state: ProcessState = one.isStopped ? 'stopped' : 'exited';
    const exitCode = code === undefined ? null : Number(code);
    const at = clock.now();
    one.row = { ...one.row, state, endedAt: at, exitCode };
    // where the host stops first, the next start counts it as lost
    perform(() => ledger.ended(one.row.id, { state, at, exitCode })).catch(() => {});
  }

  function rows(): readonly ProcessRow[] {
    return ledger
      .newest(mostShown)
      .map(record => held.get(record.id)?.row ?? { ...record, command: '' })
      .toSorted((a, b) => Number(b.state === 'running') - Number(a.state === 'running') || b.id - a.id);
  }

  function log(id: number, count: number): ProcessLog | undefined {
    const one = held.get(id);
    if (one) {
      const lines = one.lines.slice(-count);
      return { process: one.row, lines, before: one.dropped + one.lines.length - lines.length };
    }
    const process = rows().find(row => row.id === id);
    return process && { process, lines: [], before: 0 };
  }

  return {
    start,
    list: rows,
    log,
    async write(id, text) {
      const one = held.get(id);
      if (one?.row.state !== 'running') throw fault('invalid', says`the process ${id} does not run`);
      await new Promise<void>((resolve, reject) => {
        one.program.input.write(text, error => (error ? reject(error) : resolve()));
      });
    },
    async stop(id) {
      const one = held.get(id);
      if (one?.row.state === 'running') {
        one.isStopped = true;
        await one.program.kill();
        await one.program.ended.catch(() => {});
      }
      return one?.row ?? rows().find(row => row.id === id);
    },
  };
}

/** Keeps the lines that it writes; `ended`: called once, when nothing of it is left. */
function follow(one: Held, redact: (text: string) => string, ended: () => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const take = (text: string) => {
    const parts = (rest + text).split(/\r?\n/);
    rest = (parts.pop() ?? '').slice(0, longestLine);
    for (const part of parts) keep(one, redact(part.slice(0, longestLine)));
  };
  const end = () => {
    if (rest !== '') keep(one, redact(rest));
    ended();
  };
  one.program.output.on('data', (chunk: Buffer) => take(decoder.write(chunk)));
  one.program.ended.then(end, end);
}

function keep(one: Held, line: string): void {
  one.lines.push(line);
  if (one.lines.length <= mostLines) return;
  one.lines.shift();
  one.dropped += 1;
}
