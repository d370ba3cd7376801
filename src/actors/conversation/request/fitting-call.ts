/** One call of a model that its request fits into: what is refused as too long is made shorter and sent again. */

import { overflowText } from '../../../domain/models/context-limit.ts';
import { Fault, fault, isTooLong, toFailure } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import type { Language } from '../../../domain/text/texts.ts';
import type { ModelInfo, ModelRequest } from '../../../ports/model.ts';
import type { Granted } from '../../budget/budget.ts';
import type { CallableModel } from '../../models/model-line.ts';
import { inWords, type ToolForm, untilBlock } from '../worded-tools.ts';
import type { modelRequests } from './model-request.ts';

/** So often, and to such a share of what its model takes; a server may take less than it says. */
const shares = [1, 0.7, 0.45];
/** What follows a refused request is at most such a share of it. */
const lessThanRefused = 0.7;

export interface FittingCall {
  readonly prepare: ReturnType<typeof modelRequests>;
  readonly wanted: Parameters<ReturnType<typeof modelRequests>>[0];
  readonly signal: AbortSignal;
  readonly onAlive: () => void;
  readonly onText: (piece: string) => void;
  readonly language: Language;
}

/**
 * The reply to what is asked. Tokens are estimated, and a server may have been started with another window than it had
 * when it was asked last: so a refused request is asked again, shorter. Throws `exhausted` where none fits. `isShort`: the window had no room for the longest reply.
 */
export async function fittingCall(model: CallableModel, granted: Granted, call: FittingCall) {
  const { prepare, wanted, signal, onAlive, onText, language } = call;
  let most: number | undefined;
  for (const [at, share] of shares.entries()) {
    const info = await model.info(signal);
    const form = toolForm(model, info);
    const longest = Math.min(model.outputTokens(info), granted.outputTokens);
    const count = (content: Content) => model.countTokens({ ...content, maxOutputTokens: longest }, signal);
    const counting = form === 'native' && at === 0 ? { count } : {};
    const terms = { model: model.name, info, outputTokens: longest, form, ...counting };
    const prepared = await prepare({ ...wanted, share, most }, terms);
    const { request, outputTokens } = prepared;
    const content = form === 'native' ? request : inWords(request, form);
    const effort = model.effort(role);
    const whole = { ...content, role, maxOutputTokens: outputTokens, ...defined({ effort }) };
    try {
      const watch = { signal, onAlive, onText: form === 'native' ? onText : untilBlock(onText) };
      const isShort = outputTokens < longest;
      return { prepared, form, info, isShort, whole: await model.complete(granted, whole, watch) };
    } catch (error) {
      const failure = toFailure(error);
      if (!isTooLong(failure) || failure.written !== undefined) throw error;
      const { system, tools, memories, history } = prepared.parts;
      most = (system + tools + memories + history) * lessThanRefused;
      const isLast = at === shares.length - 1;
      if (isLast)
        throw new Fault({
          ...failure,
          message: `${failure.message}. ${overflowText(model.name, info.limit, language)}`,
        });
    }
  }
  throw fault('defect', 'expected a share of the window to try');
}

type Content = Pick<ModelRequest, 'system' | 'messages' | 'tools'>;

/** Of every model that answers in a conversation. */
const role = 'session';

function toolForm({ isWorded }: Pick<CallableModel, 'isWorded'>, { takesTools }: ModelInfo): ToolForm {
  if (isWorded) return 'words';
  return takesTools ? 'native' : 'json';
}
