/**
 * `npm run bench [-- --only NAME] [--write] [--minutes N] [--rounds N] [--profile turn]`: what must stay fast, each
 * figure beside its goal and the yardstick of the same run.
 *
 * The exit code is 1 where a goal is missed. `--write` keeps the figures in last-figures.json, next to this file.
 * `--minutes` is how long the page is held under load, `--rounds` how often a case of turn, ablation and peers is measured.
 * `--profile turn` measures the turn alone, and says where the agent's processor time went.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ablation } from './ablation/ablation.ts';
import { audit } from './audit.ts';
import { bytes } from './bytes.ts';
import { charts } from './charts.ts';
import { classifier } from './classifier.ts';
import { context } from './context.ts';
import { type Bench, type Figure, isMissed, shown } from './figure.ts';
import { memorySearch } from './memory-search.ts';
import { models } from './models/models.ts';
import { page } from './page.ts';
import { pageLists } from './page-lists.ts';
import { peers } from './peers/peers.ts';
import { ask } from './process/ask.ts';
import { firstTurn } from './process/first-turn.ts';
import { idle } from './process/idle.ts';
import { manyJobs } from './process/jobs.ts';
import { memory } from './process/memory.ts';
import { recovery } from './process/recovery.ts';
import { resume } from './process/resume.ts';
import { profileLines } from './profile.ts';
import { redactor } from './redactor.ts';
import { replay } from './replay.ts';
import { saidElsewhere } from './said-elsewhere.ts';
import { terminal } from './terminal/terminal.ts';
import { hotReload } from './tools/hot-reload.ts';
import { undo } from './tools/undo.ts';
import { warmTool } from './tools/warm-tool.ts';
import { warmToolDocker } from './tools/warm-tool-docker.ts';
import { turn } from './turn/turn.ts';

const benches: readonly Bench[] = [
  turn,
  ablation,
  peers,
  models,
  bytes,
  idle,
  manyJobs,
  firstTurn,
  ask,
  memory,
  memorySearch,
  saidElsewhere,
  context,
  warmTool,
  warmToolDocker,
  hotReload,
  audit,
  classifier,
  undo,
  redactor,
  terminal,
  page,
  pageLists,
  charts,
  replay,
  recovery,
  resume,
];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    write: { type: 'boolean' },
    minutes: { type: 'string' },
    rounds: { type: 'string' },
    profile: { type: 'string' },
  },
});
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
if (minutes !== undefined && !(minutes > 0)) {
  console.error(`--minutes is a number above 0, not ${values.minutes}.`);
  process.exit(2);
}
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
  console.error(`--rounds is a whole number above 0, not ${values.rounds}.`);
  process.exit(2);
}
if (values.profile !== undefined && values.profile !== turn.name) {
  console.error(`--profile is ${turn.name}, the one bench whose process is profiled, not ${values.profile}.`);
  process.exit(2);
}
const only = values.profile ?? values.only;
const chosen = benches.filter(({ name }) => only === undefined || name === only);
if (chosen.length === 0) {
  console.error(`There is no bench named ${only}. There are: ${benches.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const profile = values.profile === undefined ? undefined : mkdtempSync(join(tmpdir(), 'straylight-profile-'));
const measured: Record<string, readonly Figure[]> = {};
for (const { name, title, missing, run } of chosen) {
  console.log(`\n${title}`);
  const lack = missing?.();
  if (lack !== undefined) {
    console.error(`  ${lack}`);
    if (only !== undefined) process.exit(2);
    continue;
  }
  const figures = await run({ minutes, profile, rounds, print: text => console.log(`  ${text}`) });
  measured[name] = figures;
  for (const figure of figures) console.log(line(figure));
}
if (profile !== undefined) {
  console.log(['', ...profileLines(profile), `The whole profile, for the tools of a browser: ${profile}`].join('\n'));
}
if (values.write) writeFileSync(new URL('last-figures.json', import.meta.url), `${JSON.stringify(kept(), null, 2)}\n`);
const missed = Object.values(measured).flat().filter(isMissed);
console.log(missed.length === 0 ? '\nEvery goal is met.' : `\nMissed: ${missed.map(({ name }) => name).join('; ')}.`);
process.exit(missed.length === 0 ? 0 : 1);

function line(figure: Figure): string {
  const { name, value, unit, atMost, yardstick, spread } = figure;
  const goal = atMost === undefined ? '' : `goal ${shown(atMost, unit)}`;
  const mark = atMost === undefined ? ' ' : isMissed(figure) ? '✗' : '✓';
  const from = spread ? `, ${shown(spread[0], unit)} to ${shown(spread[1], unit)}` : '';
  return `  ${mark} ${name.padEnd(52)} ${shown(value, unit).padStart(8)}  ${goal.padEnd(12)}  ${yardstick}${from}`;
}

/** Ratios and what is left of each goal: figures that say the same on another machine. */
function kept(): unknown {
  return Object.fromEntries(
    Object.entries(measured).map(([name, figures]) => [
      name,
      figures.map(({ name: figure, value, unit, atMost, spread }) => ({
        figure,
        ratio: unit === '×' ? rounded(value) : undefined,
        goal: atMost === undefined ? undefined : `${atMost} ${unit}`,
        ofGoal: atMost === undefined ? undefined : rounded(value / atMost),
        spread: spread && unit === '×' ? spread.map(rounded) : undefined,
      })),
    ]),
  );
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
