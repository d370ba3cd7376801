/** A gate whose answers are counted, and whose asking is a span beneath the effect it is asked in. */
import { SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { Gate } from '../adapters/gate.ts';
import { toFailure } from '../machines/domain/failure.ts';
import type { GateAnswer } from '../machines/domain/gates.ts';

export interface GateWatch {
  /** Absent: no spans are made. */
  readonly tracer?: Tracer | undefined;
  /** `failed`: it could not be asked. */
  readonly onVerdict: (gate: string, verdict: GateAnswer['verdict'] | 'failed') => void;
}

/** The same gate; neither what it sees nor what it says of that goes into the span. */
export function watchedGate(gate: Gate, { tracer, onVerdict }: GateWatch): Gate {
  const { name } = gate.rule;
  const asked = async (...args: Parameters<Gate['check']>) => {
    try {
      const answer = await gate.check(...args);
      onVerdict(name, answer.verdict);
      return answer;
    } catch (error) {
      onVerdict(name, 'failed');
      throw error;
    }
  };
  if (!tracer) return { ...gate, check: asked };
  return {
    ...gate,
    check: (subject, signal) =>
      tracer.startActiveSpan(
        `gate ${name}`,
        {
          attributes: {
            'straylight.gate': name,
            'straylight.gate.point': subject.point,
            'gen_ai.conversation.id': subject.session,
            ...(subject.tool === undefined ? {} : { 'gen_ai.tool.name': subject.tool }),
          },
        },
        async span => {
          try {
            const answer = await asked(subject, signal);
            span.setAttribute('straylight.gate.verdict', answer.verdict);
            return answer;
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
