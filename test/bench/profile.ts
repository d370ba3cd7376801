/** Where the processor time of a process went, from what `--cpu-prof` of Node has written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../source-files.ts';

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { functionName: string; url: string } }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** So many parts, and so many functions, are named. */
const most = 15;

/** The dearest parts and functions of the profiles in a folder, a line each, with their share of the busy time. */
export function profileLines(folder: string): readonly string[] {
  const byPart = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let busy = 0;
  for (const name of readdirSync(folder).filter(file => file.endsWith('.cpuprofile'))) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile;
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
    for (const [at, sample] of samples.entries()) {
      const { functionName, url } = frames.get(sample) ?? { functionName: '', url: '' };
      if (functionName === '(idle)') continue;
      const micros = timeDeltas[at] ?? 0;
      busy += micros;
      const part = partOf(url, functionName);
      byPart.set(part, (byPart.get(part) ?? 0) + micros);
      const named = `${functionName || '(no name)'}  ${url.split('/').slice(-2).join('/')}`;
      byFunction.set(named, (byFunction.get(named) ?? 0) + micros);
    }
  }
  const lines = (of: ReadonlyMap<string, number>) =>
    [...of]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, most)
      .map(([name, micros]) => `  ${((micros / busy) * 100).toFixed(1).padStart(5)} %  ${name}`);
  return ['By part:', ...lines(byPart), 'By function, itself alone:', ...lines(byFunction)];
}

/** A package, a folder of ours, Node itself, or what V8 does in between: `(garbage collector)`. */
function partOf(url: string, functionName: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)';
  const [, inPackages] = url.split('/node_modules/');
  if (inPackages !== undefined) return inPackages.split('/', inPackages.startsWith('@') ? 2 : 1).join('/');
  if (url.startsWith('node:')) return 'node';
  return url.replace(`file://${root}`, '').replace(/^\//, '').split('/').slice(0, 3).join('/');
}
