/** What an MCP server offers beside tools, as its owner reads it. All words in it are the server's. */
import { mentionOf, promptAsTyped, type ServerOffers } from '../../../domain/mcp/offer.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { type Block, type Look, lines, type Row } from '../../view.ts';

/** So many of each are listed; how many more there are is said. */
const mostRows = 50;

export function offersView(
  server: string,
  { resources, templates, prompts }: ServerOffers,
  look: Look,
): readonly Block[] {
  const say = texts[look.language];
  const wordsOf = (name: string, description: string) =>
    oneLine(description === '' ? name : `${name}: ${description}`, 200);
  const [first] = resources;
  return [
    ...listed(
      say.resources,
      resources.map(({ uri, name, description }) => [mentionOf(server, uri), wordsOf(name, description)]),
      say.more,
    ),
    ...listed(
      say.templates,
      templates.map(({ template, name, description }) => [mentionOf(server, template), wordsOf(name, description)]),
      say.more,
    ),
    ...(first || templates.length > 0 ? [lines(say.attach, 'quiet')] : []),
    ...listed(
      say.prompts,
      prompts.map(({ name, args, description }) => [
        promptAsTyped({ server, name, given: {} }),
        args.map(one => (one.isRequired ? one.name : `[${one.name}]`)).join(' '),
        oneLine(description, 200),
      ]),
      say.more,
    ),
  ];
}

function listed(
  head: readonly string[],
  all: readonly (readonly string[])[],
  more: (count: number) => string,
): readonly Block[] {
  if (all.length === 0) return [];
  const rows = all.slice(0, mostRows).map((cells): Row => ({ cells }));
  const rest = all.length - rows.length;
  return [{ kind: 'table', head, rows }, ...(rest > 0 ? [lines(more(rest), 'quiet')] : [])];
}

const en = {
  resources: ['RESOURCE', 'WHAT THE SERVER SAYS OF IT'],
  templates: ['RESOURCE WITH GAPS', 'WHAT THE SERVER SAYS OF IT'],
  prompts: ['PROMPT', 'TAKES', 'WHAT THE SERVER SAYS OF IT'],
  more: (count: number) => `${count} more are not listed here.`,
  attach: 'In a message, such a name attaches what stands there; a gap {…} is filled in.',
};

const de: typeof en = {
  resources: ['RESSOURCE', 'WAS DER SERVER DAVON SAGT'],
  templates: ['RESSOURCE MIT LÜCKEN', 'WAS DER SERVER DAVON SAGT'],
  prompts: ['PROMPT', 'NIMMT', 'WAS DER SERVER DAVON SAGT'],
  more: count => `${count} weitere stehen hier nicht.`,
  attach: 'In einer Nachricht hängt ein solcher Name an, was dort steht; eine Lücke {…} wird ausgefüllt.',
};

const texts = catalog('api/views/mcp/offers', { en, de });
