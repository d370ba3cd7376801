/** One call of a model that its request fits into: what is refused as too long is made shorter and sent again. */

import type { Usage } from '../../../domain/conversation/message.ts';
import { overflowText } from '../../../domain/models/context-limit.ts';
import { Fault, isTooLong, toFailure } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import type { Language } from '../../../domain/text/texts.ts';
import type { ModelTokens } from '../../../ports/ledgers/model-tokens.ts';
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
  /** How models count tokens; what a reply or a refusal counts is learned. */
  readonly tokens?: Pick<ModelTokens, 'learn'> | undefined;
}

/**
 * The reply to what is asked. Tokens are estimated, and a server may have been started with another window than it had
 * when it was asked last: so a refused request is asked again, shorter. Where the refusal counts it, that count is
 * learned first: of a request that fits without its reply, the reply alone becomes shorter. Throws `exhausted` where
 * none fits. `isShort`: the window had no room for the longest reply.
 */
export async function fittingCall(model: CallableModel, granted: Granted, call: FittingCall) {
  const { prepare, wanted, signal, onAlive, onText, language, tokens } = call;
  let most: number | undefined;
  let share = shares[0];
  for (let tries = 1; ; tries += 1) {
    const info = await model.info(signal);
    const form = toolForm(model, info);
    const longest = Math.min(model.outputTokens(info), granted.outputTokens);
    const count = (content: Content) => model.countTokens({ ...content, maxOutputTokens: longest }, signal);
    const counting = form === 'native' && tries === 1 ? { count } : {};
    const terms = { model: model.name, info, outputTokens: longest, form, ...counting };
    const prepared = await prepare({ ...wanted, share, most }, terms);
    const { request, outputTokens, estimated } = prepared;
    const content = form === 'native' ? request : inWords(request, form);
    const effort = model.effort(role);
    const whole = { ...content, role, maxOutputTokens: outputTokens, ...defined({ effort }) };
    try {
      const watch = { signal, onAlive, onText: form === 'native' ? onText : untilBlock(onText) };
      const isShort = outputTokens < longest;
      const made = { prepared, form, info, isShort, whole: await model.complete(granted, whole, watch) };
      if (estimated !== undefined) tokens?.learn(model.name, estimated, made.whole.usage);
      return made;
    } catch (error) {
      const failure = toFailure(error);
      if (!isTooLong(failure) || failure.written !== undefined) throw error;
      if (tries === 1 && failure.requestTokens !== undefined && estimated !== undefined && tokens) {
        tokens.learn(model.name, estimated, countedAs(failure.requestTokens));
        continue;
      }
      if (tries === shares.length) {
        const message = `${failure.message}. ${overflowText(model.name, info.limit, language)}`;
        throw new Fault({ ...failure, message });
      }
      const { system, tools: offered, memories, history } = prepared.parts;
      most = (system + offered + memories + history) * lessThanRefused;
      share = shares[tries];
    }
  }
}

/** A little more than was counted: what is left out of the next request counts for less than the rest, mostly. */
function countedAs(requestTokens: number): Usage {
  const inputTokens = Math.ceil(requestTokens * 1.05);
  return { inputTokens, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
}

type Content = Pick<ModelRequest, 'system' | 'messages' | 'tools'>;

/** Of every model that answers in a conversation. */
const role = 'session';

function toolForm({ isWorded }: Pick<CallableModel, 'isWorded'>, { takesTools }: ModelInfo): ToolForm {
  if (isWorded) return 'words';
  return takesTools ? 'native' : 'json';
}
