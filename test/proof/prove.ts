/**
 * `npm run prove`: that nothing is lost or doubled, whatever dies and whenever; and that this would be seen.
 *
 * It says first about how long it will take. `--only NAME` one proof (several: `--only simulation --only storage`),
 * `--flow NAME` the kills of one flow alone, `--second N` second kills a flow (200, spread evenly over all there could
 * be; `all` for every one, which takes hours), `--seeds N` simulated lives (1 000, fresh ones each time beside all that
 * ever failed; `--draw NAME` the fresh ones of an earlier run), `--kills N` random kills (1 000), `--programs N` shell
 * programs that are judged and run by a real bash (100 000), `--minutes N` of the soak (2), `--lanes N` runs at once.
 * `--seed N` runs one simulated life and tells what happens in it. Findings are told as they come; the table comes
 * last, and the exit code is 0 only where all of it is zero.
 */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isClean, nothingFound } from './check.ts';
import { type Proof, type ProofOptions, proofs } from './proofs.ts';
import { simulate } from './simulation/simulate.ts';
import { isProven, type Row, table } from './table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    second: { type: 'string', default: '200' },
    flow: { type: 'string' },
    lanes: { type: 'string', default: String(availableParallelism()) },
    seeds: { type: 'string', default: '1000' },
    draw: { type: 'string', default: randomBytes(4).toString('hex') },
    kills: { type: 'string', default: '1000' },
    programs: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '2' },
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
  const options: ProofOptions = {
    flow: values.flow,
    tell,
    lanes: Number(values.lanes),

    seeds: Number(values.seeds),
    draw: values.draw,
    kills: Number(values.kills),
    programs: Number(values.programs),
    minutes: Number(values.minutes),
    second: values.second === 'all' ? Number.POSITIVE_INFINITY : Number(values.second),
  };
  const wanted = chosen();
  const seconds = wanted.map(({ name, seconds }) => ({ name, minutes: seconds(options) / 60 }));
  const sum = seconds.reduce((total, { minutes }) => total + minutes, 0);
  const parts = seconds.map(({ name, minutes }) => `${name} ${minutes < 1 ? '< 1' : Math.round(minutes)}`);
  tell(`About ${Math.ceil(sum)} minutes, on two processors that do nothing else (${parts.join(', ')}).`);
  const rows: Row[] = [];
  for (const proof of wanted) rows.push(...(await rowsOf(proof, options)));
  for (const line of table(rows)) tell(line);
  process.exitCode = isProven(rows) ? 0 : 1;
}

/** A proof that breaks off has proven nothing. */
async function rowsOf({ name, run }: Proof, options: ProofOptions): Promise<readonly Row[]> {
  try {
    return await run(options);
  } catch (error) {
    tell(`${name} broke off: ${error instanceof Error ? error.stack : String(error)}`);
    const { problems: _, ...nothing } = nothingFound;
    return [{ ...nothing, test: `${name}: it broke off`, cases: 0, failed: 1 }];
  }
}

function chosen(): readonly Proof[] {
  const names = values.only ?? (values.flow === undefined ? proofs.map(({ name }) => name) : ['sweeps']);
  const strange = names.find(name => !proofs.some(proof => proof.name === name));
  if (strange === undefined) return proofs.filter(({ name }) => names.includes(name));
  console.error(`There is no proof named ${strange}. There are: ${proofs.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
