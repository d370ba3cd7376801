/**
 * One model reply, its text emitted as it arrives.
 *
 * The reply's tool calls come back resolved: validated and frozen against the toolbox that was offered, so that the
 * charts judge exactly what would run.
 */
import { hash } from 'node:crypto';
import {
  type ContextParts,
  contextWindow,
  estimateTokens,
  historyTokens,
} from '../../domain/conversation/context-window.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import { type ModelSettings, modelAt, modelsInLine, splitModel } from '../../domain/models/route.ts';
import type { Redactor } from '../../domain/secrets/redaction.ts';
import { Fault, fault, toFailure } from '../../domain/supervision/failure.ts';
import type { ToolSpec } from '../../domain/tools/tool.ts';
import type { CompletionInput, CompletionOutput } from '../../machines/session/types.ts';
import type { MessageStore, ToolCallStore } from '../../ports/conversation-store.ts';
import type { ModelProvider, ReadPicture, SystemPart } from '../../ports/model.ts';
import type { Offer, Toolbox } from '../../ports/toolbox.ts';
import type { Budget } from '../budget/budget.ts';
import { work } from '../work.ts';
import { type CheckedReply, checkedReply, isGated, type ReplyGates } from './checked-reply.ts';
import { linksOf } from './link-history.ts';
import { shownTaint, toModelMessages } from './model-messages.ts';
import { newestPictures } from './pictures.ts';
import type { RecentMessages } from './recent-messages.ts';
import { remembered } from './remembered.ts';

export type TextDelta = {
  readonly type: 'text.delta';
  readonly session: string;
  readonly turn: string;
  readonly delta: string;
};

export interface CompletionOptions {
  readonly models: { readonly settings: ModelSettings; provider(name: string): ModelProvider | undefined };
  readonly toolbox: () => Toolbox;
  readonly conversation: MessageStore & ToolCallStore;
  readonly recent: Pick<RecentMessages, 'of'>;
  readonly memories: MemoryStore;
  /** On the text as it streams; what is stored passes the host's own. */
  readonly redactor: Pick<Redactor, 'stream'>;
  /** The instructions: what stays the same from call to call, then what belongs to the moment. */
  readonly system: () => readonly SystemPart[];
  readonly maxOutputTokens: (provider: string) => number;
  /** Reads pictures that lie in the workspace; without it they are only named. */
  readonly readPicture?: ReadPicture;
  /** No call is made that was not taken from it. */
  readonly budget: Pick<Budget, 'requireGrant'>;
  /** The gates a reply passes before anybody sees it. */
  readonly gates?: ReplyGates;
}

export function completion({
  models,
  toolbox,
  conversation,
  recent,
  memories,
  redactor,
  system,
  maxOutputTokens,
  readPicture,
  budget,
  gates,
}: CompletionOptions) {
  const tokensOf = specTokens();
  return work<CompletionOutput, CompletionInput, TextDelta>(
    async ({ session, turn, recalled, route, tools, emptied = false, effect, signal }, emit, alive) => {
      const line = modelsInLine(models.settings, { role: 'session' });
      const name = modelAt(line, route);
      const split = splitModel(name);
      const provider = split && models.provider(split.provider);
      if (!split || !provider)
        throw fault('invalid', `the model ${name} has no provider that is set up; see [models] in config.toml`);
      const granted = budget.requireGrant(session);
      let written = 0;
      try {
        const info = await provider.info(split.model, signal);
        const outputTokens = Math.min(
          maxOutputTokens(provider.name),
          Math.floor(info.contextTokens / 2),
          granted.outputTokens,
        );
        const messages = recent.of(session);
        const box = tools && info.takesTools ? toolbox() : undefined;
        const offered = box?.offer(newestWords(messages));
        const known = memories.get(recalled);
        const notes = toolNotes(offered);
        const memory = remembered(known);
        const instructions = [...system(), ...notes, ...memory];
        const specsTokens = offered ? tokensOf(offered.specs) : 0;
        const fixed = weightOf(instructions) + specsTokens;
        const history = contextWindow(messages, info.contextTokens - outputTokens - fixed);
        const memoryTokens = weightOf(memory);
        const toolTokens = specsTokens + weightOf(notes);
        const context: ContextParts = {
          system: Math.max(0, fixed - memoryTokens - toolTokens),
          tools: toolTokens,
          memories: memoryTokens,
          history: Math.round(historyTokens(history)),
          window: info.contextTokens,
        };
        const pictures = await newestPictures(info.takesImages ? history : [], conversation.read, readPicture);
        const shown = redactor.stream();
        const gated = isGated(gates);
        const show = (delta: string) => delta !== '' && !gated && emit({ type: 'text.delta', session, turn, delta });
        const reply = await provider.complete(
          {
            model: split.model,
            system: instructions,
            messages: toModelMessages(history, pictures, conversation.read),
            tools: offered?.specs ?? [],
            maxOutputTokens: outputTokens,
          },
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
        const said = history.filter(({ role, taint }) => role === 'owner' && taint === 'owner').map(({ text }) => text);
        const link = linksOf(conversation, session, toolbox().declared);
        const taint = shownTaint(history, known, pictures, offered?.taint);
        const checked: CheckedReply =
          gated && gates
            ? await checkedReply(gates, { session, taint, text: reply.text, isLast: emptied }, signal)
            : { text: reply.text, isReplaced: false };
        // ids of the other side are unique within a reply at best; ours are for ever
        const stem = hash('sha256', effect.address).slice(0, 12);
        const requests = (checked.isReplaced ? [] : reply.toolCalls).map((call, index) => ({
          callId: `${stem}_${index}`,
          name: call.name,
          arguments: call.arguments,
        }));
        return {
          text: checked.text,
          empty: checked.text.trim() === '',
          ...(checked.held === undefined ? {} : { held: checked.held }),
          requests,
          calls: box ? requests.map(request => box.resolve({ ...request, said, link })) : [],
          taint,
          stop: reply.stop,
          usage: reply.usage,
          model: `${provider.name}/${reply.model}`,
          chosen: name === line[0],
          context,
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

/** What instructions weigh. */
function weightOf(parts: readonly SystemPart[]): number {
  return estimateTokens(parts.map(({ text }) => text).join(''));
}

/** What the tools on offer weigh; counted again only when they change. */
function specTokens(): (specs: readonly ToolSpec[]) => number {
  let counted: { readonly specs: readonly ToolSpec[]; readonly tokens: number } | undefined;
  return specs => {
    if (counted?.specs !== specs) counted = { specs, tokens: estimateTokens(JSON.stringify(specs)) };
    return counted.tokens;
  };
}

/** What the owner said last: what a choice of tools goes by. */
function newestWords(messages: readonly ReadMessage[]): string {
  return messages.findLast(({ role }) => role === 'owner')?.text ?? '';
}

/** Tools that are there but not offered in full. */
function toolNotes(offered: Offer | undefined): readonly SystemPart[] {
  return offered && offered.notes !== '' ? [{ text: offered.notes, stable: false }] : [];
}
