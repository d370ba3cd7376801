/** The names a program looks for in its folder and in those above. */
import type { Finding } from '../../policy/finding.ts';
import { isUnclear } from '../grammar/unknown.ts';
import { type ObeyedKind, obeys } from './obeyed.ts';

export function around(names: readonly string[], cwd: string, kind: ObeyedKind): readonly Finding[] {
  const parts = cwd.split('/').filter(part => part !== '' && part !== '.');
  if (/^[/~]/.test(cwd) || parts.includes('..') || isUnclear(cwd))
    return names.map(name => obeys(name, cwd, { ...kind, isOptional: true }));
  return ['.', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))].flatMap(folder =>
    names.map(name => {
      const { obeys: found, ...rest } = obeys(name, folder, { ...kind, isOptional: true });
      return found === undefined ? rest : { ...rest, obeys: { ...found, cwd } };
    }),
  );
}
