/** What a server gave for an address or a prompt, as parts of a message. Nothing of it is trusted to be what it says. */
import { fileNameOf } from '../../domain/mcp/offer.ts';
import type { ResourcePart } from '../../ports/resources.ts';
import type { ContentPart } from './result-text.ts';

/** More of one address are left out. */
const mostParts = 8;

/** `uri`: what was asked for, where a part does not name its own. */
export function partsOf(contents: readonly ContentPart[], uri: string): readonly ResourcePart[] {
  return contents.slice(0, mostParts).flatMap(({ resource }) => resourcePart(resource, uri));
}

/** The words of a prompt as one text, then its pictures and files. */
export function promptParts(contents: readonly ContentPart[], name: string): readonly ResourcePart[] {
  const said: string[] = [];
  const files: ResourcePart[] = [];
  for (const { type, text, data, mimeType, resource, uri } of contents.slice(0, 100))
    if (type === 'text') said.push(string(text));
    else if (type === 'image' || type === 'audio')
      files.push({
        name: fileNameOf(name, string(mimeType)),
        content: Buffer.from(string(data), 'base64'),
        isText: false,
      });
    else if (type === 'resource') files.push(...resourcePart(resource, name));
    else if (type === 'resource_link') said.push(`[a link to ${string(uri).slice(0, 300)}]`);
  const words = said.filter(one => one !== '').join('\n\n');
  const file = `prompt-${name.replace(/[^\w-]+/g, '-')}.txt`;
  return [{ name: file, content: Buffer.from(words), isText: true }, ...files.slice(0, mostParts - 1)];
}

function resourcePart(resource: unknown, otherwise: string): readonly ResourcePart[] {
  const { uri, text, blob, mimeType } = (resource ?? {}) as Record<string, unknown>;
  const name = fileNameOf(
    string(uri) || otherwise,
    string(mimeType) || (typeof text === 'string' ? 'text/plain' : undefined),
  );
  if (typeof text === 'string') return [{ name, content: Buffer.from(text), isText: true }];
  if (typeof blob !== 'string') return [];
  return [{ name, content: Buffer.from(blob, 'base64'), isText: false }];
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
