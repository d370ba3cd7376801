/** An example of a kind of model: it repeats what it is told, and asks the harbour where that is about warmth. */
import { z } from 'zod';
import { section } from '../../config/fields.ts';
import { noUsage } from '../../src/domain/conversation/message.ts';
import { defineFeature } from '../../src/features/feature.ts';
import type { ModelMessage, ModelProvider } from '../../src/ports/model.ts';
import { defineModelKind } from '../../src/ports/model-kind.ts';

/** `[models.parrot]` of config.toml. */
const settings = section({ prefix: z.string({ error: 'a text' }).default('You said:') });

const parrotKind = defineModelKind<z.output<typeof settings>>({
  name: 'parrot',
  settings,
  secrets: [],
  prices: 'free',
  capabilities: () => ({ maxOutputTokens: 1_000, silenceMs: 0, makesSpans: false }),
  create: async ({ prefix }) => parrot(prefix),
});

function parrot(prefix: string): ModelProvider {
  return {
    name: 'parrot',
    info: async () => ({ contextTokens: 100_000, takesImages: false, takesTools: true }),
    health: async () => ({ ok: true, models: ['grey'] }),
    async complete({ messages, model }, { onText }) {
      const last = messages.at(-1);
      const asks = last?.role === 'user' && textOf(last).includes('warm');
      const text = asks ? '' : `${prefix} ${last === undefined ? '' : textOf(last)}`;
      onText(text);
      const call = { id: 'ask', name: 'harbour_temperature', arguments: '{"unit":"celsius"}' };
      return { text, toolCalls: asks ? [call] : [], stop: asks ? 'tools' : 'end', usage: noUsage, model };
    },
  };
}

function textOf(message: ModelMessage): string {
  if (message.role !== 'user') return message.text;
  return message.content.map(part => (part.type === 'text' ? part.text : '')).join(' ');
}

export const parrots = defineFeature({ name: 'parrots', kinds: { models: [parrotKind] }, open: () => ({}) });
