/** A kind of model that keeps what it is given, as an embedding program brings one. */
import { z } from 'zod';
import { section } from '../../config/fields.ts';
import { type Config, loadConfig } from '../../config/load.ts';
import { noUsage } from '../../src/domain/conversation/message.ts';
import { defineFeature, type FeatureEntry } from '../../src/features/feature.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { defineModelKind } from '../../src/ports/model-kind.ts';

/** A tool that it calls instead of an answer. */
export interface AskedCall {
  readonly tool: string;
  readonly args: object;
}

/** Settings in which it is the model by default, with the feature that brings it. `answer` is given each request. */
export function listening(
  home: string,
  answer: (request: ModelRequest) => string | AskedCall,
  contextTokens = 100_000,
): { readonly config: Config; readonly features: readonly FeatureEntry[] } {
  const kind = defineModelKind({
    name: 'listener',
    settings: section({ about: z.string().default('') }),
    secrets: [],
    prices: 'free',
    capabilities: () => ({ maxOutputTokens: 1_000, silenceMs: 0, makesSpans: false }),
    create: async () => ({
      name: 'listener',
      info: async () => ({ contextTokens, takesImages: false, takesTools: true }),
      health: async () => ({ ok: true, models: ['any'] }),
      complete: async request => {
        const said = answer(request);
        const isText = typeof said === 'string';
        return {
          text: isText ? said : '',
          toolCalls: isText ? [] : [{ id: 'call', name: said.tool, arguments: JSON.stringify(said.args) }],
          stop: isText ? 'end' : 'tools',
          usage: noUsage,
          model: request.model,
        };
      },
    }),
  });
  const features = [defineFeature({ name: 'listeners', kinds: { models: [kind] }, open: () => ({}) })];
  const loaded = loadConfig({ home, env: {}, sections: features });
  if (!loaded.ok) throw new Error(loaded.message);
  return { config: { ...loaded.config, models: { ...loaded.config.models, default: 'listener/any' } }, features };
}

/** The instructions of a request, as one text. */
export function instructionsOf({ system }: Pick<ModelRequest, 'system'>): string {
  return system.map(({ text }) => text).join('\n');
}
