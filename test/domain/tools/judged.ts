/** A call of a tool that comes with Straylight, as policy judges it without a home. */
import { declaredTools } from '../../../src/adapters/declared-tools.ts';
import type { JsonObject } from '../../../src/domain/text/json.ts';
import { type CallSurroundings, judgedCall } from '../../../src/domain/tools/declaration.ts';

export function judged(tool: string, args: JsonObject, surroundings: CallSurroundings) {
  return judgedCall(declaredTools, { tool, args }, surroundings);
}
