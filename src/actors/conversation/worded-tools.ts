/**
 * Tools for models whose API has none, or that are weak with nested arguments: they are offered in the instructions, and
 * a call is a fenced block of the reply.
 *
 * `json`: the block holds name and arguments. `words`: it holds the name and one sentence, of which a translator makes
 * the arguments. In both, earlier calls and their results are text of the conversation.
 */
import type { ToolSpec } from '../../domain/tools/tool.ts';
import type { ModelMessage, ModelReply, ModelRequest, ModelToolCall } from '../../ports/model.ts';

export type ToolForm = 'native' | 'json' | 'words';

type Content = Pick<ModelRequest, 'system' | 'messages' | 'tools'>;

/** The same request without tools of its own. */
export function inWords(request: Content, form: Exclude<ToolForm, 'native'>): Content {
  const { system, messages, tools } = request;
  const offer = tools.length === 0 ? [] : [{ text: offerOf(tools, form), stable: true }];
  const stays = system.filter(({ stable }) => stable);
  const moment = system.filter(({ stable }) => !stable);
  return {
    system: [...stays, ...offer, ...moment],
    messages: joined(messages.map(message => said(message, form))),
    tools: [],
  };
}

/** What stands of the tools in the instructions. */
export function offerOf(tools: readonly ToolSpec[], form: Exclude<ToolForm, 'native'>): string {
  const block = form === 'json' ? '{"name": "NAME", "arguments": {…}}' : 'NAME: one sentence that says all it needs';
  const listed = tools.map(({ name, description, parameters }) =>
    form === 'json'
      ? `- ${name}: ${description}\n  Arguments, as a JSON Schema: ${JSON.stringify(parameters)}`
      : `- ${name}: ${description}`,
  );
  return [
    'You can use tools. To use one, end your answer with a block of exactly this form:',
    `\`\`\`tool\n${block}\n\`\`\``,
    'Several blocks are several calls. Write nothing behind them; the results come next. Never make up a result.',
    `The tools:\n${listed.join('\n')}`,
  ].join('\n\n');
}

function said(message: ModelMessage, form: Exclude<ToolForm, 'native'>): ModelMessage {
  if (message.role === 'user') return message;
  if (message.role === 'assistant')
    return {
      role: 'assistant',
      text: [message.text, ...message.toolCalls.map(blockOf(form))].join('\n'),
      toolCalls: [],
    };
  const { name, text, failed } = message;
  const result = `Result of ${name}${failed ? ', which failed' : ''}:\n${text.trim() === '' ? '(no output)' : text}`;
  return { role: 'user', content: [{ type: 'text', text: result }] };
}

function blockOf(form: Exclude<ToolForm, 'native'>): (call: ModelToolCall) => string {
  return ({ name, arguments: input }) => {
    const block = form === 'json' ? `{"name": ${JSON.stringify(name)}, "arguments": ${input}}` : `${name}: ${input}`;
    return `\`\`\`tool\n${block}\n\`\`\``;
  };
}

/** Several servers want the roles to alternate. */
function joined(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const all: ModelMessage[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last?.role === 'user' && message.role === 'user')
      all[all.length - 1] = { role: 'user', content: [...last.content, ...message.content] };
    else all.push(message);
  }
  return all;
}

/** A call as it stood in a block: arguments in JSON, or what it is to do, in words. */
export interface WordedCall {
  readonly name: string;
  readonly arguments?: string;
  readonly words?: string;
}

const fence = /```(?:tool|json)[^\S\n]*\n([\s\S]*?)(?:\n[^\S\n]*```|$)/g;

/** The words of a reply, and the calls in its blocks. A block that was cut off, or is none of a tool, stays text. */
export function readReply(
  { text, stop }: Pick<ModelReply, 'text' | 'stop'>,
  tools: readonly ToolSpec[],
): { readonly text: string; readonly calls: readonly WordedCall[]; readonly stop: ModelReply['stop'] } {
  const calls: WordedCall[] = [];
  const words = text.replaceAll(fence, (whole, body: string) => {
    if (stop === 'length' && !whole.endsWith('```')) return whole;
    const call = callIn(body.trim(), tools);
    if (!call) return whole;
    calls.push(call);
    return '';
  });
  if (calls.length === 0) return { text, calls, stop };
  return { text: words.trim(), calls, stop: 'tools' };
}

function callIn(body: string, tools: readonly ToolSpec[]): WordedCall | undefined {
  const isTool = (name: unknown): name is string => tools.some(tool => tool.name === name);
  const [, name = '', words = ''] = /^([\w-]{1,64})\s*:\s*([\s\S]+)$/.exec(body) ?? [];
  if (isTool(name)) return words.startsWith('{') ? { name, arguments: words } : { name, words };
  try {
    const { name: called, arguments: input, description } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    if (!isTool(called)) return undefined;
    if (typeof description === 'string' && input === undefined) return { name: called, words: description };
    return { name: called, arguments: JSON.stringify(input ?? {}) };
  } catch {
    return undefined;
  }
}

/** Passes on what is shown of a reply while it is written: up to its first block. */
export function untilBlock(show: (delta: string) => void): (delta: string) => void {
  let text = '';
  let shown = 0;
  return delta => {
    text += delta;
    const block = text.search(/```(?:tool|json)/);
    // what has come so far may end in the beginning of a block
    const end = block >= 0 ? block : text.length - (/`{1,2}$|```(?:to{0,2}|j(?:so?)?)?$/.exec(text)?.[0].length ?? 0);
    if (end > shown) show(text.slice(shown, end));
    shown = Math.max(shown, end);
  };
}
