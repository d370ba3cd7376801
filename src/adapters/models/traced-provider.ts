/**
 * A provider whose completions are spans, for calls that no completion of a session stands for: a gate that asks a
 * model.
 */
import { type Spanned, usageAttributes } from '../../domain/supervision/span.ts';
import type { ModelProvider } from '../../ports/model.ts';

/** The same provider; nothing of request and reply but model and tokens goes into the span. */
export function tracedProvider(provider: ModelProvider, spanned: Spanned): ModelProvider {
  return {
    ...provider,
    complete: (request, options) =>
      spanned(
        {
          topic: 'model',
          name: `chat ${request.model}`,
          attributes: {
            'gen_ai.operation.name': 'chat',
            'gen_ai.provider.name': provider.name,
            'gen_ai.request.model': request.model,
          },
        },
        async note => {
          const reply = await provider.complete(request, options);
          note(usageAttributes(reply.usage));
          return reply;
        },
      ),
  };
}
