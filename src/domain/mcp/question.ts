/**
 * What a server asks back before it goes on with a call, as its owner reads and answers it.
 *
 * The words are the server's. An answer is a text: of one field its value, of several a line each, `NAME: VALUE`; or
 * that nothing is given. What is to be done at an address is done there by the owner, who then says so: nobody else
 * opens or fetches it.
 */
import { type Sentence, says } from '../policy/sentence.ts';
import { defined, type JsonObject } from '../text/json.ts';
import { exactly } from '../text/visible.ts';
import { saidYesOrNo } from '../text/writing/yes-or-no.ts';

/** `answering`: it was sent, and its outcome is not known yet; `unknown`: this process died then. */
export const questionStates = ['open', 'answering', 'done', 'failed', 'unknown'] as const;
export type QuestionState = (typeof questionStates)[number];

export interface ServerQuestion {
  readonly id: number;
  readonly server: string;
  /** The server's own name of it. */
  readonly tool: string;
  readonly state: QuestionState;
  /** Epoch ms. */
  readonly at: number;
  readonly session: string;
  /** In the server's words. */
  readonly message: string;
  readonly fields: readonly QuestionField[];
  /** What the owner is to open and do something at. */
  readonly pages: readonly QuestionPage[];
  /** The server says that it was done there. */
  readonly isSaidDone?: true;
  /** What came of it, once it was answered. */
  readonly result?: string;
}

/** An address that a server wants opened; `host` is what decides whose it is, in letters that cannot deceive. */
export interface QuestionPage {
  readonly url: string;
  readonly host: string;
}

type Request = Pick<ServerQuestion, 'message' | 'fields' | 'pages'>;

type FieldValue = string | number | boolean | readonly string[];

export interface QuestionField {
  readonly name: string;
  readonly title: string;
  /** `list`: several of its options. */
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'list';
  readonly options?: readonly string[];
  /** What it is if nothing is given. */
  readonly standard?: FieldValue;
  readonly isRequired: boolean;
}

/** What is to be answered, by the names that the server gave its requests; undefined: it is none that an owner can answer. */
export function questionIn(requests: JsonObject): Request | undefined {
  const all = Object.values(requests).map(elicited);
  if (all.length === 0 || all.some(one => one === undefined)) return undefined;
  const whole = all.flatMap(one => one ?? []);
  return {
    message: whole.map(({ message }) => message).join('\n'),
    fields: whole.flatMap(({ fields }) => fields),
    pages: whole.flatMap(({ pages }) => pages),
  };
}

/** The answers to all of it; `problem`: what the text lacks. */
export function answersFrom(
  requests: JsonObject,
  text: string,
): { readonly responses: JsonObject } | { readonly problem: Sentence } {
  const declined = { responses: each(requests, () => ({ action: 'decline' })) };
  if (/^(decline|nothing|nichts|ablehnen)[.!]?$/i.test(text.trim())) return declined;
  const fields = questionIn(requests)?.fields ?? [];
  const said = yesOrNo(text);
  // a yes with a condition, or other words, is neither: nothing is sent for it
  if (fields.length === 0 && text.trim() === '') return declined;
  if (fields.length === 0 && said === undefined) return { problem: says`expected yes or no, and no other words` };
  if (fields.length !== 1 && said === false) return declined;
  const given = fields.length > 1 ? linesOf(text, fields) : new Map(fields.map(({ name }) => [name, text.trim()]));
  if (fields.length > 1 && given.size === 0 && said === undefined && text.trim() !== '')
    return { problem: says`expected a line NAME: VALUE each, of ${fields.map(({ name }) => name).join(', ')}` };
  const values = new Map<string, FieldValue>();
  for (const field of fields) {
    const value = givenValue(field, given.get(field.name));
    if (value === null) return { problem: says`expected ${expectedOf(field)} for ${field.name}` };
    if (value !== undefined) values.set(field.name, value);
  }
  const contentOf = (request: JsonObject[string]) =>
    Object.fromEntries((elicited(request)?.fields ?? []).flatMap(({ name }) => pair(name, values.get(name))));
  return {
    responses: each(requests, (request): JsonObject => {
      const isDone = (elicited(request)?.pages ?? []).length > 0;
      return isDone ? { action: 'accept' } : { action: 'accept', content: contentOf(request) };
    }),
  };
}

/** The ids under which a server says that what it wanted done at an address was done. */
export function pageIdsIn(requests: JsonObject): readonly string[] {
  return Object.values(requests).flatMap(request => {
    const { elicitationId } = objectOf(objectOf(request)['params']);
    return typeof elicitationId === 'string' ? [elicitationId] : [];
  });
}

/** What may be answered by a button. */
export function choicesOf({ fields, pages }: Pick<ServerQuestion, 'fields' | 'pages'>): readonly string[] {
  if (fields.length === 0 && pages.length > 0) return ['done'];
  if (fields.length === 0) return ['yes', 'no'];
  const [only] = fields;
  if (fields.length > 1 || !only) return [];
  if (only.type === 'boolean') return ['yes', 'no'];
  return only.type === 'list' ? [] : (only.options ?? []).slice(0, 10);
}

const pair = <Value>(name: string, value: Value | undefined) => (value === undefined ? [] : [[name, value] as const]);

function each(requests: JsonObject, answer: (request: JsonObject[string]) => JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(requests).map(([name, request]) => [name, answer(request)]));
}

