/**
 * What the Messages API refuses with `invalid_request_error`, in its own words where they are known.
 *
 * Taken from the API reference and from its answers; the rules that an adapter can break: roles and their order, empty
 * text, tool calls and their results, cache markers, tool and schema shapes.
 */

/** A block of a message, of the instructions, or a tool definition, as far as the rules look. */
export type Block = Readonly<Record<string, unknown>> & { readonly type?: unknown };

/** One message with its content as blocks, consecutive ones of a role already combined. */
export interface CombinedMessage {
  readonly role: string;
  readonly content: readonly Block[];
}

const toolName = /^[a-zA-Z0-9_-]{1,128}$/;
const imageTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** The first rule this request breaks, or `undefined`. */
export function problemWith(body: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof body.model !== 'string') return 'model: Field required';
  if (typeof body.max_tokens !== 'number') return 'max_tokens: Field required';
  if (!Number.isInteger(body.max_tokens) || body.max_tokens < 1) return 'max_tokens: must be greater than 0';
  if (!Array.isArray(body.messages) || body.messages.length === 0) return 'messages: at least one message is required';
  for (const [index, message] of (body.messages as CombinedMessage[]).entries()) {
    if (message.role !== 'user' && message.role !== 'assistant')
      return `messages.${index}.role: Input should be 'user' or 'assistant'`;
    if (blocksOf(message.content).length === 0) return `messages.${index}: all messages must have non-empty content`;
  }
  const messages = combined(body);
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  if (messages.at(-1)?.role === 'assistant')
    return 'This model does not support assistant message prefill. The conversation must end with a user message.';
  return (
    problemWithTools(body.tools) ??
    problemWithBlocks(blocksOf(body.system), 'system') ??
    firstOf(messages, (message, index) => problemWithBlocks(message.content, `messages.${index}.content`)) ??
    problemWithPairs(messages) ??
    problemWithMarkers(body, messages) ??
    problemWithThinking(body, messages) ??
    problemWithFormat(body.output_config)
  );
}

/** The messages with consecutive ones of a role combined, as the API does before it looks at them. */
export function combined(body: Readonly<Record<string, unknown>>): readonly CombinedMessage[] {
  const result: { role: string; content: Block[] }[] = [];
  for (const message of body.messages as CombinedMessage[]) {
    const last = result.at(-1);
    if (last?.role === message.role) last.content.push(...blocksOf(message.content));
    else result.push({ role: message.role, content: [...blocksOf(message.content)] });
  }
  return result;
}

/** Content as blocks: a text is shorthand for one text block. */
export function blocksOf(content: unknown): readonly Block[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : [];
}

function problemWithTools(tools: unknown): string | undefined {
  if (tools === undefined) return undefined;
  const seen = new Set<unknown>();
  return firstOf(tools as Block[], (tool, index) => {
    if (typeof tool.name !== 'string' || !toolName.test(tool.name))
      return `tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
    if (seen.has(tool.name)) return 'tools: Tool names must be unique.';
    seen.add(tool.name);
    const schema = tool.input_schema as Block | undefined;
    return schema?.type === 'object' ? undefined : `tools.${index}.custom.input_schema.type: Field required`;
  });
}

function problemWithBlocks(blocks: readonly Block[], where: string): string | undefined {
  return firstOf(blocks, (block, index) => {
    if (block.type === 'text') {
      if (typeof block.text !== 'string' || block.text === '') return `${where}: text content blocks must be non-empty`;
      if (block.text.trim() === '') return `${where}: text content blocks must contain non-whitespace text`;
    }
    if (block.type === 'image') {
      const source = block.source as Block | undefined;
      if (source?.type !== 'base64' || !imageTypes.has(String(source.media_type)) || !source.data)
        return `${where}.${index}.image.source: Could not process image`;
    }
    if (block.type === 'tool_use') {
      if (typeof block.id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(block.id))
        return `${where}.${index}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
      if (typeof block.name !== 'string' || !toolName.test(block.name))
        return `${where}.${index}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
      if (typeof block.input !== 'object' || block.input === null || Array.isArray(block.input))
        return `${where}.${index}.tool_use.input: Input should be a valid dictionary`;
    }
    return undefined;
  });
}

/** Every call is answered once, first thing in the very next message, and nothing else is. */
function problemWithPairs(messages: readonly CombinedMessage[]): string | undefined {
  const everyId = new Set<unknown>();
  return firstOf(messages, (message, index) => {
    const uses = message.content.filter(block => block.type === 'tool_use').map(block => block.id);
    for (const id of uses) {
      if (everyId.has(id)) return `messages.${index}: \`tool_use\` ids must be unique`;
      everyId.add(id);
    }
    if (message.role === 'assistant') {
      const next = messages[index + 1]?.content ?? [];
      const others = next.findIndex(block => block.type !== 'tool_result');
      const answered = new Set(next.slice(0, others < 0 ? next.length : others).map(block => block.tool_use_id));
      const open = uses.filter(id => !answered.has(id));
      return open.length === 0
        ? undefined
        : `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
    }
    if (uses.length > 0) return `messages.${index}: \`tool_use\` blocks can only be in \`assistant\` messages`;
    const asked = new Set(
      (messages[index - 1]?.content ?? []).filter(block => block.type === 'tool_use').map(block => block.id),
    );
    const results = message.content.filter(block => block.type === 'tool_result').map(block => block.tool_use_id);
    const stray = results.find(id => !asked.has(id));
    if (stray !== undefined)
      return `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    return new Set(results).size === results.length
      ? undefined
      : `messages.${index}: each tool_use must have a single result. Found multiple \`tool_result\` blocks.`;
  });
}

