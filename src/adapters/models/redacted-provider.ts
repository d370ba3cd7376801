/**
 * A provider whose requests hold no secret, whatever asks it.
 *
 * What is stored was redacted when it came; but a secret may have been learned since, and instructions, notes and files
 * of settings never passed that way. Pictures stay as they are.
 */

import type { Redactor } from '../../domain/secrets/redaction.ts';
import { defined } from '../../domain/text/json.ts';
import type { ModelMessage, ModelProvider, ModelRequest, Reasoning } from '../../ports/model.ts';

export function redactedProvider(
  provider: ModelProvider,
  { text, json, known }: Pick<Redactor, 'text' | 'json' | 'known'>,
): ModelProvider {
  let last:
    | { readonly tools: ModelRequest['tools']; readonly clean: ModelRequest['tools']; readonly known: number }
    | undefined;
  /** The list on offer is the same one from call to call, as long as nothing has changed. */
  const cleanTools = (tools: ModelRequest['tools']): ModelRequest['tools'] => {
    if (last?.tools !== tools || last.known !== known()) last = { tools, clean: json(tools), known: known() };
    return last.clean;
  };
  const clean = (request: ModelRequest): ModelRequest => ({
    ...request,
    system: request.system.map(part => ({ ...part, text: text(part.text) })),
    messages: request.messages.map(message => withoutSecrets(message, text)),
    tools: cleanTools(request.tools),
  });
  const embed = provider.embed?.bind(provider);
  const preload = provider.preload?.bind(provider);
  const countTokens = provider.countTokens?.bind(provider);
  return {
    name: provider.name,
    complete: (request, options) => provider.complete(clean(request), options),
    embed: embed
      ? (request, options) => embed({ ...request, texts: request.texts.map(one => text(one)) }, options)
      : undefined,
    countTokens: countTokens ? (request, signal) => countTokens(clean(request), signal) : undefined,
    preload,
    info: (model, signal) => provider.info(model, signal),
    health: signal => provider.health(signal),
  };
}

function withoutSecrets(message: ModelMessage, text: (text: string) => string): ModelMessage {
  if (message.role === 'user')
    return {
      ...message,
      content: message.content.map(part => (part.type === 'text' ? { ...part, text: text(part.text) } : part)),
    };
  if (message.role === 'tool') return { ...message, text: text(message.text) };
  const toolCalls = message.toolCalls.map(call => ({ ...call, arguments: text(call.arguments) }));
  const { reasoning, ...said } = message;
  // changed reasoning would be refused, so it stays away
  const isClean = reasoning !== undefined && isUnchanged(reasoning, text);
  return { ...said, text: text(message.text), toolCalls, ...defined({ reasoning: isClean ? reasoning : undefined }) };
}

function isUnchanged(reasoning: Reasoning, text: (text: string) => string): boolean {
  const json = JSON.stringify(reasoning);
  return text(json) === json;
}
