/** A provider whose completions are spans, for calls that no completion of a session stands for: a gate that asks a model. */
import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { toFailure } from '../../machines/domain/failure.ts';
import { usageAttributes } from '../../machines/domain/span.ts';
import type { ModelProvider } from '../model.ts';

/** The same provider; nothing of request and reply but model and tokens goes into the span. */
export function tracedProvider(provider: ModelProvider, tracer: Tracer): ModelProvider {
  return {
    ...provider,
    complete: (request, options) =>
      tracer.startActiveSpan(
        `chat ${request.model}`,
        {
          kind: SpanKind.CLIENT,
          attributes: {
            'gen_ai.operation.name': 'chat',
            'gen_ai.provider.name': provider.name,
            'gen_ai.request.model': request.model,
          },
        },
        async span => {
          try {
            const reply = await provider.complete(request, options);
            span.setAttributes(usageAttributes(reply.usage));
            return reply;
          } catch (error) {
            span.setAttribute('error.type', toFailure(error).kind);
            span.setStatus({ code: SpanStatusCode.ERROR });
            throw error;
          } finally {
            span.end();
          }
        },
      ),
  };
}
