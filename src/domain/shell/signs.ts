/** Shapes that say more than the commands in them: what is decoded and then run, and what starts itself. */
import {
  type Command,
  forEachChild,
  type Script,
  type Function as ShellFunction,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { commandWords } from './grammar/words.ts';

const deepest = 24;

/** A program that fetches, or turns letters back into a text. */
export function decodes(node: SyntaxNode): boolean {
  if (node.type !== 'Command') return false;
  const [name = '', ...args] = commandWords(node, () => undefined);
  const program = name.replace(/^.*\//, '');
  if (/^(curl|wget|nc|ncat|openssl|xxd|uudecode|base32|gpg|age)$/.test(program)) return true;
  return /^base64$/.test(program) && args.some(arg => /^-\w*[dD]|^--d/.test(arg));
}

/** The name of the program is itself what was fetched or decoded. */
export function isDecodedName({ name, args }: Command): boolean {
  return [name, ...args.slice(0, 1)].some(
    word =>
      word?.type === 'Word' &&
      word.parts?.some(
        part =>
          (part.type === 'CommandExpansion' || part.type === 'ProcessSubstitution') &&
          part.script !== undefined &&
          pipelineOf(part.script).some(decodes),
      ),
  );
}

/**
 * A line that was read is run as a command, or handed to a shell as its text: `while read l; do $l; done`. `source`:
 * the text it stands in.
 */
export function runsWhatItReads({ name, args }: Command, source: string): boolean {
  const words = [...(name ? [name] : []), ...args.flatMap(arg => (arg.type === 'Word' ? [arg] : []))];
  const shell = words.findIndex(({ value }) => /^(.*\/)?(ba|da|a|rba|z|k|mk|fi)?sh$/.test(value));
  const flag = words.findIndex(({ value }, at) => at > shell && /^-[a-zA-Z]*c$/.test(value));
  const word = shell >= 0 && flag > shell ? words[flag + 1] : words[0];
  const variable = word && variableOf(word);
  return (
    variable !== undefined &&
    new RegExp(`\\b(read|mapfile|readarray)\\b[^;&|\\n]*[ \\t]${variable}([ \\t;&|\\n<]|$)`).test(source)
  );
}

/** The variable the word begins with. */
function variableOf({ parts = [] }: Word): string | undefined {
  const [first] = parts;
  const inner = first?.type === 'DoubleQuoted' ? first.parts[0] : first;
  if (inner?.type !== 'SimpleExpansion' && inner?.type !== 'ParameterExpansion') return undefined;
  return /^\$\{?([A-Za-z_]\w*)/.exec(inner.text)?.[1];
}

function pipelineOf(script: Script): readonly SyntaxNode[] {
  return script.commands
    .flatMap(({ command }): readonly SyntaxNode[] => (command.type === 'Pipeline' ? command.commands : [command]))
    .slice(0, 8);
}

/** In a pipe or in the background, so that each call starts two. */
export function callsItself({ name, body }: ShellFunction): boolean {
  let [calls, spreads] = [false, false];
  const visit = (node: SyntaxNode, depth: number): void => {
    if (depth > deepest) return;
    if (node.type === 'Command' && node.name?.value === name.value) calls = true;
    if (node.type === 'Pipeline' || (node.type === 'Statement' && node.background)) spreads = true;
    forEachChild(node, child => visit(child, depth + 1));
  };
  visit(body, 0);
  return calls && spreads;
}
