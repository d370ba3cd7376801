/** Before which calls the workspace is kept. */
import { judge } from '../policy/policy.ts';
import type { Taint } from '../policy/taint.ts';
import { executorOf, type ToolDeclaration } from '../tools/declaration.ts';
import type { FrozenCall } from '../tools/tool.ts';

/**
 * May this call of this tool change the workspace? In doubt it may; what only reads, by its effect or by the rules for
 * commands, may not.
 */
export function mayChangeWorkspace(
  call: FrozenCall,
  { leavesWorkspace }: Pick<ToolDeclaration, 'leavesWorkspace'>,
  taint: Taint,
): boolean {
  if (call.effect !== 'act' || leavesWorkspace) return false;
  return judge(call, { taint, executor: executorOf(call) }).level > 0;
}