function problemWithMarkers(
  body: Readonly<Record<string, unknown>>,
  messages: readonly CombinedMessage[],
): string | undefined {
  const blocks = [...blocksOf(body.tools), ...blocksOf(body.system), ...messages.flatMap(message => message.content)];
  const count = blocks.filter(block => block.cache_control != null).length + (body.cache_control == null ? 0 : 1);
  return count > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${count}.` : undefined;
}

/** What vouches for a thought: it has to come back with it, whether its text was shown or not. */
export function signatureOf(thinking: string): string {
  return `EqQB${Buffer.from(thinking).toString('base64')}`;
}

/** Thoughts come back as they were given; a call that is answered while thinking is on has one before it. */
function problemWithThinking(
  body: Readonly<Record<string, unknown>>,
  messages: readonly CombinedMessage[],
): string | undefined {
  const { type, budget_tokens: budget = 0 } = (body.thinking ?? {}) as Block & { readonly budget_tokens?: number };
  if (type === 'enabled' && (budget < 1024 || budget >= Number(body.max_tokens)))
    return '`max_tokens` must be greater than `thinking.budget_tokens`, which must be at least 1024';
  const isThought = (block: Block | undefined) => block?.type === 'thinking' || block?.type === 'redacted_thinking';
  for (const [index, { content }] of messages.entries())
    for (const [at, block] of content.entries()) {
      if (block.type !== 'thinking') continue;
      const signature = String(block.signature);
      const meant = Buffer.from(signature.slice(4), 'base64').toString();
      if (signature !== signatureOf(meant) || (block.thinking !== '' && block.thinking !== meant))
        return `messages.${index}.content.${at}: Invalid \`signature\` in \`thinking\` block`;
    }
  const last = messages.findLast(({ role }) => role === 'assistant');
  const isOpen = messages.at(-1)?.content[0]?.type === 'tool_result';
  if (type !== 'enabled' || !isOpen || isThought(last?.content[0])) return undefined;
  return `messages.${messages.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${last?.content[0]?.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`;
}

function problemWithFormat(config: unknown): string | undefined {
  const format = (config as { readonly format?: Block } | undefined)?.format;
  if (format == null) return undefined;
  if (format.type !== 'json_schema') return "output_config.format.type: Input should be 'json_schema'";
  return problemWithSchema(format.schema);
}

function problemWithSchema(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const { type, additionalProperties } = schema as Block;
  if (type === 'object' && additionalProperties !== false)
    return "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false";
  return firstOf(Object.values(schema), problemWithSchema);
}

function firstOf<Item>(
  items: readonly Item[],
  problem: (item: Item, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = problem(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
