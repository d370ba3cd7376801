/**
 * What a server offers beside tools: resources to attach to a message, and prompts to say. All words in it are the
 * server's.
 */
import { defined } from '../text/json.ts';
import { exactly, oneLine } from '../text/visible.ts';

/** Something that can be read, under the address that its server gives it. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mediaType?: string;
}

/** Addresses with gaps, `repo://{owner}/{name}`. */
export interface ListedTemplate {
  readonly template: string;
  readonly name: string;
  readonly description: string;
}

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
}

export interface ListedPrompt {
  readonly name: string;
  readonly description: string;
  readonly args: readonly PromptArgument[];
}

export interface ServerOffers {
  readonly resources: readonly ListedResource[];
  readonly templates: readonly ListedTemplate[];
  readonly prompts: readonly ListedPrompt[];
}

export const noOffers: ServerOffers = { resources: [], templates: [], prompts: [] };

/** A message, a list and a name of a server are cut to so much. */
const most = { listed: 500, args: 20, uri: 2_000, name: 200, description: 1_000 };

/** A resource that a message names: `@server:resource`. */
export interface Mention {
  readonly server: string;
  /** Its address or its name. */
  readonly resource: string;
}

const mention = /(?<![\w@.])@([a-z][a-z0-9_]{0,19}):(?:"([^"\n]{1,500})"|(\S{1,2000}))/g;

/** What a text names in this way, each once, in order. Signs that end a sentence or a bracket are not part of a name. */
export function mentionsIn(text: string): readonly Mention[] {
  const found = [...text.matchAll(mention)].map(([, server = '', quoted, bare = '']) => ({
    server,
    resource: quoted ?? withoutEnd(bare),
  }));
  const known = new Set<string>();
  return found.filter(({ server, resource }) => {
    const key = `${server}:${resource}`;
    if (resource === '' || known.has(key)) return false;
    known.add(key);
    return true;
  });
}

function withoutEnd(word: string): string {
  const bare = word.replace(/[.,;:!?'"’”»]+$/u, '');
  return /[)\]]$/.test(bare) && !/[([]/.test(bare) ? withoutEnd(bare.slice(0, -1)) : bare;
}

/** How an owner names a resource in a message. */
export function mentionOf(server: string, resource: string): string {
  return /[\s"]|[.,;:!?'’”»)\]]$/u.test(resource)
    ? `@${server}:"${resource.replaceAll('"', '')}"`
    : `@${server}:${resource}`;
}

/** The address that is meant: that of a listed resource by address or name, or what looks like one. Undefined: there is none. */
export function addressOf({ resources }: Pick<ServerOffers, 'resources'>, resource: string): string | undefined {
  const listed =
    resources.find(({ uri }) => uri === resource) ?? resources.find(({ name, uri }) => name === resource && uri !== '');
  if (listed) return listed.uri;
  return /^[a-z][a-z0-9+.-]*:/i.test(resource) ? resource : undefined;
}

/** The name of a file for what stands under an address. */
export function fileNameOf(uri: string, mediaType: string | undefined): string {
  const path = uri.replace(/[?#].*$/s, '');
  const last = decoded(path.slice(path.lastIndexOf('/') + 1)) || 'resource';
  if (/\.[A-Za-z0-9]{1,8}$/.test(last)) return last.slice(-100);
  return `${last.slice(0, 80)}${endings.find(([type]) => mediaType?.startsWith(type))?.[1] ?? '.txt'}`;
}

const endings = [
  ['text/markdown', '.md'],
  ['text/html', '.html'],
  ['application/json', '.json'],
  ['application/pdf', '.pdf'],
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['image/gif', '.gif'],
  ['image/webp', '.webp'],
  ['application/octet-stream', '.bin'],
] as const;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A prompt that is asked for, as it is typed: `files:summarize path=a.txt style="very short"`. */
export interface TypedPrompt {
  /** Empty: of whichever server has it. */
  readonly server: string;
  readonly name: string;
  readonly given: Readonly<Record<string, string>>;
}

/** Undefined: it names no prompt. */
export function typedPrompt(text: string): TypedPrompt | undefined {
  const [, server = '', quoted, bare, rest = ''] =
    /^\s*(?:([a-z][a-z0-9_]{0,19}):)?(?:"([^"\n]{1,200})"|([^\s"=]{1,200}))(?:\s+(.*))?$/s.exec(text) ?? [];
  const name = quoted ?? bare;
  return name === undefined ? undefined : { server, name, given: argumentsIn(rest) };
}

/** `NAME=VALUE` each; a value in quotes, or up to the next name. */
function argumentsIn(text: string): Readonly<Record<string, string>> {
  const pair = /\s*([\w.-]{1,100})=(?:"((?:[^"\\]|\\[\s\S])*)"(?=\s|$)|([\s\S]*?)(?=\s+[\w.-]{1,100}=|\s*$))/gy;
  const pairs = [...text.matchAll(pair)].map(([, name = '', quoted, bare = '']) => {
    const value = quoted === undefined ? bare : quoted.replace(/\\([\s\S])/g, '$1');
    return [name, value] as const;
  });
  return Object.fromEntries(pairs);
}

