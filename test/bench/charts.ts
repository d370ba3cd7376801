/**
 * The charts of Straylight: laid out for the first time, taken from the shelf, and what that costs the loop everything
 * else runs on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { charts as shelfOf } from '../../inspector/charts/charts.ts';
import { authoredMachines } from '../machines/readme.ts';
import { type Bench, median, spreadOf } from './figure.ts';

const rounds = 5;

export const charts: Bench = {
  name: 'charts',
  title: 'The charts of Straylight: layout in its thread, then from memory and from the disk',
  async run() {
    const machines = (await authoredMachines()).map(({ machine }) => machine);
    const folder = mkdtempSync(join(tmpdir(), 'straylight-bench-'));
    const silent = () => undefined;
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const times = { cold: [] as number[], memory: [] as number[], disk: [] as number[] };
    const waits: number[] = [];
    const timed = async (shelf: ReturnType<typeof shelfOf>, name: string, into: number[]) => {
      const hash = shelf.hashes()[name] ?? '';
      const began = performance.now();
      await shelf.get(name, hash)?.drawn;
      into.push(performance.now() - began);
    };
    try {
      for (let round = 0; round < rounds; round += 1) {
        const place = join(folder, String(round));
        const shelf = shelfOf({ machines, folder: place, log: silent });
        const again = shelfOf({ machines, folder: place, log: silent });
        for (const { id } of machines) {
          shelf.hashes();
          again.hashes();
          delay.reset();
          delay.enable();
          await timed(shelf, id, times.cold);
          delay.disable();
          waits.push(delay.max / 1e6);
          await timed(shelf, id, times.memory);
          await timed(again, id, times.disk);
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const yardstick = `${machines.length} charts, ${rounds} rounds`;
    const figure = (name: string, took: readonly number[], atMost: number) => ({
      name,
      value: Math.max(...took),
      unit: 'ms' as const,
      atMost,
      spread: spreadOf(took),
      yardstick: `${yardstick}, the slowest; the middle one ${median(took).toFixed(1)} ms`,
    });
    return [
      figure('a chart laid out for the first time', times.cold, 1_500),
      figure('a chart from memory', times.memory, 5),
      figure('a chart from the disk', times.disk, 5),
      {
        name: 'the longest wait of the main loop meanwhile' as const,
        value: median(waits),
        unit: 'ms' as const,
        atMost: 20,
        yardstick: `${yardstick}, the middle one`,
        spread: spreadOf(waits),
      },
    ];
  },
};
