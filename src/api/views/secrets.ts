/** Secrets as they are shown: names and where each may be used. There is no way to a value. */
import { mainAgent, type SecretRow, type SecretRule, type SecretTakers } from '../../domain/secrets/rule.ts';
import { ago } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Look, lines, type View } from '../view.ts';

const en = {
  none: (add: string) => `There are no secrets. "${add}" adds one.`,
  head: ['Secret', 'Age', 'Expires', 'Last used', 'For', 'Note'],
  over: (day: string) => `expired ${day}`,
  never: 'never',
  inHeader: (hosts: string, headers: string) => `to ${hosts} in ${headers}`,
  withAny: 'with any command, with approval each time',
  noTool: '(no such tool)',
  agents: (agents: string) => `agent ${agents}`,
};

const de: typeof en = {
  none: add => `Es gibt keine Geheimnisse. „${add}“ legt eines an.`,
  head: ['Geheimnis', 'Alter', 'Gültig bis', 'Zuletzt benutzt', 'Für', 'Notiz'],
  over: day => `abgelaufen ${day}`,
  never: 'nie',
  inHeader: (hosts, headers) => `an ${hosts} in ${headers}`,
  withAny: 'mit jedem Befehl, jedes Mal mit Freigabe',
  noTool: '(kein solches Werkzeug)',
  agents: agents => `Agent ${agents}`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/secrets', { en, de });

export function secretsView(
  {
    secrets,
    ways,
  }: { readonly secrets: readonly SecretRow[]; readonly ways: Readonly<Record<string, 'header' | 'variable'>> },
  { language, now }: Look,
): View {
  const say = texts[language];
  // it is never typed in a chat, where its value would stand
  if (secrets.length === 0) return [lines(say.none('straylight secret set NAME --host HOST'))];
  const takers = new Map(Object.entries(ways));
  const rows = secrets.map(({ name, createdAt, expires, lastUsedAt, rule, note = '' }) => ({
    cells: [
      name,
      ago(now - createdAt, language),
      expires === undefined ? '–' : expires <= now ? say.over(dayOf(expires)) : dayOf(expires),
      lastUsedAt === undefined ? say.never : ago(now - lastUsedAt, language),
      placesOf(rule, takers, language),
      oneLine(note, 80),
    ],
  }));
  return [{ kind: 'table', head: say.head, rows }];
}

/** Of an instant, as it is typed. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Where it may be used, on one line. */
export function placesOf(
  { tools, hosts, headers, commands, agents }: SecretRule,
  takers: SecretTakers,
  language: Language,
): string {
  const say = texts[language];
  const begun = commands.map(one => `“${one} …”`).join(', ');
  const where = {
    header: say.inHeader(hosts.join(', '), headers.join(', ')),
    variable: begun === '' ? say.withAny : begun,
  };
  const placeOf = (tool: string) => {
    const way = takers.get(tool);
    return way === undefined ? say.noTool : where[way];
  };
  // tools that take it at the same place stand before it together
  const places = [...Map.groupBy(tools, placeOf)].map(([place, those]) => `${those.join(', ')} ${place}`);
  const isForMain = agents.length === 1 && agents[0] === mainAgent;
  return [...places, ...(isForMain ? [] : [say.agents(agents.join(', '))])].join('; ');
}
