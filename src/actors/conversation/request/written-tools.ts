/** A list of tools as JSON. It is mostly the same one, and long: it is written out once. */
import type { ToolSpec } from '../../../domain/tools/tool.ts';

export function writtenTools(tools: readonly ToolSpec[]): string {
  const known = texts.get(tools);
  if (known !== undefined) return known;
  const text = JSON.stringify(tools);
  texts.set(tools, text);
  return text;
}

const texts = new WeakMap<readonly ToolSpec[], string>();
