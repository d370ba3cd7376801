/** Texts as vectors: in batches, each reserved and settled for itself, and the answer checked. */
import { estimateTokens } from '../../domain/conversation/context-window.ts';
import { noUsage, sumOfUsage, type Usage } from '../../domain/conversation/message.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { CallSignals, Embeddings, EmbedRequest } from '../../ports/model-call.ts';
import type { ModelLine } from './model-line.ts';
import { type ReservedCallOptions, reservedCall } from './reserved-call.ts';

/** One request holds so many texts, and so many characters in all, unless a text alone is longer. */
const mostTexts = 64;
const mostCharacters = 48_000;
/** What stands behind that in one text does not count: models for embeddings take little. */
const mostOfText = 24_000;

export async function embedded(
  options: ReservedCallOptions & {
    readonly line: Pick<ModelLine, 'model'>;
    readonly embeds: () => string | undefined;
  },
  { texts, heading }: EmbedRequest,
  { signal, onAlive }: CallSignals,
): Promise<Embeddings> {
  const name = options.embeds();
  if (name === undefined)
    throw fault(
      'invalid',
      'no model for embeddings is set; set embedding in [models.roles], as in "ollama/nomic-embed-text"',
    );
  const empty = texts.findIndex(text => text.trim() === '');
  if (empty >= 0) throw fault('invalid', `expected texts to embed, text ${empty + 1} of ${texts.length} is empty`);
  const model = options.line.model(name);
  const vectors: Float32Array[] = [];
  let usage: Usage = noUsage;
  for (const batch of batches(texts.map(text => text.slice(0, mostOfText)))) {
    const called = { name, role: 'embedding', heading, operation: 'embeddings' } as const;
    const reply = await reservedCall(options, called, signal, async () => ({
      inputTokens: estimateTokens(batch.join('')),
      outputTokens: 0,
      async run(grant) {
        const { vectors: found, inputTokens } = await model.embed(grant, batch, {
          signal,
          onAlive,
        });
        return { found, usage: { ...noUsage, inputTokens } };
      },
    }));
    if (reply.found.length !== batch.length)
      throw fault('unavailable', `${name} answered ${reply.found.length} vectors for ${batch.length} texts; try again`);
    vectors.push(...reply.found.map(vector => unit(vector, name)));
    usage = sumOfUsage(usage, reply.usage);
  }
  const dimensions = vectors[0]?.length ?? 0;
  if (vectors.some(({ length }) => length !== dimensions))
    throw fault('unavailable', `${name} answered vectors of several sizes; try again`);
  return { vectors, model: name, dimensions, usage };
}

function batches(texts: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const last = all.at(-1);
    if (!last || last.length === mostTexts || characters + text.length > mostCharacters) {
      all.push([text]);
      characters = text.length;
    } else {
      last.push(text);
      characters += text.length;
    }
  }
  return all;
}

/** The vector with length 1, whatever length the other side gave it. */
function unit(vector: readonly number[], model: string): Float32Array {
  const length = Math.hypot(...vector);
  if (!(length > 0 && Number.isFinite(length)))
    throw fault('unavailable', `${model} answered a vector that is none; try again, or name another model`);
  return Float32Array.from(vector, part => part / length);
}
