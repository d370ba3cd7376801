/** Shapes that say more than the commands in them: what is decoded and then run, and what starts itself. */
import { type Command, forEachChild, type Script, type Function as ShellFunction, type SyntaxNode } from 'unbash';
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
