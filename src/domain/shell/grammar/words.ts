/**
 * Words as the shell would hand them on, as far as that can be known without running anything.
 *
 * Quotes are taken off, braces expanded, variables that the text itself sets put in, and substitutions whose output is
 * plain to see (programs/output.ts). Whatever only the run will show is the character `unknown`; names of files stay
 * patterns.
 */
import type { Command, Redirection, Script, Word, WordPart } from 'unbash';
import { printed } from '../programs/output.ts';
import { alternatives } from './braces.ts';
import { type Expansion, expanded as expandedWith, isEach, type Lookup, mayGuess } from './parameters.ts';
import { anyUnknown, someList, someNumber, someWords, unknown, unquoted } from './unknown.ts';

/** The words one word becomes: none, one or several. */
export function fieldsOf(word: Word, lookup: Lookup): readonly string[] {
  const { parts } = word;
  if (parts === undefined) return [word.value];
  if (parts.some(({ type }) => type === 'BraceExpansion')) return braced(parts, lookup);
  const line = new Line();
  for (const part of parts) addPart(line, part, lookup);
  return line.end();
}

/** The same as one text: of a redirection, an assignment, a pattern. */
export function textOf(word: Word, lookup: Lookup): string {
  return fieldsOf(word, lookup).join(' ');
}

/** The words of a command and what its standard input holds, if that stands in the text. */
export function commandWords(command: Command, lookup: Lookup): readonly string[] {
  const words: string[] = [];
  let length = 0;
  for (const one of [...(command.name ? [command.name] : []), ...command.args]) {
    if (words.length > mostWords || length > mostText) break;
    const fields = one.type === 'Word' ? fieldsOf(one, lookup) : [assigned(one.text, one.value, lookup)];
    for (const field of fields) {
      words.push(field);
      length += field.length;
    }
  }
  return words;
}

/** As many words and characters as are judged at all. What has more is asked about, whatever it is. */
export const mostWords = 20_000;
export const mostText = 1_000_000;

/** How many words its braces make. */
export function braceWords({ parts = [] }: Word): number {
  let count = 0;
  for (const part of parts)
    if (part.type === 'BraceExpansion')
      count = Math.min(mostFields + 1, Math.max(1, count) * alternatives(part.text).length);
  return count;
}

/** What a command reads from a here-document or here-string; `unknown` where one is there and cannot be read. */
export function literalInput(command: Command, lookup: Lookup): string | undefined {
  const given = inputOf(command);
  if (given?.type === 'HereString') return given.target ? textOf(given.target, lookup) : '';
  if (given?.type !== 'HereDoc') return undefined;
  const { parts, text } = given.body;
  return parts === undefined ? text : parts.map(part => partText(part, lookup)).join('');
}

/** The last redirection of its standard input: the others count for nothing. */
export function inputOf({ redirects }: Command): Redirection | undefined {
  return redirects.findLast(({ descriptor, operator }) =>
    descriptor === undefined
      ? operator.startsWith('<')
      : descriptor.type === 'FileDescriptor' && descriptor.value === 0,
  );
}

/** What a script prints, where it is one command or one pipeline whose output is plain to see. */
function outputOf(script: Script | undefined, lookup: Lookup): string | undefined {
  if (!mayGuess(lookup)) return undefined;
  const [statement, ...more] = script?.commands ?? [];
  if (statement === undefined) return script && '';
  if (more.length > 0 || statement.background) return undefined;
  const { command } = statement;
  const stages = command.type === 'Pipeline' ? command.commands : [command];
  let output: string | undefined;
  for (const stage of stages) {
    if (stage.type !== 'Command' || stage.prefix.length > 0) return undefined;
    const [name = '', ...args] = commandWords(stage, lookup);
    const text = [name, ...args].some(field => field.includes(unknown))
      ? undefined
      : printed(name.replace(/^.*\//, ''), args, literalInput(stage, lookup) ?? output);
    if (text === undefined) return undefined;
    output = text;
  }
  return output?.replace(/\n+$/, '');
}

const longestValue = 4_096;
const mostFields = 256;

/** More words than can be judged are not known, none of them: what stands first says nothing of what follows. */
function whole(fields: readonly string[]): readonly string[] {
  return fields.length > mostFields ? [someWords] : fields;
}

class Line {
  readonly #fields: string[] = [];
  #open: string | undefined;

  add(text: string): void {
    const joined = (this.#open ?? '') + text;
    this.#open = joined.length > longestValue * 64 ? unknown : joined;
  }

  /** Unquoted text from an expansion: its blanks part words. */
  split(text: string, marks: string): void {
    const pieces = (marks === '' ? text : [...marks].reduce((all, mark) => all.replaceAll(mark, ' '), text)).split(
      /[ \t\n]+/,
      mostFields + 2,
    );
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) this.part();
      if (piece !== '') this.add(piece);
    }
  }

  part(): void {
    if (this.#open !== undefined && this.#fields.length <= mostFields) this.#fields.push(this.#open);
    this.#open = undefined;
  }

  end(): readonly string[] {
    this.part();
    return whole(this.#fields);
  }
}

function addPart(line: Line, part: WordPart, lookup: Lookup): void {
  const marks = (lookup('IFS')?.[0] ?? '').replace(anyUnknown, '').slice(0, 8);
  switch (part.type) {
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      line.split(unquoted(expanded(part, lookup).join(' ')), marks);
      return;
    case 'CommandExpansion':
      line.split(unquoted(outputOf(part.script, lookup) ?? unknown), marks);
      return;
    case 'DoubleQuoted':
    case 'LocaleString': {
      const [only] = part.parts;
      // "${list[@]}" and "$@" are as many words as there are
      if (
        part.parts.length === 1 &&
        (only?.type === 'SimpleExpansion' || only?.type === 'ParameterExpansion') &&
        isEach(only)
      ) {
        for (const [at, value] of expanded(only, lookup).entries()) {
          if (at > 0) line.part();
          line.add(value === unknown ? someWords : value);
        }
        return;
      }
      line.add(part.parts.map(child => partText(child, lookup)).join(''));
      return;
    }
    default:
      line.add(partText(part, lookup));
  }
}

function partText(part: WordPart, lookup: Lookup): string {
  switch (part.type) {
    case 'Literal':
    case 'Glob':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.map(child => partText(child, lookup)).join('');
    case 'SimpleExpansion':
    case 'ParameterExpansion': {
      const text = expanded(part, lookup).join(' ');
      return isEach(part) ? unquoted(text) : text;
    }
    case 'CommandExpansion':
      return outputOf(part.script, lookup) ?? unknown;
    case 'ArithmeticExpansion':
      return someNumber;
    case 'ProcessSubstitution':
      return '/dev/fd/63';
    case 'BraceExpansion':
    case 'ExtendedGlob':
      return part.text;
  }
}

function expanded(part: Expansion, lookup: Lookup): readonly string[] {
  return expandedWith(part, lookup, word => textOf(word, lookup));
}

function assigned(text: string, value: Word | { readonly elements: readonly Word[] }, lookup: Lookup): string {
  const name = text.slice(0, text.indexOf('=') + 1);
  return name + ('elements' in value ? someList : textOf(value, lookup));
}

function braced(parts: readonly WordPart[], lookup: Lookup): readonly string[] {
  let words = [''];
  for (const part of parts) {
    const texts = part.type === 'BraceExpansion' ? alternatives(part.text) : [unquoted(partText(part, lookup))];
    words = words.flatMap(start => texts.map(text => start + text)).slice(0, mostFields + 1);
    if (words.length > mostFields) return [someWords];
  }
  return words.filter(word => word !== '');
}
