/** One tool result of a tool that acts on the owner's world: it runs once, and never again by itself. */
import { type ToolRunOptions, toolRun } from './tool-run.ts';

export function execution(options: ToolRunOptions) {
  return toolRun('act', options);
}
