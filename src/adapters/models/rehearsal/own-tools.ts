/** The agent's own tools, told from those the program brings, and how they are called. */
import type { ToolSpec } from '../../../domain/tools/tool.ts';
import { declaredTools } from '../../declared-tools.ts';

/** Names of the tools this program brings. */
const builtIn: ReadonlySet<string> = new Set([...declaredTools.map(({ name }) => name), 'find_tools']);

/** Is it a tool that was made here, or brought by an embedding program? */
export function isOwnTool(name: string): boolean {
  return !builtIn.has(name);
}

export function ownTools<Tool extends Pick<ToolSpec, 'name'>>(tools: readonly Tool[]): readonly Tool[] {
  return tools.filter(({ name }) => isOwnTool(name));
}

/** A name as people say it, as a tool's name: "Word-Count" is word_count. That of a server's tool has two lines in it. */
export function toolName(said: string): string {
  if (/^[a-z]\w*?__\w+$/i.test(said)) return said.toLowerCase();
  const letters = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' } as Readonly<Record<string, string>>;
  return said
    .toLowerCase()
    .replace(/[äöüß]/g, letter => letters[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[\d_]+|_+$/g, '')
    .slice(0, 64);
}

/** What the instructions say of tools that are out of use: name, and Straylight’s words why. */
export function toolsOutOfUse(system: string): ReadonlyMap<string, string> {
  const section = /^## Tools of your own that are out of use\n([\s\S]*?)(?=\n#|$(?![\s\S]))/m.exec(system)?.[1] ?? '';
  return new Map(
    [...section.matchAll(/^- ([a-z][a-z0-9_]*) (.+)$/gm)].map(([, name = '', why = '']) => [name, why] as const),
  );
}

/** Tools that are there and not offered in full: name and what they do. */
export function toolsNotShown(system: string): ReadonlyMap<string, string> {
  const section = /^## More tools of your own\n[^\n]*\n([\s\S]*?)(?=\n#|$(?![\s\S]))/m.exec(system)?.[1] ?? '';
  return new Map(
    [...section.matchAll(/^- ([a-z][a-z0-9_]*): (.+)$/gm)].map(([, name = '', what = '']) => [name, what] as const),
  );
}
