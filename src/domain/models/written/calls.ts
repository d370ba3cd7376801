/** Tool calls as models write them into their text, in the forms of their templates. */
import type { Json, JsonObject } from '../../text/json.ts';
import { jsonValues, laxJson, mendedJson } from './json-values.ts';

/** `arguments`: JSON text. */
export interface WrittenCall {
  readonly name: string;
  readonly arguments: string;
}

/** Does a tool take text under this name? Then what looks like a number is text all the same. */
export type TakesText = (tool: string, key: string) => boolean;

/** The calls between the marks of a template; `undefined`: what stands there is none that is understood. */
export function callsBetweenMarks(
  open: string,
  body: string,
  takesText: TakesText,
): readonly WrittenCall[] | undefined {
  // several calls may share an end
  const parts = ownsItsMark(open) ? [`${open}${body}`] : whole(body).split(open);
  const read = open === '<|tools_prefix|>' ? keyedCalls : callsOf;
  const calls = parts.filter(part => part.trim() !== '').map(part => read(plainForm(part.trim()), takesText));
  return calls.length > 0 && calls.every(found => found !== undefined) ? calls.flat() : undefined;
}

/** The calls in text that is nothing but calls of these tools, in JSON or in Python's form. */
export function bareCalls(text: string, tools: readonly string[]): readonly WrittenCall[] | undefined {
  const calls = jsonCalls(text.trim()) ?? pythonCalls(text.trim(), () => false);
  return calls?.every(({ name }) => tools.includes(name)) ? calls : undefined;
}

const callKeys = [
  'name',
  'function',
  'tool',
  'tool_name',
  'tool_call',
  'function_call',
  'tool_calls',
  'action',
  'type',
  'id',
];