function elicited(request: JsonObject[string] | undefined): Request | undefined {
  const { method, params } = objectOf(request);
  const { message, requestedSchema, mode = 'form', url } = objectOf(params);
  if (method === 'elicitation/create' && mode === 'url' && typeof message === 'string') {
    const page = pageAt(url);
    return page && { message: message.slice(0, 4_000), fields: [], pages: [page] };
  }
  if (method !== 'elicitation/create' || mode !== 'form' || typeof message !== 'string') return undefined;
  const { properties, required } = objectOf(requestedSchema);
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(objectOf(properties)).slice(0, 20);
  return {
    message: message.slice(0, 4_000),
    pages: [],
    fields: fields.map(([name, schema]) => fieldOf(name, objectOf(schema), needed.includes(name))),
  };
}

/** Over TLS, or on this machine; without a user or password in it, and with nothing that is shown otherwise than it is. */
function pageAt(url: JsonObject[string] | undefined): QuestionPage | undefined {
  if (typeof url !== 'string' || url.length > 2_000 || url !== exactly(url) || /\s/.test(url)) return undefined;
  const parsed = URL.parse(url);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return undefined;
  const isOwn = ['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname);
  if (parsed.protocol !== 'https:' && !(parsed.protocol === 'http:' && isOwn)) return undefined;
  return { url: parsed.href, host: parsed.host };
}

function fieldOf(name: string, schema: JsonObject, isRequired: boolean): QuestionField {
  const { type, title, description, default: standard } = schema;
  const words = [title, description].find(one => typeof one === 'string');
  const known =
    type === 'array' ? 'list' : type === 'number' || type === 'integer' || type === 'boolean' ? type : 'string';
  const options = optionsOf(known === 'list' ? objectOf(schema['items']) : schema);
  const field = {
    name: name.slice(0, 60),
    title: String(words ?? name).slice(0, 300),
    type: known,
    isRequired,
    ...defined({ options }),
  } as const;
  const isList = Array.isArray(standard) && standard.every(one => typeof one === 'string');
  const fits = known === 'list' ? isList : typeof standard === (known === 'integer' ? 'number' : known);
  return fits ? { ...field, standard: standard as FieldValue } : field;
}

/** What may be chosen: as bare values, or each with a title, as `oneOf` and `anyOf` have them. */
function optionsOf({ enum: bare, oneOf, anyOf }: JsonObject): readonly string[] | undefined {
  const titled = [oneOf, anyOf].find(Array.isArray)?.map(one => objectOf(one)['const']);
  const all = Array.isArray(bare) ? bare : titled;
  return all?.slice(0, 30).map(String);
}

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** What stands behind each name; what begins with none of them goes on with the value before it. */
function linesOf(text: string, fields: readonly QuestionField[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  let last: string | undefined;
  for (const [, mark = '', piece = ''] of text.matchAll(/(^|\n|;)([^\n;]*)/g)) {
    const [, said = '', value = ''] = /^\s*([^:=]{1,60}?)\s*[:=]\s*(.*?)\s*$/.exec(piece) ?? [];
    const name = fields.find(one => isNamed(one, said))?.name;
    if (name !== undefined) given.set(name, value);
    else if (last !== undefined) given.set(last, `${given.get(last) ?? ''}${mark}${piece}`.trimEnd());
    last = name ?? last;
  }
  return given;
}

function isNamed({ name, title }: QuestionField, said: string): boolean {
  return [name, title].some(one => one.toLowerCase() === said.toLowerCase());
}

/** Of a field that is true or false, and of what was to be done at an address, too. */
function yesOrNo(text: string): boolean | undefined {
  if (/^(?:true|done|fertig|erledigt)[.!]?$/i.test(text.trim())) return true;
  return /^false$/i.test(text.trim()) ? false : saidYesOrNo(text);
}

/** Undefined: none was given, and none has to be; null: it does not fit. */
function givenValue(field: QuestionField, text: string | undefined): FieldValue | undefined | null {
  if (text === undefined || text === '') return field.standard ?? (field.isRequired ? null : undefined);
  switch (field.type) {
    case 'boolean':
      return yesOrNo(text) ?? null;
    case 'number':
    case 'integer': {
      const number = givenNumber(field, text);
      return Number.isFinite(number) && (field.type === 'number' || Number.isInteger(number)) ? number : null;
    }
    case 'list': {
      const all = text.split(',').map(one => optionIn(field, one.trim()));
      return all.every(one => one !== undefined) ? all : null;
    }
    default:
      return optionIn(field, text) ?? null;
  }
}

/** `1,000` is a thousand to one owner and one to another, and so is `1.000` where it has to be whole: neither is guessed. */
function givenNumber({ type }: QuestionField, text: string): number {
  const isOpen = type === 'integer' ? /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/ : /^[-+]?[1-9]\d{0,2},\d{3}$/;
  return isOpen.test(text) ? Number.NaN : Number(text.replace(',', '.'));
}

/** The option that is meant, with capitals or without; where none is set, what was said. */
function optionIn({ options }: QuestionField, said: string): string | undefined {
  if (options === undefined || options.includes(said)) return said;
  const alike = options.filter(one => one.toLowerCase() === said.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

function expectedOf({ type, options }: QuestionField): Sentence & object {
  if (type === 'list') return says`some of ${(options ?? []).join(', ')}, apart by commas`;
  if (options) return says`one of ${options.join(', ')}`;
  if (type === 'boolean') return says`yes or no`;
  return type === 'string' ? says`a text` : says`a number, with nothing between its thousands`;
}
