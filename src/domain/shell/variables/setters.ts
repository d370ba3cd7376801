/**
 * Commands that set variables by naming them in their words (`read x`, `printf -v x`, `declare x`), as far as a text
 * shows.
 */
import type { Command, Script } from 'unbash';
import { readShell, scriptOf } from '../grammar/grammar.ts';
import { isUnclear } from '../grammar/unknown.ts';
import { commandWords } from '../grammar/words.ts';

export interface Setter {
  readonly kind: 'reads' | 'calculates' | 'declares' | 'unsets';
  /** Each name its words could mean. */
  readonly names: readonly string[];
  /** Of a `declare`: its values are calculated (`-i`). */
  readonly isEvaluated: boolean;
}

/** `anything`: it sets variables that no word of it names. `inner`: a text that runs in this shell, too. */
export type Setting = Setter | { readonly kind: 'anything' } | { readonly kind: 'inner'; readonly script: Script };

/** What a command sets; undefined: nothing, or only what its assignments say. */
export function settingOf(command: Command): Setting | undefined {
  if (command.name === undefined) return undefined;
  const words = commandWords(command, () => undefined);
  const at = words.slice(0, 4).findIndex(word => isSetter.test(word) || setsAnything.test(word) || word.includes('\0'));
  const [program = '', ...args] = at < 0 ? [] : words.slice(at);
  if (program === '') return undefined;
  if (!isSetter.test(program)) {
    if (program === 'trap') return innerOf(args);
    const handsOn = at === 0 || /^(command|builtin|exec|env)$/.test(words[0] ?? '');
    return handsOn ? { kind: 'anything' } : undefined;
  }
  const kind = declares.test(program)
    ? 'declares'
    : program === 'let'
      ? 'calculates'
      : program === 'unset'
        ? 'unsets'
        : 'reads';
  if (kind !== 'unsets' && kind !== 'calculates' && program !== 'wait' && args.some(arg => isNameless(arg, program)))
    return { kind: 'anything' };
  return { kind, names: args.flatMap(namesIn), isEvaluated: kind === 'declares' && args.some(a => /^-\w*i/.test(a)) };
}

const isSetter = /^(read|mapfile|readarray|getopts|printf|wait|let|declare|typeset|local|export|readonly|unset)$/;
const declares = /^(declare|typeset|local|export|readonly)$/;
/** What they run, or set, stands in no tree. */
const setsAnything = /^(eval|source|\.|trap|alias|enable|bind|complete|fc|history)$/;

function innerOf(args: readonly string[]): Setting | undefined {
  const [action = '', ...signals] = args.filter(arg => arg !== '--');
  if (signals.length === 0 || action === '' || action === '-') return undefined;
  const script = action.includes('\0') ? undefined : scriptOf(readShell(action));
  return script === undefined ? { kind: 'anything' } : { kind: 'inner', script };
}

/** A word that could be any name. */
function isNameless(word: string, program: string): boolean {
  if (!isUnclear(word) || /^\w+(\[[^\]]*\])?\+?=/.test(word)) return false;
  return program !== 'printf' || word.startsWith('\0');
}

/** `-vNAME`: the name may begin anywhere in it. */
function namesIn(word: string): readonly string[] {
  const option = /^-(\w+)$/.exec(word)?.[1];
  if (option !== undefined) return [...option].map((_, at) => option.slice(at));
  const [name] = /^[A-Za-z_]\w*/.exec(word) ?? [];
  return name === undefined ? [] : [name];
}
