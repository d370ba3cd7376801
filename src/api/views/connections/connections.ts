/** How secrets that were asked for are shown. */
import type { RequestRow, RequestState } from '../../../domain/connections/request.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog, type Language } from '../../../domain/text/catalog.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { type Look, lines, type Row, type View } from '../../view.ts';

export function connectionList({ requests }: { readonly requests: readonly RequestRow[] }, look: Look): View {
  const say = texts[look.language];
  if (requests.length === 0) return [lines(say.none)];
  const open = requests.filter(({ state }) => state === 'open');
  return [
    { kind: 'table', head: say.columns, rows: requests.map(one => rowOf(one, look)) },
    ...open.map(({ name, link, command }) => lines(say.how(oneLine(name, 64), link, command))),
  ];
}

export function requestEnded(request: RequestRow, look: Look): View {
  return [{ kind: 'table', rows: [rowOf(request, look)] }];
}

export function noRequest({ id }: { readonly id: number }, { language, typed }: Look): string {
  return texts[language].absent(id, typed('connections list'));
}

function rowOf({ id, name, why, state, at, session }: RequestRow, { language, now }: Look): Row {
  const say = texts[language];
  return {
    cells: [
      String(id),
      oneLine(name, 64),
      say.states[state],
      ago(now - at, language),
      session.replace(/^session:/, ''),
      oneLine(why, 160),
    ],
    actions: state === 'open' ? [{ label: say.refuse, operation: 'connections.refuse', input: { id } }] : [],
  };
}

const en = {
  none: 'The agent has asked for no secret.',
  columns: ['N', 'SECRET', 'STATE', 'ASKED', 'CONVERSATION', 'WHAT FOR'] as readonly string[],
  states: { open: 'waits for you', given: 'given', refused: 'refused', expired: 'too old' } as Readonly<
    Record<RequestState, string>
  >,
  refuse: 'Refuse',
  how: (name: string, link: string | undefined, command: string) =>
    `Give ${name}: ${link === undefined ? '' : `${link} (once), or `}${command}`,
  absent: (id: number, list: string) => `there is no open request ${id}; “${list}” lists all`,
};

const de: typeof en = {
  none: 'Der Agent hat um kein Geheimnis gebeten.',
  columns: ['N', 'GEHEIMNIS', 'STAND', 'GEFRAGT', 'GESPRÄCH', 'WOFÜR'],
  states: { open: 'wartet auf dich', given: 'gegeben', refused: 'abgelehnt', expired: 'zu alt' },
  refuse: 'Ablehnen',
  how: (name, link, command) => `${name} geben: ${link === undefined ? '' : `${link} (einmal), oder `}${command}`,
  absent: (id, list) => `es gibt keine offene Bitte ${id}; „${list}“ zeigt alle`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/connections/connections', { en, de });
