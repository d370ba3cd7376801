/**
 * What the chat in a terminal costs: from a piece of a reply to its row, in a process that has shown none before, and
 * the share of a processor while a long reply is written. The chat is a process of its own (chat.ts).
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Bench, type Figure, median, middleHalf, spreadOf } from '../figure.ts';
import type { Measured } from './chat.ts';

const program = fileURLToPath(new URL('./chat.ts', import.meta.url));
const processes = 5;
const firstGoalMs = 10;
const shareGoal = 5;

export const terminal: Bench = {
  name: 'terminal',
  title: 'The chat in a terminal',
  async run(): Promise<readonly Figure[]> {
    const runs: Measured[] = [];
    for (let run = 0; run < processes; run += 1) {
      const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=development', program]);
      runs.push(JSON.parse(stdout) as Measured);
    }
    const firsts = runs.map(({ firstMs }) => firstMs);
    const later = runs.flatMap(({ laterMs }) => laterMs).toSorted((a, b) => a - b);
    const shares = runs.map(({ share }) => share * 100);
    const common = { unit: 'ms', atMost: firstGoalMs } as const;
    return [
      {
        ...common,
        name: 'first token of a process, piece to row, median',
        spread: spreadOf(firsts),
        value: median(firsts),
        yardstick: `${processes} processes, each with Markdown for the first time`,
      },
      {
        ...common,
        name: 'first token of a later reply, piece to row, p95',
        spread: middleHalf(later),
        value: later[Math.ceil(later.length * 0.95) - 1] ?? Number.NaN,
        yardstick: `${later.length} replies, median ${median(later).toFixed(2)} ms`,
      },
      {
        name: 'a reply of 2 000 lines, share of a core',
        unit: '%',
        atMost: shareGoal,
        spread: spreadOf(shares),
        value: median(shares),
        yardstick: `100 lines a second, as no model writes; ${runs[0]?.bytes ?? 0} bytes drawn`,
      },
    ];
  },
};
