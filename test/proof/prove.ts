/**
 * `npm run prove`: that nothing is lost or doubled, whatever dies and whenever; and that this would be seen.
 *
 * Everything takes an hour or two. `--only NAME` one proof (several: `--only simulation --only storage`), `--flow NAME` the kills of one flow
 * alone, `--second N` second kills a flow (200, spread evenly over all there could be; `all` for every one, which takes hours), `--seeds N`
 * simulated lives (1 000), `--kills N` random kills (1 000), `--lanes N` runs at once. `--seed N` runs one simulated life and tells what
 * happens in it. Findings are told as they come; the table comes last, and the exit code is 0 only where all of it is zero.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isClean, nothingFound } from './check.ts';
import { type Proof, proofs, type Row } from './proofs.ts';
import { simulate } from './simulation/simulate.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    second: { type: 'string', default: '200' },
    flow: { type: 'string' },
    lanes: { type: 'string', default: String(availableParallelism()) },
    seeds: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string' },
  },
});
const tell = (line: string) => console.log(line);

if (values.seed !== undefined) {
  const { findings, lives, steps } = await simulate(Number(values.seed), { tell });
  for (const problem of findings.problems) tell(problem);
  tell(`${lives} lives, ${steps} steps, ${findings.problems.length} findings`);
  process.exitCode = isClean(findings) ? 0 : 1;
} else {
  const rows: Row[] = [];
  for (const { run } of chosen())
    rows.push(
      ...(await run({
        ...{ flow: values.flow, tell, lanes: Number(values.lanes) },
        ...{ seeds: Number(values.seeds), kills: Number(values.kills) },
        second: values.second === 'all' ? Number.POSITIVE_INFINITY : Number(values.second),
      })),
    );
  for (const line of table(rows)) tell(line);
  process.exitCode = rows.every(row => isClean({ ...nothingFound, ...row })) ? 0 : 1;
}

function chosen(): readonly Proof[] {
  const names = values.only ?? (values.flow === undefined ? proofs.map(({ name }) => name) : ['sweeps']);
  const strange = names.find(name => !proofs.some(proof => proof.name === name));
  if (strange === undefined) return proofs.filter(({ name }) => names.includes(name));
  console.error(`There is no proof named ${strange}. There are: ${proofs.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

/** Test, cases, lost, doubled, stuck, diverged; `else` is whatever else may not be: untold, failed of itself, stopped by a fence, not found. */
function table(rows: readonly Row[]): readonly string[] {
  const width = Math.max(...rows.map(({ test }) => test.length));
  const line = (test: string, ...cells: readonly (string | number)[]) =>
    `${test.padEnd(width)}  ${cells.map(cell => String(cell).padStart(8)).join('  ')}`;
  return [
    '',
    line('test', 'cases', 'lost', 'doubled', 'stuck', 'diverged', 'else'),
    ...rows.map(({ test, cases, lost, doubled, stuck, diverged, untold, failed, refused, note = '' }) =>
      `${line(test, cases, lost, doubled, stuck, diverged, untold + failed + refused)}  ${note}`.trimEnd(),
    ),
  ];
}
