/** Generated programs, each judged and then run by a real bash: nothing may happen that the verdict did not name. */
import { type Judged, judged, unseen } from './compare.ts';
import { observe } from './observe.ts';
import { type Program, programOf, textOf } from './programs.ts';

export interface EvaluationReport {
  readonly programs: number;
  /** Those that would run unasked, and so were run here. */
  readonly run: number;
  /** How many of each level. */
  readonly levels: readonly number[];
  /** One text for each program that did more: its seed, what it did, and the least of it that still does. */
  readonly problems: readonly string[];
}

const atOnce = 250;

export interface EvaluationOptions {
  /** Sandboxes at once. */
  readonly lanes?: number;
  /** Hears of each problem, and ten times how far it is. */
  readonly tell?: (line: string) => void;
}

/** Programs of the seeds from `first` on. */
export async function evaluate(
  { first, count }: { readonly first: number; readonly count: number },
  { lanes = 1, tell = () => {} }: EvaluationOptions = {},
): Promise<EvaluationReport> {
  const levels = [0, 0, 0, 0];
  const problems: string[] = [];
  let [next, run, done] = [0, 0, 0];
  const lane = async (): Promise<void> => {
    while (next < count) {
      const from = next;
      const length = Math.min(atOnce, count - from);
      next += length;
      const all = Array.from({ length }, (_, at) => withVerdict(programOf(first + from + at)));
      for (const { verdict } of all) levels[verdict.level] = (levels[verdict.level] ?? 0) + 1;
      const found = await failing(all);
      run += found.run;
      for (const { program, effects } of found.failed) {
        const problem = `seed ${program.seed}: ${effects.join(', ')}\n${textOf(await shrunk(program))}`;
        problems.push(problem);
        tell(problem);
      }
      const before = Math.floor((done * 10) / count);
      done += length;
      if (Math.floor((done * 10) / count) > before) tell(`${done} of ${count} programs, unseen: ${problems.length}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { programs: count, run, levels, problems };
}

interface WithVerdict {
  readonly program: Program;
  readonly verdict: Judged;
}

function withVerdict(program: Program): WithVerdict {
  return { program, verdict: judged(textOf(program)) };
}

interface Failed {
  readonly program: Program;
  readonly effects: readonly string[];
}

async function failing(
  all: readonly WithVerdict[],
): Promise<{ readonly run: number; readonly failed: readonly Failed[] }> {
  const unasked = all.filter(({ verdict }) => verdict.level < 2);
  if (unasked.length === 0) return { run: 0, failed: [] };
  const seen = await observe(
    unasked.map(({ program, verdict }) => ({ text: textOf(program), writes: verdict.level === 1 })),
  );
  const failed = unasked.flatMap(({ program, verdict }, at) => {
    const effects = [...new Set(unseen(verdict, seen[at] ?? [], program.programs))];
    return effects.length > 0 ? [{ program, effects }] : [];
  });
  return { run: unasked.length, failed };
}

/** Statements are left out, one after the other, as long as something is still unseen. */
async function shrunk(program: Program): Promise<Program> {
  if (program.statements.length < 2) return program;
  const fewer = program.statements.map((_, at) =>
    withVerdict({ ...program, statements: program.statements.filter((_, other) => other !== at) }),
  );
  const [found] = (await failing(fewer)).failed;
  return found === undefined ? program : shrunk(found.program);
}
