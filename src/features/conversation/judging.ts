/** The effect that judges a reply. */
import { createRequire } from 'node:module';
import type * as Comparing from '../../actors/conversation/claims/comparing.ts';
import type * as Judging from '../../actors/conversation/judging.ts';
import type { EffectSource } from '../../actors/runtime/registry.ts';
import type * as JudgedSchemas from '../../adapters/memory/judged-claims.ts';
import type * as ClaimTexts from '../../domain/claims/texts.ts';
import type { Features } from '../feature.ts';

// With the first reply that is compared.
const load = createRequire(import.meta.url);

/** Models compare a reply with the records, where they are set for it. */
export function judgingEffect(
  { core, calls }: Pick<Features, 'core' | 'calls'>,
  records: Pick<Comparing.Records, 'messagesOf' | 'workOf' | 'isNew'>,
): EffectSource {
  const { conversation, toolbox, config } = core;
  const { language } = config.owner;
  return {
    get logic() {
      const { judging } = load('../../actors/conversation/judging.ts') as typeof Judging;
      const { comparedReply } = load('../../actors/conversation/claims/comparing.ts') as typeof Comparing;
      const texts = load('../../domain/claims/texts.ts') as typeof ClaimTexts;
      return judging({
        models: calls,
        schemas: load('../../adapters/memory/judged-claims.ts') as typeof JudgedSchemas,
        isSet: role => config.models.roles[role] !== undefined,
        tools: () => toolbox.declared,
        recordsOf({ session, turn, message }) {
          const reply = conversation.message(message)?.text ?? '';
          const given = {
            tools: toolbox.declared,
            callsSince: conversation.toolCallsSince,
            read: conversation.read,
            ...records,
          };
          const own = conversation.toolCallsDuring(turn);
          return { reply, ...comparedReply(given, { session, turn, reply, own }) };
        },
        lineOf: texts.claimLine,
        refutedText: found => texts.refutedText(found, language),
      });
    },
    policy: 'repeatable',
    lane: 'model',
    timeoutMs: 120_000,
  };
}