/** May text that begins so become a call? */
export function mayBecomeCall(text: string): boolean {
  const [, key, end] = /^[\s[]*\{\s*"([^"]*)("?)/.exec(text) ?? [];
  if (key !== undefined) return callKeys.some(one => (end === '' ? one.startsWith(key) : one === key));
  return /^[\s[]*\{?\s*$/.test(text) || /^\[\s*[A-Za-z_][\w.]*(?:\(|$)/.test(text) || /^functools\[/.test(text);
}

/** The tags of DeepSeek, Step and LongCat without what only these have in them. */
function plainForm(body: string): string {
  return body.replace(/[｜|]DSML[｜|]|steptml:/g, '').replace(/(<\/?)longcat_(?=arg_)/g, '$1');
}

/** Marks that hold a part of the call themselves. */
function ownsItsMark(open: string): boolean {
  return open.endsWith('=') || /call[_▁]begin/.test(open);
}

function callsOf(body: string, takesText: TakesText): readonly WrittenCall[] | undefined {
  for (const read of readers) {
    const calls = read(body, takesText);
    if (calls && calls.length > 0) return calls;
  }
  return undefined;
}

type Reader = (body: string, takesText: TakesText) => readonly WrittenCall[] | undefined;

/** The first that understands the body, from the strictest on. */
const readers: readonly Reader[] = [
  jsonCalls,
  channelCall,
  sectionCalls,
  taggedCalls,
  argumentTags,
  gemmaCall,
  namedCalls,
  pythonCalls,
];

/** `{"name": …, "arguments": {…}}`, several behind each other or in a list. */
function jsonCalls(body: string): readonly WrittenCall[] | undefined {
  const text = body.replace(/^functools(?=\[)/, '').replace(/^;?json\s*(?=[[{])/, '');
  const values = jsonValues(text) ?? jsonValues(mendedJson(text));
  if (!values || values.length === 0) return undefined;
  const calls = values.flat().flatMap(listedCalls).map(callOf);
  return calls.every(call => call !== undefined) ? calls : undefined;
}

/** Some write the field of OpenAI's reply around them. */
function listedCalls(value: Json): readonly Json[] {
  const list = isObject(value) && Object.keys(value).length === 1 ? value['tool_calls'] : undefined;
  return Array.isArray(list) ? list : [value];
}

function callOf(value: Json): WrittenCall | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const outer = value as JsonObject;
  const inner = [outer['function'], outer['tool_call'], outer['function_call']].find(isObject) ?? outer;
  const name = [inner['name'], inner['tool_name'], inner['tool'], inner['function'], inner['action']].find(isText);
  const keys = ['arguments', 'parameters', 'args', 'input', 'tool_input', 'action_input', 'params', 'kwargs'];
  const key = keys.find(one => inner[one] !== undefined);
  if (name === undefined) return undefined;
  // what has a name and other members beside is a person or a file, and no call
  if (key === undefined && Object.keys(inner).length > 1) return undefined;
  const input = key === undefined ? {} : inner[key];
  const made = input === null || input === '' ? {} : typeof input === 'string' ? laxJson(input) : input;
  return isObject(made) ? { name: bareName(name), arguments: JSON.stringify(made) } : undefined;
}

/** Of Apertus: `[{"NAME": {…}}]`. */
function keyedCalls(body: string): readonly WrittenCall[] | undefined {
  const values = jsonValues(body)?.flat() ?? [];
  if (!values.every(isObject)) return undefined;
  const pairs = values.flatMap(value => Object.entries(value));
  return all(pairs.map(([name, input]) => (isObject(input) ? { name, arguments: JSON.stringify(input) } : undefined)));
}

/** Of Gemma: `call:NAME{key:<|"|>text<|"|>,other:1}`, in an older form with `<escape>` around a text. */
function gemmaCall(body: string): readonly WrittenCall[] | undefined {
  const [, name, input] = /^call:([\w.-]+)\s*(\{[\s\S]*\})$/.exec(body) ?? [];
  if (name === undefined || input === undefined) return undefined;
  const parts = input.split(/<\|"\|>|<escape>/);
  // outside of a text its keys stand bare
  const json = parts.map((part, at) =>
    at % 2 === 1 ? JSON.stringify(part) : part.replace(/([{,]\s*)([A-Za-z_][\w.-]*)\s*:/g, '$1"$2":'),
  );
  return one(name, json.join(''));
}

/** Of gpt-oss: `<|channel|>commentary to=functions.NAME <|constrain|>json<|message|>{…}`. */
function channelCall(body: string): readonly WrittenCall[] | undefined {
  const [, name, input] =
    /^<\|(?:channel|start)\|>(?:commentary|analysis|assistant) to=(?:functions\.)?([\w.-]+)[\s\S]*?<\|message\|>([\s\S]*)$/.exec(
      body,
    ) ?? [];
  return name === undefined ? undefined : one(name, input);
}

/** Of Kimi and DeepSeek: a name, a mark, and JSON, one behind the other. */
function sectionCalls(body: string): readonly WrittenCall[] | undefined {
  if (!/tool[_▁]call[_▁]?begin/.test(body)) return undefined;
  const calls: (WrittenCall | undefined)[] = [];
  const each = /<[|｜]tool[_▁]call[_▁]begin[|｜]>([\s\S]*?)(?:<[|｜]tool[_▁]call[_▁]end[|｜]>|$)/g;
  for (const [, part = ''] of body.matchAll(each)) {
    const kimi = /^\s*(?:functions\.)?([\w.-]+?)(?::\d+)?\s*<\|tool_call_argument_begin\|>([\s\S]*)$/.exec(part);
    const deepseek = /^(?:function)?<[|｜]tool▁sep[|｜]>([\w.-]+)\s*([\s\S]*)$/.exec(part);
    const later = /^([\w.-]+)<[|｜]tool▁sep[|｜]>([\s\S]*)$/.exec(part);
    const [, name, input] = kimi ?? deepseek ?? later ?? [];
    calls.push(...(name === undefined ? [undefined] : (one(name, unfenced(input ?? '')) ?? [undefined])));
  }
  return all(calls);
}

/**
 * Of Qwen3-Coder, MiniMax, DeepSeek and Claude: `<function=NAME><parameter=KEY>VALUE</parameter>`, `<invoke
 * name="NAME">…`.
 */
function taggedCalls(body: string, takesText: TakesText): readonly WrittenCall[] | undefined {
  const each = /<(?:function=|invoke name=)"?([\w.-]+)"?\s*(?:>|(?=\{))([\s\S]*?)(?:<\/(?:function|invoke)>|$)/g;
  const calls: (WrittenCall | undefined)[] = [];
  for (const [, name = '', inside = ''] of body.matchAll(each)) {
    const parameters = [
      ...inside.matchAll(
        /<parameter(?:=| name=)"?([\w.-]+)"?(?:\s+string="?(true|false)"?)?\s*>([\s\S]*?)(?:<\/parameter>|(?=<parameter)|$)/g,
      ),
    ];
    // Llama's form has JSON there
    if (parameters.length === 0 && inside.trim() !== '') calls.push(...(one(name, inside) ?? [undefined]));
    else {
      // DeepSeek says what is a text as it stands
      const pairs = parameters.map(
        ([, key = '', isText, value = '']) => [key, isText === 'true' ? JSON.stringify(value) : value] as const,
      );
      calls.push(named(name, pairs, takesText));
    }
  }
  return all(calls);
}

/** Of GLM: a name, then `<arg_key>KEY</arg_key><arg_value>VALUE</arg_value>`. */
function argumentTags(body: string, takesText: TakesText): readonly WrittenCall[] | undefined {
  const [, name, rest = ''] = /^([\w.-]+)\s*((?:<arg_key>[\s\S]*)?)$/.exec(body) ?? [];
  if (name === undefined || (rest === '' && !/^[a-z]\w*_\w+$/.test(name))) return undefined;
  const pairs = [...rest.matchAll(/<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g)];
  const values = pairs.map(([, key = '', value = '']) => [key.trim(), value] as const);
  return all([named(name, values, takesText)]);
}

/**
 * Of Mistral: `NAME{…}`, `NAME[ARGS]{…}`, `NAME[CALL_ID]id[ARGS]{…}`, several behind each other; of Gemma
 * `call:NAME{…}`.
 */
function namedCalls(body: string): readonly WrittenCall[] | undefined {
  const parts = body.split('[TOOL_CALLS]').map(part => part.trim());
  const calls = parts
    .filter(part => part !== '')
    .map(part => {
      const [, name, input] =
        /^(?:call:)?([\w.-]+)\s*(?:\[CALL_ID\][\w-]*\s*)?(?:\[ARGS\]\s*)?(\{[\s\S]*\})$/.exec(part) ?? [];
      return name === undefined ? undefined : one(name, input)?.[0];
    });
  return all(calls);
}

/**
 * Of Llama and LFM: `NAME.call(key="value")`, `[NAME(key="value"), OTHER()]`; values are those that JSON and Python
 * share.
 */
function pythonCalls(body: string, takesText: TakesText): readonly WrittenCall[] | undefined {
  const text = body.replace(/^\[([\s\S]*)\]$/, '$1').trim();
  const each =
    /\s*([A-Za-z_][\w.]*?)(?:\.call)?\(((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^"'()])*)\)\s*(?:[,;\n]|$)/gy;
  const calls: (WrittenCall | undefined)[] = [];
  let read = 0;
  for (const found of text.matchAll(each)) {
    const pairs = pythonPairs(found[2] ?? '');
    calls.push(pairs && named(found[1] ?? '', pairs, takesText));
    read = (found.index ?? 0) + found[0].length;
  }
  return text.slice(read).trim() === '' ? all(calls) : undefined;
}

function pythonPairs(inside: string): readonly (readonly [string, string])[] | undefined {
  const pairs: (readonly [string, string])[] = [];
  const each = /\s*([A-Za-z_]\w*)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[[^\]]*\]|[^,"'()]+?)\s*(?:,|$)/gy;
  let read = 0;
  for (const found of inside.matchAll(each)) {
    pairs.push([found[1] ?? '', pythonValue(found[2] ?? '')]);
    read = (found.index ?? 0) + found[0].length;
  }
  return inside.slice(read).trim() === '' ? pairs : undefined;
}

function pythonValue(text: string): string {
  const words: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };
  if (/^'[\s\S]*'$/.test(text)) return JSON.stringify(text.slice(1, -1).replaceAll("\\'", "'"));
  return words[text] ?? text;
}

/** A value that is JSON is what it says; all other text is a text. */
function named(name: string, pairs: readonly (readonly [string, string])[], takesText: TakesText): WrittenCall {
  const input: Record<string, Json> = {};
  for (const [key, value] of pairs) {
    const text = value.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
    const found = /^\s*(?:[[{"]|-?\d|true|false|null)/.test(text) ? laxJson(text) : undefined;
    const isText = found === undefined || (typeof found !== 'string' && takesText(bareName(name), key));
    input[key] = isText ? text : found;
  }
  return { name: bareName(name), arguments: JSON.stringify(input) };
}

function one(name: string, input: string | undefined): readonly WrittenCall[] | undefined {
  const made = laxJson((input ?? '').trim() || '{}');
  return isObject(made) ? [{ name: bareName(name), arguments: JSON.stringify(made) }] : undefined;
}

function all(calls: readonly (WrittenCall | undefined)[]): readonly WrittenCall[] | undefined {
  return calls.length > 0 && calls.every(call => call !== undefined) ? calls : undefined;
}

/** What stands in a block of code, where that is all. */
function whole(body: string): string {
  return /^\s*```\w*\s*\n([\s\S]*?)\n\s*```\s*$/.exec(body)?.[1] ?? body;
}

function unfenced(text: string): string {
  return /```\w*\s*([\s\S]*?)```/.exec(text)?.[1] ?? text;
}

function bareName(name: string): string {
  return name.trim().replace(/^functions\./, '');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
