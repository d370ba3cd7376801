/**
 * A language model whose weights are chance, as the bytes of a GGUF file: two layers of the llama architecture, a
 * vocabulary of bytes and ASCII. llama.cpp loads it like any other. The same bytes each time.
 */
const width = 64;
const heads = 4;
const layers = 2;
const inner = 128;

/** Half a megabyte. */
export function chanceModel(contextTokens = 65_536): Buffer {
  seed = 42;
  const words = vocabulary();
  const facts = factsOf(words, contextTokens);
  const tensors = tensorsOf(words.tokens.length);
  const infos: Buffer[] = [];
  const data: Buffer[] = [];
  let offset = 0;
  for (const [name, shape] of tensors) {
    const weights = Buffer.from(
      Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => weight(name)).buffer,
    );
    infos.push(Buffer.concat([text(`${name}.weight`), u32(shape.length), ...shape.map(u64), u32(0), u64(offset)]));
    const whole = padded(weights);
    data.push(whole);
    offset += whole.length;
  }
  const head = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(facts.length), ...facts, ...infos];
  return Buffer.concat([padded(Buffer.concat(head)), ...data]);
}

interface Vocabulary {
  readonly tokens: readonly string[];
  readonly scores: readonly number[];
  readonly types: readonly number[];
}

function vocabulary(): Vocabulary {
  const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);
  const ascii = Array.from({ length: 95 }, (_, at) => (at === 0 ? '\u2581' : String.fromCharCode(at + 32)));
  return {
    tokens: ['<unk>', '<s>', '</s>', ...bytes, ...ascii],
    scores: [0, 0, 0, ...bytes.map(() => 0), ...ascii.map((_, at) => -(at + 32))],
    types: [2, 3, 3, ...bytes.map(() => 6), ...ascii.map(() => 1)],
  };
}

/** Its metadata: name, type and value each. */
function factsOf({ tokens, scores, types }: Vocabulary, contextTokens: number): readonly Buffer[] {
  const fact = (name: string, type: number, value: Buffer) => Buffer.concat([text(name), u32(type), value]);
  const list = (type: number, values: readonly Buffer[]) => Buffer.concat([u32(type), u64(values.length), ...values]);
  const sizes = {
    context_length: contextTokens,
    embedding_length: width,
    block_count: layers,
    feed_forward_length: inner,
    'attention.head_count': heads,
    'attention.head_count_kv': heads,
    'rope.dimension_count': width / heads,
    vocab_size: tokens.length,
  };
  return [
    fact('general.architecture', 8, text('llama')),
    ...Object.entries(sizes).map(([name, size]) => fact(`llama.${name}`, 4, u32(size))),
    fact('llama.attention.layer_norm_rms_epsilon', 6, f32(1e-5)),
    fact('tokenizer.ggml.model', 8, text('llama')),
    fact('tokenizer.ggml.tokens', 9, list(8, tokens.map(text))),
    fact('tokenizer.ggml.scores', 9, list(6, scores.map(f32))),
    fact('tokenizer.ggml.token_type', 9, list(5, types.map(u32))),
    fact('tokenizer.ggml.bos_token_id', 4, u32(1)),
    fact('tokenizer.ggml.eos_token_id', 4, u32(2)),
    fact('tokenizer.ggml.unknown_token_id', 4, u32(0)),
    fact(
      'tokenizer.chat_template',
      8,
      text('{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant:'),
    ),
  ];
}

function tensorsOf(words: number): readonly (readonly [name: string, shape: readonly number[]])[] {
  const block = {
    attn_norm: [width],
    attn_q: [width, width],
    attn_k: [width, width],
    attn_v: [width, width],
    attn_output: [width, width],
    ffn_norm: [width],
    ffn_gate: [width, inner],
    ffn_up: [width, inner],
    ffn_down: [inner, width],
  };
  return [
    ['token_embd', [width, words]],
    ['output_norm', [width]],
    ['output', [width, words]],
    ...Array.from({ length: layers }, (_, at) =>
      Object.entries(block).map(([name, shape]) => [`blk.${at}.${name}`, shape] as const),
    ).flat(),
  ];
}

let seed = 42;
function weight(name: string): number {
  if (name.includes('norm')) return 1;
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return (seed / 2 ** 32 - 0.5) * 0.2;
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((32 - (bytes.length % 32)) % 32)]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const f32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
};
const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
