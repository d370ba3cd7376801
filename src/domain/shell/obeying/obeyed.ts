/** How a rule names a file that a command obeys: as a finding that judges nothing. */
import type { Finding } from '../../policy/finding.ts';
import { isOpen } from '../grammar/unknown.ts';
import { shown } from '../paths.ts';
import type { Obeyed } from './obeyed-file.ts';

export type ObeyedKind = Partial<Omit<Obeyed, 'path' | 'shown' | 'cwd' | 'isHome'>>;

/** The operand `word` of a command that stands in `cwd`. It says nothing of how grave that is. */
export function obeys(word: string, cwd: string, kind: ObeyedKind = {}): Finding {
  const { how = 'runs', ...rest } = kind;
  // a home, or a folder that only the run will show
  const isElsewhere = /^~/.test(word) || (/^~/.test(cwd) && !word.startsWith('/'));
  if (word === '' || isOpen(word) || isOpen(cwd) || isElsewhere || /^\/(dev|proc)\//.test(word))
    return finding({ shown: shown(word === '' ? '?' : word), how, cwd });
  const path = (word.startsWith('/') || cwd === '.' ? word : `${cwd}/${word}`).replace(/^(\.\/+)+(?=.)/, '');
  return finding({ path, shown: path, how, cwd, ...rest });
}

/** The usual name of a settings file in the home of commands. */
export function obeysHome(name: string, cwd: string, kind: ObeyedKind = {}): Finding {
  return finding({ path: name, shown: `~/${name}`, how: 'runs', cwd, ...kind, isHome: true, isOptional: true });
}

/** What it obeys cannot be told before it runs. `what`: as the owner reads it. */
export function obeysUnknown(what: string, cwd: string, how: Obeyed['how'] = 'runs'): Finding {
  return finding({ shown: what, how, cwd });
}

/** The same, asked for before other steps have run that may change it, or from a folder that is not known. */
export function obeysLater({ shown, how, cwd }: Obeyed): Finding {
  return finding({ shown, how, cwd });
}

/** What was found, where nobody knows in which folder it runs. */
export function elsewhere(found: readonly Finding[]): readonly Finding[] {
  return found.map(one => (one.obeys === undefined ? one : { ...one, ...obeysLater(one.obeys) }));
}

function finding(obeyed: Obeyed): Finding {
  return { level: 0, inWalls: 0, whenDirect: 0, reason: '', obeys: obeyed };
}
