/** Answers that name tools which are offered from then on: what `find_tools` finds, and what `show_tool` shows. */
import { oneLine } from '../text/visible.ts';
import type { ToolSpec } from './tool.ts';

export const findToolsName = 'find_tools';

/** What `find_tools` answers, one line a tool. */
export function foundText(tools: readonly Pick<ToolSpec, 'name' | 'description'>[]): string {
  if (tools.length === 0) return 'No tool fits these words. Try others.';
  const lines = tools.map(({ name, description }) => `- ${name}: ${oneLine(description, 200)}`);
  return `These are offered from the next step on:\n${lines.join('\n')}`;
}

/** The names in the answer of a tool, the best match last; undefined: it is of another tool. */
export function foundIn(tool: string | undefined, answer: string): readonly string[] | undefined {
  const pattern = tool === undefined ? undefined : patterns[tool];
  return pattern && [...answer.matchAll(pattern)].flatMap(([, name]) => name ?? []).toReversed();
}

const patterns: Readonly<Record<string, RegExp>> = { [findToolsName]: /^- (\S+): /gm, show_tool: /^(\w+): /g };
