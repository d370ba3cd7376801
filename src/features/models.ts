/** The model providers this home can have: each of its settings, and its key where it needs one. */
import type { TracerProvider } from '@opentelemetry/api';
import { durationMs } from '../../config/duration.ts';
import type { Config } from '../../config/load.ts';
import { reveal } from '../../config/secrets.ts';
import { lightFetch } from '../adapters/models/light-fetch.ts';
import { ollamaModels } from '../adapters/models/ollama/ollama.ts';
import { redactedProvider } from '../adapters/models/redacted-provider.ts';
import { rehearsalModels } from '../adapters/models/rehearsal/rehearsal.ts';
import type { Patience } from '../domain/models/outage.ts';
import type { Redactor } from '../domain/secrets/redaction.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelProvider } from '../ports/model.ts';

/** How long a turn of this home waits where no model answers. */
export function patienceOf({ keepTrying, longestPause }: Config['models'], timeZone: string): Patience {
  return { keepTryingMs: durationMs(keepTrying) ?? 0, longestPauseMs: durationMs(longestPause) ?? 0, timeZone };
}

/** By name; Anthropic is there only with a key. Without a redactor they are to be asked about themselves, and for nothing else. */
export async function modelProviders(
  config: Config,
  clock: Clock,
  redactor?: Pick<Redactor, 'text' | 'json' | 'known'>,
  telemetry?: TracerProvider,
): Promise<ReadonlyMap<string, ModelProvider>> {
  const { anthropic, ollama } = config.models;
  const fetch = lightFetch();
  const providers = [
    rehearsalModels({ clock }),
    ollamaModels({
      host: ollama.host,
      fetch,
      clock,
      keepAlive: ollama.keepAlive,
      contextTokens: ollama.maxContextTokens,
      firstByteMs: ollama.firstByteMs,
      silenceMs: ollama.silenceMs,
    }),
  ];
  const apiKey = reveal(config.secrets, 'ANTHROPIC_API_KEY');
  if (apiKey !== undefined) {
    // its library is a quarter of all files a start would read
    const { anthropicModels } = await import('../adapters/models/anthropic/anthropic.ts');
    providers.push(
      anthropicModels({
        apiKey,
        baseUrl: anthropic.baseUrl,
        fetch,
        clock,
        firstByteMs: anthropic.firstByteMs,
        silenceMs: anthropic.silenceMs,
        telemetry,
      }),
    );
  }
  const safe = (provider: ModelProvider) => (redactor ? redactedProvider(provider, redactor) : provider);
  return new Map(providers.map(provider => [provider.name, safe(provider)]));
}
