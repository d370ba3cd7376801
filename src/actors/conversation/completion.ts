/**
 * One model reply, its text emitted as it arrives.
 *
 * The reply's tool calls come back resolved: validated and frozen against the toolbox that was offered, so that the
 * charts judge exactly what would run.
 */
import { hash } from 'node:crypto';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import { type ModelSettings, modelAt, modelsInLine, splitModel } from '../../domain/models/route.ts';
import type { Redactor } from '../../domain/secrets/redaction.ts';
import { Fault, fault, toFailure } from '../../domain/supervision/failure.ts';
import type { CompletionInput, CompletionOutput } from '../../machines/session/types.ts';
import type { MessageStore, ToolCallStore } from '../../ports/conversation-store.ts';
import type { ModelProvider, ModelReply } from '../../ports/model.ts';
import type { Budget } from '../budget/budget.ts';
import { work } from '../work.ts';
import { type CheckedReply, checkedReply, isGated, type ReplyGates } from './checked-reply.ts';
import { linksOf } from './link-history.ts';
import { type ModelRequestSources, modelRequests } from './model-request.ts';

export type TextDelta = {
  readonly type: 'text.delta';
  readonly session: string;
  readonly turn: string;
  readonly delta: string;
};

export interface CompletionOptions extends ModelRequestSources {
  readonly models: Models;
  readonly conversation: MessageStore & ToolCallStore;
  /** On the text as it streams; what is stored passes the host's own. */
  readonly redactor: Pick<Redactor, 'stream'>;
  readonly maxOutputTokens: (provider: string) => number;
  /** No call is made that was not taken from it. */
  readonly budget: Pick<Budget, 'requireGrant'>;
  /** The gates a reply passes before anybody sees it. */
  readonly gates?: ReplyGates;
}

interface Models {
  readonly settings: ModelSettings;
  provider(name: string): ModelProvider | undefined;
}

export function completion(options: CompletionOptions) {
  const { models, toolbox, conversation, redactor, maxOutputTokens, budget, gates } = options;
  const prepare = modelRequests(options);
  return work<CompletionOutput, CompletionInput, TextDelta>(
    async ({ session, turn, recalled, route, tools, emptied = false, effect, signal }, emit, alive) => {
      const { name, provider, model, chosen } = modelFor(models, route);
      const granted = budget.requireGrant(session);
      let written = 0;
      try {
        const info = await provider.info(model, signal);
        const outputTokens = Math.min(
          maxOutputTokens(provider.name),
          Math.floor(info.contextTokens / 2),
          granted.outputTokens,
        );
        const prepared = await prepare({ session, recalled, tools }, info, outputTokens);
        const { request, history, offeredBy, taint } = prepared;
        const shown = redactor.stream();
        const gated = isGated(gates);
        const show = (delta: string) => delta !== '' && !gated && emit({ type: 'text.delta', session, turn, delta });
        const reply = await provider.complete(
          { ...request, model, maxOutputTokens: outputTokens },
          {
            signal,
            onAlive: alive,
            onText(piece) {
              alive(); // also where nothing is shown
              written += piece.length;
              show(shown.push(piece));
            },
          },
        );
        show(shown.end());
        const link = linksOf(conversation, session, toolbox().declared);
        const checked: CheckedReply =
          gated && gates
            ? await checkedReply(gates, { session, taint, text: reply.text, isLast: emptied }, signal)
            : { text: reply.text, isReplaced: false };
        const requests = checked.isReplaced ? [] : requestsOf(reply, effect.address);
        const said = ownWords(history);
        return {
          text: checked.text,
          empty: checked.text.trim() === '',
          ...(checked.held === undefined ? {} : { held: checked.held }),
          requests,
          calls: offeredBy ? requests.map(one => offeredBy.resolve({ ...one, said, link })) : [],
          taint,
          stop: reply.stop,
          usage: reply.usage,
          model: `${provider.name}/${reply.model}`,
          chosen,
          context: prepared.parts,
        };
      } catch (error) {
        const failure = toFailure(error);
        throw new Fault({
          ...failure,
          ...{ model: name, message: `${name}: ${failure.message}` },
          ...(written > 0 ? { written: Math.ceil(written / 3) } : {}),
        });
      }
    },
  );
}

/** The model of a route. `chosen`: it is the one that is asked first. */
function modelFor(models: Models, route: CompletionInput['route']) {
  const line = modelsInLine(models.settings, { role: 'session' });
  const name = modelAt(line, route);
  const split = splitModel(name);
  const provider = split && models.provider(split.provider);
  if (!split || !provider)
    throw fault('invalid', `the model ${name} has no provider that is set up; see [models] in config.toml`);
  return { name, provider, model: split.model, chosen: name === line[0] };
}

/** The tool calls of a reply. Ids of the other side are unique within a reply at best; ours are so for ever. */
function requestsOf({ toolCalls }: ModelReply, effect: string) {
  const stem = hash('sha256', effect).slice(0, 12);
  return toolCalls.map((call, index) => ({
    callId: `${stem}_${index}`,
    name: call.name,
    arguments: call.arguments,
  }));
}

/** What the owner said, as far as it is only theirs. */
function ownWords(history: readonly ReadMessage[]): readonly string[] {
  return history.filter(({ role, taint }) => role === 'owner' && taint === 'owner').map(({ text }) => text);
}