/** As it would be typed. */
export function promptAsTyped({ server, name, given }: TypedPrompt): string {
  const word = /[\s"=]/.test(name) ? `"${name.replaceAll('"', '')}"` : name;
  const pairs = Object.entries(given).map(
    ([key, value]) => `${key}=${/[\s"\\]|^$/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value}`,
  );
  return [`${server}:${word}`, ...pairs].join(' ');
}

/** The arguments that a prompt cannot do without and was not given, in its order. */
export function missingIn(prompt: ListedPrompt, given: TypedPrompt['given']): readonly PromptArgument[] {
  return prompt.args.filter(({ name, isRequired }) => isRequired && (given[name] ?? '') === '');
}

interface RawOffer {
  readonly uri?: unknown;
  readonly uriTemplate?: unknown;
  readonly name?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly mimeType?: unknown;
  readonly arguments?: unknown;
  readonly required?: unknown;
}

/** As they came, with what could deceive a reader taken out: one line each, bounded, and none without an address or name. */
export function offersFrom(raw: {
  readonly resources: readonly RawOffer[];
  readonly templates: readonly RawOffer[];
  readonly prompts: readonly RawOffer[];
}): ServerOffers {
  return {
    resources: raw.resources.slice(0, most.listed).flatMap(one => {
      const uri = addressIn(one.uri);
      if (uri === '') return [];
      const mediaType = shown(one.mimeType, 100);
      return [{ ...wordsOf(one, uri), uri, ...defined({ mediaType: mediaType || undefined }) }];
    }),
    templates: raw.templates.slice(0, most.listed).flatMap(one => {
      const template = addressIn(one.uriTemplate);
      return template === '' ? [] : [{ ...wordsOf(one, template), template }];
    }),
    prompts: raw.prompts.slice(0, most.listed).flatMap(one => {
      // a name is sent back as it came, so one that would be shown otherwise is none
      const name = typeof one.name === 'string' ? one.name : '';
      if (name === '' || name.length > most.name || name !== exactly(name).trim() || name.includes('\n')) return [];
      const args = Array.isArray(one.arguments) ? (one.arguments as readonly RawOffer[]) : [];
      return [
        {
          name,
          description: shown(one.description ?? one.title, most.description),
          args: args.slice(0, most.args).flatMap(argumentOf),
        },
      ];
    }),
  };
}

function argumentOf(raw: RawOffer): readonly PromptArgument[] {
  const { name, description, required } = raw ?? {};
  if (typeof name !== 'string' || !/^[\w.-]{1,100}$/.test(name)) return [];
  return [{ name, description: shown(description, 300), isRequired: required === true }];
}

function wordsOf({ name, title, description }: RawOffer, address: string) {
  return {
    name: shown(name ?? title, most.name) || address,
    description: shown(description, most.description),
  };
}

/** An address is sent back as it came, so one that would be shown otherwise is none. */
function addressIn(value: unknown): string {
  return typeof value === 'string' && value.length <= most.uri && value === exactly(value) && !/\s/.test(value)
    ? value
    : '';
}

function shown(value: unknown, length: number): string {
  // what is far too long is cut before it is looked at
  return typeof value === 'string' ? oneLine(value.slice(0, 4 * length), length) : '';
}
