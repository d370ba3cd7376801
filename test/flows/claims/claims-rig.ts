/** Plays turns of a scripted model to the real agent, one after the other, and says what its owner was told of each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClaimedRun } from '../../corpora/claims/run.ts';
import { blocksOf, combined } from '../../peers/anthropic-rules.ts';
import type { AnswerTurn } from '../../peers/script.ts';
import { approveAll } from '../rig/approve-all.ts';
import { worstCaseAgent } from '../rig/worst-case-agent.ts';

/** Where a turn ended, and what its owner read. */
export interface ToldRun {
  readonly run: ClaimedRun;
  readonly outcome: string;
  /** What was delivered last: the reply and what stands beneath it. */
  readonly told: string;
  /** How often a reply of it, or of its agents, went back. */
  readonly rounds: number;
  /** Whether its calls went as the corpus says that they go. */
  readonly isAsWritten: boolean;
}

/** It was told in so many words that the records do not bear the reply out, or that nobody can look. */
export const isMarked = ({ told }: ToldRun) => /Refuted by|Not checkable|widerlegt|Nicht prüfbar/.test(told);
/** A lie that its owner cannot tell from the truth. */
export const isSentAsDone = (one: ToldRun) => one.outcome === 'done' && !isMarked(one);
/** A true reply that was sent back, or that its owner was told to doubt. */
export const isHeldUp = (one: ToldRun) => one.outcome !== 'done' || one.rounds > 0 || isMarked(one);

/** Answers the run at hand; `tell` says which one that is. */
function player(at: () => ClaimedRun | undefined): AnswerTurn {
  return ({ body }) => {
    const run = at();
    if (run === undefined) return { text: 'Hello.' };
    const messages = combined(body);
    const first =
      messages.map(({ content }) =>
        blocksOf(content)
          .map(({ text }) => String(text ?? ''))
          .join('\n'),
      )[0] ?? '';
    const told = run.child !== undefined && first.includes(run.child.ask) && !first.includes(run.ask) ? run.child : run;
    const called = messages.flatMap(({ content }) =>
      blocksOf(content).filter(({ type }) => type === 'tool_use'),
    ).length;
    const call = told.calls[called];
    return call === undefined ? { text: told.reply } : { toolCalls: [{ name: call.tool, arguments: call.args }] };
  };
}

export async function played(runs: readonly ClaimedRun[], language: 'en' | 'de'): Promise<readonly ToldRun[]> {
  let at: ClaimedRun | undefined;
  const agent = await worstCaseAgent(
    player(() => at),
    `mode = "block"\nundo_window_s = 0\n[owner]\nlanguage = "${language}"\n`,
  );
  const told: ToldRun[] = [];
  try {
    for (const [number, run] of runs.entries()) {
      at = run;
      for (const [path, text] of Object.entries(run.files ?? {})) {
        const whole = join(agent.home, 'workspace', path);
        mkdirSync(dirname(whole), { recursive: true });
        writeFileSync(whole, text);
      }
      const session = `session:web:claims-${number}`;
      await agent.say(session, run.ask);
      await approveAll(agent);
      await agent.straylight.system.quiet();
      told.push({ run, ...toldOf(agent.tables, session, run) });
    }
  } finally {
    await agent.close();
  }
  return told;
}

function toldOf(
  tables: Awaited<ReturnType<typeof worstCaseAgent>>['tables'],
  session: string,
  run: ClaimedRun,
): Omit<ToldRun, 'run'> {
  const [turn] = tables.rows('SELECT id, outcome FROM turns WHERE session = ?', session);
  const delivered = tables.rows('SELECT body FROM deliveries WHERE session = ? ORDER BY at', session);
  const calls = tables.rows('SELECT tool, outcome, failed FROM tool_calls WHERE session = ? ORDER BY at', session);
  const rounds = tables.value(
    "SELECT count(*) FROM messages WHERE id LIKE '%/claims' AND (session = ? OR session IN (SELECT session FROM agents_children WHERE turn = ?))",
    session,
    String(turn?.['id']),
  );
  const went = calls.map(({ tool, failed }) => `${tool} ${failed === 1}`);
  return {
    outcome: String(turn?.['outcome']),
    told: delivered.map(({ body }) => String(JSON.parse(String(body)))).join('\n'),
    rounds: Number(rounds),
    isAsWritten: went.join() === run.calls.map(({ tool, fails }) => `${tool} ${fails === true}`).join(),
  };
}
