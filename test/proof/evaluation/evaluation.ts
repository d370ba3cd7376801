/** Generated programs, each judged and then run by a real bash: nothing may happen that the verdict did not name. */
import { judged, unseen } from './compare.ts';
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

/** `seeds`: from the first one on, so many. `lanes`: sandboxes at once. */
export async function evaluate(
  seeds: { readonly first: number; readonly count: number },
  {
    lanes = 1,
    onPart = () => {},
  }: { readonly lanes?: number; readonly onPart?: (done: number, unseen: number) => void } = {},
): Promise<EvaluationReport> {
  const levels = [0, 0, 0, 0];
  const problems: string[] = [];
  let [next, run, done] = [0, 0, 0];
  const lane = async (): Promise<void> => {
    while (next < seeds.count) {
      const first = seeds.first + next;
      const length = Math.min(atOnce, seeds.count - next);
      next += length;
      const all = Array.from({ length }, (_, at) => programOf(first + at));
      for (const program of all) levels[judged(textOf(program)).level]! += 1;
      const found = await failing(all);
      run += found.run;
      for (const { program, effects } of found.failed)
        problems.push(`seed ${program.seed}: ${effects.join(', ')}\n${textOf(await shrunk(program))}`);
      done += length;
      onPart(done, problems.length);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { programs: seeds.count, run, levels, problems };
}

interface Failed {
  readonly program: Program;
  readonly effects: readonly string[];
}

async function failing(
  programs: readonly Program[],
): Promise<{ readonly run: number; readonly failed: readonly Failed[] }> {
  const unasked = programs
    .map(program => ({ program, text: textOf(program), verdict: judged(textOf(program)) }))
    .filter(({ verdict }) => verdict.level < 2);
  if (unasked.length === 0) return { run: 0, failed: [] };
  const seen = await observe(unasked.map(({ text, verdict }) => ({ text, writes: verdict.level === 1 })));
  const failed = unasked.flatMap(({ program, verdict }, at) => {
    const effects = [...new Set(unseen(verdict, seen[at] ?? [], program.programs))];
    return effects.length > 0 ? [{ program, effects }] : [];
  });
  return { run: unasked.length, failed };
}

/** Statements are left out, one after the other, as long as something is still unseen. */
async function shrunk(program: Program): Promise<Program> {
  if (program.statements.length < 2) return program;
  const fewer = program.statements.map((_, at) => ({
    ...program,
    statements: program.statements.filter((_, other) => other !== at),
  }));
  const [found] = (await failing(fewer)).failed;
  return found === undefined ? program : shrunk(found.program);
}
