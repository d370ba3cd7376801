/**
 * Simulated lives by hand: `node --conditions=development test/proof/simulation/run.ts --seed 42` runs one and tells what happens;
 * `--seeds 1000 [--from 1]` runs many and tells only what went wrong. The exit code is 1 where anything did.
 */
import { parseArgs } from 'node:util';
import { isClean } from '../check.ts';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
  },
});
const first = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const began = performance.now();
const failed: number[] = [];
let [lives, steps, messages] = [0, 0, 0];

for (let seed = first; seed < first + count; seed += 1) {
  const result = await simulate(seed, values.seed === undefined ? {} : { tell: line => console.log(line) });
  lives += result.lives;
  steps += result.steps;
  messages += result.messages;
  if (isClean(result.findings)) continue;
  failed.push(seed);
  console.log([`seed ${seed}:`, ...result.findings.problems.map(problem => `  ${problem}`)].join('\n'));
}
const seconds = (performance.now() - began) / 1000;
console.log(
  `${count} seeds, ${lives} lives, ${messages} messages, ${steps} steps, ${failed.length} seeds with findings; ${seconds.toFixed(1)} s`,
);
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
