/** A gate whose answers are counted, and whose asking is a span beneath the effect it is asked in. */

import type { GateAnswer } from '../../domain/policy/gates.ts';
import type { Spanned } from '../../domain/supervision/span.ts';
import { defined } from '../../domain/text/json.ts';
import type { Gate } from '../../ports/gate.ts';

export interface GateWatch {
  /** Absent: no spans are made. */
  readonly spanned?: Spanned | undefined;
  /** `failed`: it could not be asked. */
  readonly onVerdict: (gate: string, verdict: GateAnswer['verdict'] | 'failed') => void;
}

/** The same gate; neither what it sees nor what it says of that goes into the span. */
export function watchedGate(gate: Gate, { spanned, onVerdict }: GateWatch): Gate {
  const { name } = gate.rule;
  const check = async (...args: Parameters<Gate['check']>) => {
    try {
      const answer = await gate.check(...args);
      onVerdict(name, answer.verdict);
      return answer;
    } catch (error) {
      onVerdict(name, 'failed');
      throw error;
    }
  };
  if (!spanned) return { ...gate, check: check };
  return {
    ...gate,
    check: (subject, signal) =>
      spanned(
        {
          topic: 'gate',
          name: `gate ${name}`,
          attributes: {
            'straylight.gate': name,
            'straylight.gate.point': subject.point,
            'gen_ai.conversation.id': subject.session,
            ...defined({ 'gen_ai.tool.name': subject.tool }),
          },
        },
        async note => {
          const answer = await check(subject, signal);
          note({ 'straylight.gate.verdict': answer.verdict });
          return answer;
        },
      ),
  };
}
