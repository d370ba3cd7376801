/** How what needs a secret or a login is shown. */
import type { ConnectionList, RequestRow, RequestState } from '../../../domain/connections/request.ts';
import type { LoginState, NamedLogin } from '../../../domain/mcp/login.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog, type Language } from '../../../domain/text/catalog.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { type Look, lines, type Row, type View } from '../../view.ts';

export function connectionList({ requests, logins, ends }: ConnectionList, look: Look): View {
  const say = texts[look.language];
  if (requests.length + logins.length + ends.length === 0) return [lines(say.none)];
  const open = requests.filter(({ state }) => state === 'open');
  return [
    ...table(
      say.columns,
      requests.map(one => rowOf(one, look)),
    ),
    ...open.map(({ name, link, command }) => lines(say.how(oneLine(name, 64), link, command))),
    ...table(
      say.loginColumns,
      logins.map(one => loginRow(one, look)),
    ),
    ...table(
      say.endColumns,
      ends.map(({ name, setAt, expires }) => ({
        cells: [oneLine(name, 64), expires <= look.now ? say.over : day(expires), ago(look.now - setAt, look.language)],
      })),
    ),
  ];
}

function table(head: readonly string[], rows: readonly Row[]): View {
  return rows.length === 0 ? [] : [{ kind: 'table', head, rows }];
}

/** How a login stands, and what to do where it does not. */
function loginRow(
  { name, state, authority = '', problem, expiresAt, renewedAt, isRenewable }: NamedLogin,
  look: Look,
): Row {
  const { language, now } = look;
  const say = texts[language];
  const isLate = state === 'done' && (problem !== undefined || (expiresAt !== undefined && expiresAt <= now));
  const until =
    expiresAt === undefined || state !== 'done' ? '–' : isRenewable && !isLate ? say.renewed : minute(expiresAt);
  return {
    cells: [
      name,
      isLate ? say.late : say.logins[state],
      authority,
      until,
      renewedAt === undefined ? '–' : ago(now - renewedAt, language),
      problem === undefined ? '' : oneLine(problem, 200),
    ],
    actions: state === 'done' && !isLate ? [] : [{ label: say.logIn, operation: 'mcp.login', input: { name } }],
  };
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const minute = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

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
  none: 'The agent has asked for no secret, and no MCP server has a login.',
  loginColumns: ['Login at', 'State', 'Where', 'Until', 'Renewed', 'Problem'] as readonly string[],
  logins: { needed: 'log in', open: 'begun', done: 'logged in', failed: 'failed' } as Readonly<
    Record<LoginState, string>
  >,
  late: 'not renewed',
  renewed: 'renewed by itself',
  logIn: 'Log in',
  endColumns: ['Secret', 'Ends', 'Set'] as readonly string[],
  over: 'expired',
  columns: ['N', 'Secret', 'State', 'Asked', 'Conversation', 'What for'] as readonly string[],
  states: { open: 'waits for you', given: 'given', refused: 'refused', expired: 'too old' } as Readonly<
    Record<RequestState, string>
  >,
  refuse: 'Refuse',
  how: (name: string, link: string | undefined, command: string) =>
    `Give ${name}: ${link === undefined ? '' : `${link} (once), or `}${command}`,
  absent: (id: number, list: string) => `there is no open request ${id}; “${list}” lists all`,
};

const de: typeof en = {
  none: 'Der Agent hat um kein Geheimnis gebeten, und kein MCP-Server hat eine Anmeldung.',
  loginColumns: ['Anmeldung bei', 'Stand', 'Wo', 'Bis', 'Erneuert', 'Problem'],
  logins: { needed: 'anmelden', open: 'begonnen', done: 'angemeldet', failed: 'gescheitert' },
  late: 'nicht erneuert',
  renewed: 'erneuert sich',
  logIn: 'Anmelden',
  endColumns: ['Geheimnis', 'Endet', 'Gesetzt'],
  over: 'abgelaufen',
  columns: ['N', 'Geheimnis', 'Stand', 'Gefragt', 'Gespräch', 'Wofür'],
  states: { open: 'wartet auf dich', given: 'gegeben', refused: 'abgelehnt', expired: 'zu alt' },
  refuse: 'Ablehnen',
  how: (name, link, command) => `${name} geben: ${link === undefined ? '' : `${link} (einmal), oder `}${command}`,
  absent: (id, list) => `es gibt keine offene Bitte ${id}; „${list}“ zeigt alle`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/connections/connections', { en, de });
