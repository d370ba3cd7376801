/** The arguments of a tool, from the words of a request and the tool's own schema. */
import { canonical, type Json, type JsonObject } from '../../../domain/text/json.ts';
import type { ToolSpec } from '../../../domain/tools/tool.ts';
import { type Language, quoted, unquoted } from './intent.ts';
import { numbersIn, type Phrase } from './phrase.ts';
import type { Shape } from './shapes/shape.ts';

/** The arguments, or the required ones the words do not give. */
export type Filled = { readonly arguments: JsonObject } | { readonly missing: readonly string[] };

/** Fills a tool's parameters. `shape`: what the tool is known to be, if its parameters are still those. */
export function filled({ parameters }: ToolSpec, phrase: Phrase, language: Language, shape?: Shape): Filled {
  if (phrase.json !== undefined && fits(phrase.json, parameters)) return { arguments: phrase.json };
  const known = shape !== undefined && canonical(shape.parameters) === canonical(parameters) ? shape : undefined;
  const byShape = known?.fill?.(phrase, language);
  if (byShape !== undefined) return { arguments: byShape };
  const required = listOf(parameters['required']);
  const named = namedIn(phrase.whole, parameters, language);
  if (Object.keys(named).length > 0 && required.every(name => named[name] !== undefined)) return { arguments: named };
  if (known?.fill !== undefined) return { missing: required };
  const given: Record<string, Json> = { ...byType(parameters, phrase, language), ...named };
  const missing = required.filter(name => given[name] === undefined);
  return missing.length > 0 ? { missing } : { arguments: given };
}

/** The arguments of a call as they were written. */
export function argumentsOf(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** JSON that is meant as arguments names at least one parameter; a tool without named ones takes any. */
function fits(json: JsonObject, parameters: JsonObject): boolean {
  const names = Object.keys(propertiesOf(parameters));
  return names.length === 0 || Object.keys(json).some(name => names.includes(name));
}

/** `name=Ann`, `with name Ann and greeting "Good day"`. */
function namedIn(words: string, parameters: JsonObject, language: Language): Record<string, Json> {
  const found: Record<string, Json> = {};
  const value = String.raw`(${quoted}|[^\s,;]+)`;
  for (const [name, schema] of Object.entries(propertiesOf(parameters))) {
    const key = name.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&').replaceAll('_', '[_ ]');
    const pattern = new RegExp(
      String.raw`(?:(?<![\w])${key}\s*=\s*|\b(?:with|and|mit|und)\s+${key}:?\s+)${value}`,
      'i',
    );
    const text = pattern.exec(words)?.[1];
    const taken = text === undefined ? undefined : asTyped(unquoted(text), schema, language);
    if (taken !== undefined) found[name] = taken;
  }
  return found;
}

/** What is not named goes by type: the text to the text, numbers and quoted pieces in their order. */
function byType(parameters: JsonObject, phrase: Phrase, language: Language): Record<string, Json> {
  const properties = Object.entries(propertiesOf(parameters));
  const required = listOf(parameters['required']);
  const words = phrase.text === undefined ? phrase.whole : `${phrase.head} ${phrase.text}`;
  const numbers = [...numbersIn(words, language)];
  const found: Record<string, Json> = {};
  const texts: string[] = [];
  for (const [name, schema] of properties) {
    const type = typeOf(schema);
    const choices = Array.isArray(schema['enum']) ? schema['enum'] : [];
    const chosen = choices.find(choice => new RegExp(`\\b${String(choice)}`, 'i').test(phrase.head));
    if (choices.length > 0) {
      if (chosen !== undefined) found[name] = chosen;
    } else if (type === 'boolean') {
      if (new RegExp(`\\b${name.replaceAll('_', '[ _-]')}\\b`, 'i').test(phrase.head)) found[name] = true;
    } else if (type === 'array') {
      const list = listFrom(phrase.text ?? words, schema, language);
      if (list.length > 0) found[name] = list;
    } else if (type === 'number' || type === 'integer') {
      const next = required.includes(name) ? numbers.shift() : undefined;
      if (next !== undefined) found[name] = next;
    } else if (required.includes(name) || required.length === 0) texts.push(name);
  }
  const said = Object.entries(textsFrom(texts, phrase));
  return {
    ...found,
    ...Object.fromEntries(said.map(([name, text]) => [name, loose(text, propertiesOf(parameters)[name])])),
  };
}

/**
 * One text takes all there is; of several, the last or the one called so takes the long one, the others what is quoted.
 */
function textsFrom(names: readonly string[], { text, quotes, head }: Phrase): Record<string, string> {
  const [only] = names;
  const whole = text ?? behindPreposition(head);
  if (only === undefined || (whole === undefined && quotes.length === 0)) return {};
  if (names.length === 1) return { [only]: whole ?? quotes.join(' ') };
  const main = names.find(name => /^(?:text|input|content|body)$/.test(name)) ?? names.at(-1);
  const behind = quotes.length < names.length ? whole : undefined;
  const others = behind === undefined ? names : names.filter(name => name !== main);
  const pieces = others.flatMap((name, at) => (quotes[at] === undefined ? [] : [[name, quotes[at]] as const]));
  const ending = behind !== undefined && main !== undefined && { [main]: behind };
  return { ...Object.fromEntries(pieces), ...ending };
}

/** "use greet on Ann" */
function behindPreposition(head: string): string | undefined {
  return /\b(?:on|with|for|to|of|auf|mit|für|bei|an)\s+(\S[\s\S]*)$/i.exec(head)?.[1];
}

function listFrom(text: string, schema: JsonObject, language: Language): readonly Json[] {
  const items = isObject(schema['items']) ? schema['items'] : {};
  if (['number', 'integer'].includes(typeOf(items))) return numbersIn(text, language);
  return text
    .split(/\n/.test(text) ? /\n+/ : /\s*,\s*(?:(?:and|und)\s+)?/)
    .map(item => unquoted(item.trim()))
    .filter(item => item !== '');
}

function asTyped(text: string, schema: JsonObject, language: Language): Json | undefined {
  switch (typeOf(schema)) {
    case 'number':
    case 'integer':
      return numbersIn(text, language)[0];
    case 'boolean':
      return /^(?:true|yes|ja|on|1)$/i.test(text);
    case 'array':
      return listFrom(text, schema, language);
    default:
      return loose(text, schema);
  }
}

/** Where a schema does not say what it wants, what looks like a number is one. */
function loose(text: string, schema: JsonObject | undefined): Json {
  return schema?.['type'] === undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function typeOf(schema: JsonObject): string {
  const { type } = schema;
  return typeof type === 'string' ? type : Array.isArray(type) ? String(type.find(one => one !== 'null')) : 'string';
}

function propertiesOf(parameters: JsonObject): Readonly<Record<string, JsonObject>> {
  const properties = parameters['properties'];
  return isObject(properties) ? (properties as Record<string, JsonObject>) : {};
}

function listOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
