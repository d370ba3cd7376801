/**
 * Writes src/machines/README.md and the pictures in it: every chart drawn, with what its states mean. `npm run charts`
 * writes all of it; readme.test.ts holds it to the code.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Elk from 'elkjs';
import type { AnyStateMachine } from 'xstate';
import { chartOf } from '../../inspector/charts/chart.ts';
import { lineText } from '../../inspector/charts/chart-lines.ts';
import type { ChartModel, ChartNode } from '../../inspector/charts/chart-model.ts';
import { svgOf } from '../../inspector/charts/chart-svg.ts';
import { layoutOf } from '../../inspector/charts/layout.ts';

const folder = new URL('../../src/machines/', import.meta.url);
export const readmeFile = new URL('README.md', folder);

/** A chart and the file it stands in. */
export interface Authored {
  readonly file: string;
  readonly machine: AnyStateMachine;
  /** What the file says of it before it begins. */
  readonly docblock: string;
}

/** Every chart of src/machines, in the order of their files. */
export async function authoredMachines(): Promise<readonly Authored[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
  const found = await Promise.all(
    files.toSorted().map(async file => {
      const url = new URL(file, folder);
      const exported = (await import(url.href)) as Record<string, unknown>;
      const docblock = docblockOf(readFileSync(url, 'utf8'));
      return Object.entries(exported)
        .filter(([name]) => name.endsWith('Machine'))
        .map(([, machine]) => ({ file, machine: machine as AnyStateMachine, docblock }));
    }),
  );
  return found.flat();
}

/** The page as it should be. */
export function readmeOf(machines: readonly Authored[]): string {
  return `${[intro, ...machines.map(section)].join('\n\n')}\n`;
}

const intro = `# The charts

<!-- Written by "npm run charts" from the code of this folder; a test holds it to the code. -->

What happens next, and nothing else: a chart computes and never acts. They share four working states (\`thinking\`, \`acting\`,
\`waitingForInput\`, \`evaluating\`): what does work for the owner and may have to ask has all four, what never asks the owner has no
\`waitingForInput\`, and what is only health or a queue keeps the words of its field. Which of them a chart has stands beside its
version. Final states are named for the outcome.

How to read them: a full arrow takes a message, a dashed one goes by itself: at the end of what the state runs (✓ done, ✕ failed), after
a delay, or at once. In brackets stands the guard; lines at one arrow are tried in order. Beside ↻ stands what runs while the state
lasts. A double border is an end. Messages a state takes without leaving it are in the tables.`;

/** The picture of a chart, as it should be. */
export async function pictureOf(machine: AnyStateMachine): Promise<string> {
  const model = chartOf(machine);
  return svgOf(model, await layoutOf(model, graph => new Elk.default().layout(graph)));
}

/** Where it lies, beside the page. */
export function pictureName({ id }: AnyStateMachine): string {
  return `charts/${id}.svg`;
}

function section({ file, machine, docblock }: Authored): string {
  const model = chartOf(machine);
  return [
    `## ${machine.id}`,
    docblock,
    `[\`${file}\`](${file}), version ${machine.version}; working states: ${workingText(machine)}`,
    `![The chart of ${machine.id}](${pictureName(machine)})`,
    ...recordsOf(machine),
    table(model),
  ].join('\n\n');
}

/** The states in which a chart works, on its first level. */
const working = ['thinking', 'acting', 'waitingForInput', 'evaluating'];

/** Which of them a chart has. */
export function workingStates({ root }: AnyStateMachine): readonly string[] {
  return working.filter(name => name in root.states);
}

function workingText(machine: AnyStateMachine): string {
  const names = workingStates(machine);
  if (names.length === working.length) return 'all four';
  return names.length === 0 ? 'none' : names.map(name => `\`${name}\``).join(', ');
}

/**
 * What its steps may write, by the names of the writers. Most are asked for within a transition, so they belong to no
 * state; in the chart they do nothing, since the host gives them to the writer.
 */
function recordsOf({ implementations }: AnyStateMachine): readonly string[] {
  const names = Object.entries(implementations.actions)
    .filter(([, action]) => typeof action === 'function' && /=>\s*\{\s*\}$/.test(String(action)))
    .map(([name]) => `\`${name}\``);
  return names.length === 0 ? [] : [`It records: ${names.join(', ')}.`];
}

function table({ machine, nodes }: ChartModel): string {
  const rows = nodes
    .filter(({ kind, parent, inner }) => kind !== 'initial' && kind !== 'any' && (parent !== null || inner.length > 0))
    .map(node => `| ${cells(machine, node).join(' | ')} |`);
  return [
    '| state | what it means | on entry and exit | takes without leaving |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function cells(machine: string, { id, parent, description, entry, exit, inner }: ChartNode): string[] {
  const name = parent === null ? 'any' : `\`${id.slice(machine.length + 1)}\``;
  const taken = inner.map(line => `${lineText(line)}${line.kind === 'ignored' ? ' (ignored)' : ''}`);
  const actions = [...entry, ...exit].map(action => `\`${action}\``);
  return [name, description, actions.join(', '), taken.join(', ')].map(text => text.replaceAll('|', '\\|'));
}

/** The first comment of a file, each paragraph on one line: where its lines break there says nothing here. */
function docblockOf(source: string): string {
  const [, text = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(source) ?? [];
  const lines = text.split('\n').map(line => line.replace(/^\s*\*? ?/, '').trim());
  return lines
    .join('\n')
    .trim()
    .split(/\n{2,}/)
    .map(paragraph => paragraph.replaceAll('\n', ' '))
    .join('\n\n');
}

if (import.meta.main) {
  const machines = await authoredMachines();
  writeFileSync(readmeFile, readmeOf(machines));
  rmSync(new URL('charts', folder), { recursive: true, force: true });
  mkdirSync(new URL('charts', folder));
  for (const { machine } of machines) writeFileSync(new URL(pictureName(machine), folder), await pictureOf(machine));
}
