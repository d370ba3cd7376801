/**
 * A provider whose requests hold no secret, whatever asks it.
 *
 * What is stored was redacted when it came; but a secret may have been learned since, and instructions, notes and files of settings never passed
 * that way. Pictures stay as they are.
 */
import type { Redactor } from '../../machines/domain/redaction.ts';
import type { ModelMessage, ModelProvider, ModelRequest } from '../model.ts';

export function redactedProvider(
  provider: ModelProvider,
  { text, json }: Pick<Redactor, 'text' | 'json'>,
): ModelProvider {
  const clean = (request: ModelRequest): ModelRequest => ({
    ...request,
    system: request.system.map(part => ({ ...part, text: text(part.text) })),
    messages: request.messages.map(message => withoutSecrets(message, text)),
    tools: json(request.tools),
  });
  return {
    name: provider.name,
    complete: (request, options) => provider.complete(clean(request), options),
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
  return { ...message, text: text(message.text), toolCalls };
}
