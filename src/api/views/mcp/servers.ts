/** How MCP servers are shown, and what their owner can do about them. */

import type { RefusedServer } from '../../../domain/mcp/import.ts';
import type { LoginRow, LoginState } from '../../../domain/mcp/login.ts';
import { type McpServer, placeOfServer } from '../../../domain/mcp/server.ts';
import type { McpDetails, McpRow, McpToolRow, ServerState } from '../../../domain/mcp/service.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { type Language, ownWords } from '../../../domain/text/texts.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { type Action, type Block, type Look, lines, type Row, type View } from '../../view.ts';
import { offersView } from './offers.ts';

export function mcpList({ servers }: { readonly servers: readonly McpRow[] }, { language, typed }: Look): View {
  const texts = mcpTexts[language];
  const add: Action = {
    label: texts.acts.add,
    operation: 'mcp.add',
    input: {},
    asks: { field: 'server', hint: texts.addHint },
  };
  const actions: Block = { kind: 'actions', actions: [add] };
  if (servers.length === 0) return [lines(texts.none(typed('mcp add SERVER'))), actions];
  const rows = servers.map(
    (row): Row => ({
      cells: [row.name, stateOf(row, language), String(row.tools), oneLine(row.place, 200)],
      actions: [{ label: texts.acts.show, operation: 'mcp.show', input: { name: row.name } }],
    }),
  );
  return [{ kind: 'table', head: texts.columns, rows }, ...problems(servers), actions];
}

function problems(servers: readonly McpRow[]): readonly Block[] {
  return servers.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [lines(`${name}: ${oneLine(problem, 400)}`, 'warn')],
  );
}

function stateOf({ state, unaccepted, tools }: McpRow, language: Language): string {
  const texts = mcpTexts[language];
  const said = texts.states[state];
  return unaccepted === 0 || tools === 0 ? said : `${said}, ${texts.unaccepted(unaccepted)}`;
}

/** One server, all that its tools say of themselves included. */
export function oneServer(details: McpDetails, look: Look): View {
  const whole = details.toolRows.filter(isOpen).flatMap(tool => wholeWords(tool));
  return serverWith(details, look, whole);
}

/** The same without what tools say of themselves in full: where to read it is said. */
export function serverInBrief(details: McpDetails, look: Look): View {
  const { language, typed } = look;
  const isAny = details.toolRows.some(isOpen);
  return serverWith(
    details,
    look,
    isAny ? [lines(mcpTexts[language].whole(typed(`mcp show ${details.name}`)), 'quiet')] : [],
  );
}

/** Its rights, its tools, and what can be decided. */
function serverWith(details: McpDetails, look: Look, whole: readonly Block[]): View {
  const { language, typed } = look;
  const { name, toolRows, from } = details;
  const texts = mcpTexts[language];
  const rows = toolRows.map(
    (tool): Row => ({
      cells: [tool.name, ruleOf(tool, language), oneLine(tool.description, 100)],
      actions: actionsOf(tool, language),
    }),
  );
  const remove: readonly Action[] =
    from === 'settings'
      ? []
      : [{ label: texts.acts.remove, operation: 'mcp.remove', input: { name }, confirm: texts.sureRemove(name) }];
  const unaccepted = toolRows.filter(isOpen).length;
  const accept: readonly Action[] =
    unaccepted === 0 ? [] : [{ label: texts.acts.accept, operation: 'mcp.accept', input: { name } }];
  const needsLogin = details.login !== undefined && details.login.state !== 'done';
  const login: readonly Action[] = needsLogin
    ? [{ label: texts.acts.login, operation: 'mcp.login', input: { name } }]
    : [];
  return [
    lines(name, 'strong'),
    { kind: 'table', rows: factsOf(details, look).map(cells => ({ cells })) },
    ...problems([details]),
    ...(rows.length === 0 ? [] : [{ kind: 'table', head: texts.toolColumns, rows } as const]),
    ...offersView(name, details.offers, look),
    ...whole,
    ...(unaccepted === 0 ? [] : [lines(texts.toAccept(unaccepted, typed(`mcp accept ${name}`)), 'quiet')]),
    {
      kind: 'actions',
      actions: [...login, ...accept, { label: texts.acts.test, operation: 'mcp.test', input: { name } }, ...remove],
    },
  ];
}

/** What it says of itself is yet to be accepted. */
function isOpen({ standing, rule }: McpToolRow): boolean {
  return rule !== 'forbid' && (standing === 'new' || standing === 'changed');
}

/** All that a yes would be to, since the model would read all of it. */
function wholeWords({ name, description, parameters }: McpToolRow): readonly Block[] {
  const words = [...description.split('\n'), JSON.stringify(parameters)].map(line => oneLine(line, 4_000));
  return [lines(name, 'strong'), { kind: 'code', lines: words }];
}

function ruleOf({ rule, standing, isUnasked }: McpToolRow, language: Language): string {
  const texts = mcpTexts[language];
  if (standing === 'gone') return texts.standings.gone;
  if (rule === 'forbid') return texts.rules.forbid;
  const said = isUnasked ? texts.rules.allow : texts.rules.ask;
  return standing === 'accepted' ? said : `${texts.standings[standing]}, ${said}`;
}

function actionsOf({ name, rule, isUnasked }: McpToolRow, language: Language): readonly Action[] {
  const { acts, sureAllow } = mcpTexts[language];
  const act = (act: 'allow' | 'ask' | 'forbid') => ({
    label: acts[act],
    operation: 'mcp.change',
    input: { tool: name, act },
  });
  return [
    ...(isUnasked ? [] : [{ ...act('allow'), confirm: sureAllow(name) }]),
    ...(rule === 'ask' ? [] : [act('ask')]),
    ...(rule === 'forbid' ? [] : [act('forbid')]),
  ];
}

function factsOf(details: McpDetails, { language, now }: Look): readonly (readonly string[])[] {
  const texts = mcpTexts[language];
  const { rows } = texts;
  const { server, title, protocol, seenAt, login } = details;
  return [
    [rows.state, stateOf(details, language)],
    [rows.place, oneLine(placeOfServer(server), 400)],
    [rows.rights, rightsOf(server, language)],
    [rows.from, texts.froms[details.from]],
    ...(title === undefined ? [] : [[rows.title, oneLine(title, 100)]]),
    ...(protocol === undefined ? [] : [[rows.protocol, protocol]]),
    ...(seenAt === undefined ? [] : [[rows.seen, ago(now - seenAt, language)]]),
    ...(login === undefined ? [] : [[rows.login, loginOf(login, language)]]),
  ];
}

function loginOf({ state, authority, problem }: LoginRow, language: Language): string {
  const { logins } = mcpTexts[language];
  const where = authority === undefined ? '' : `, ${authority}`;
  return `${logins[state]}${where}${problem === undefined ? '' : `: ${oneLine(problem, 400)}`}`;
}

/** What its owner opens, and what to do where that is on another machine. */
export function begunLogin(
  login: {
    readonly address?: string | undefined;
    readonly authority?: string | undefined;
    readonly code?: string | undefined;
    readonly name: string;
  },
  { language, typed }: Look,
): View {
  const texts = mcpTexts[language];
  const { name, address, authority = '', code } = login;
  if (address === undefined) return [lines(texts.loggedIn(name))];
  if (code !== undefined)
    return [lines(texts.typeCode(name, authority)), lines(address), { kind: 'code', lines: [oneLine(code, 40)] }];
  return [
    lines(texts.openAddress(name, authority)),
    lines(address),
    lines(texts.elsewhere(typed(`mcp login ${name} code`), typed(`mcp login ${name} ADDRESS`)), 'quiet'),
    { kind: 'actions', actions: [{ label: texts.acts.byCode, operation: 'mcp.login', input: { name, way: 'code' } }] },
  ];
}

/** What it may see and reach, in a line. */
function rightsOf({ reach }: McpServer, language: Language): string {
  const { rights } = mcpTexts[language];
  if (reach.kind === 'remote') return rights.remote;
  const { workspace, folders, network } = reach;
  return [
    rights.workspace[workspace],
    ...folders.map(({ path, isWritable }) => (isWritable ? rights.writable(path) : rights.readable(path))),
    network.length === 0 ? rights.noNetwork : rights.network(network.join(', ')),
  ].join(', ');
}

export function removedView({ name }: { readonly name: string }, { language }: Look): View {
  return [lines(mcpTexts[language].removed(name))];
}

export function importedView(
  {
    added,
    refused,
  }: {
    readonly added: readonly string[];
    readonly refused: readonly RefusedServer[];
  },
  { language, typed }: Look,
): View {
  const texts = mcpTexts[language];
  return [
    lines(added.length === 0 ? texts.noneAdded : texts.added(added.join(', '), typed(`mcp show ${added[0]}`))),
    ...refused.map(({ name, why, said }) =>
      lines(texts.notAdded(oneLine(name, 60), oneLine(ownWords(said ?? why, language), 400)), 'warn'),
    ),
  ];
}

export function noServer({ name }: { readonly name: string }, { language, typed }: Look): string {
  return mcpTexts[language].missing(oneLine(name, 40), typed('mcp list'));
}

export function noTool({ tool }: { readonly tool: string }, { language, typed }: Look): string {
  return mcpTexts[language].noTool(oneLine(tool, 80), typed('mcp show NAME'));
}

const en = {
  none: (add: string) => `There are no MCP servers. To set one up: ${add}`,
  addHint: 'files node /path/to/server.js /workspace',
  columns: ['Server', 'State', 'Tools', 'Where'] as readonly string[],
  toolColumns: ['Tool', 'Calls', 'What the server says of it'] as readonly string[],
  states: {
    unseen: 'not seen yet',
    off: 'ready',
    on: 'connected',
    failed: 'not working',
    login: 'needs a login',
  } as Readonly<Record<ServerState, string>>,
  unaccepted: (count: number) => `${count} to accept`,
  whole: (how: string) => `"${how}" has all that they say of themselves.`,
  toAccept: (count: number, how: string) =>
    `${count === 1 ? 'One description was' : `${count} descriptions were`} not accepted by you; the model is not told ${count === 1 ? 'it' : 'them'}, and each call asks you. "${how}" accepts them.`,
  rules: { allow: 'run unasked', ask: 'need approval', forbid: 'forbidden' },
  standings: { new: 'new', changed: 'changed', gone: 'no longer there' },
  acts: {
    show: 'Show',
    add: 'Add a server',
    accept: 'Accept all',
    test: 'Test',
    login: 'Log in',
    byCode: 'With a code instead',
    remove: 'Remove',
    allow: 'Run unasked',
    ask: 'Ask each time',
    forbid: 'Forbid',
  },
  sureRemove: (name: string) => `Remove the server ${name}, with all that you decided about its tools?`,
  sureAllow: (name: string) => `Let ${name} run without approval?`,
  rows: {
    state: 'State',
    place: 'Where',
    rights: 'Rights',
    from: 'Set up',
    title: 'Calls itself',
    protocol: 'Protocol',
    seen: 'Last seen',
    login: 'Login',
  },
  logins: {
    needed: 'needed',
    open: 'begun, not ended yet',
    done: 'logged in',
    failed: 'failed',
  } as Readonly<Record<LoginState, string>>,
  loggedIn: (name: string) => `You are logged in at the MCP server ${name}.`,
  openAddress: (name: string, authority: string) =>
    `To log in at the MCP server ${name}, open this address in a browser on this machine. It is one of ${authority}; check that this is where you log in.`,
  typeCode: (name: string, authority: string) =>
    `To log in at the MCP server ${name}, open this address in a browser, on any machine, and give this code there. It is one of ${authority}; check that this is where you log in. Straylight goes on by itself.`,
  elsewhere: (code: string, how: string) =>
    `On another machine the browser ends at an address that does not open. Log in with a code instead: ${code}. Or copy that address whole: ${how}`,
  froms: { settings: 'in config.toml', added: 'by a command' },
  rights: {
    remote: 'it is at an address: what it is given leaves this machine',
    workspace: { none: 'no workspace', read: 'reads the workspace', write: 'reads and changes the workspace' },
    readable: (path: string) => `reads ${path}`,
    writable: (path: string) => `reads and changes ${path}`,
    network: (hosts: string) => `reaches ${hosts}`,
    noNetwork: 'no network',
  },
  removed: (name: string) => `The MCP server ${name} was removed.`,
  noneAdded: 'No server was set up.',
  added: (names: string, show: string) => `Set up: ${names}. "${show}" shows what its tools say.`,
  notAdded: (name: string, why: string) => `${name} was not set up: ${why}`,
  missing: (name: string, list: string) => `there is no MCP server "${name}"; "${list}" lists all`,
  noTool: (tool: string, show: string) => `no MCP server has a tool "${tool}"; "${show}" lists the tools of one`,
};

const de: typeof en = {
  none: add => `Es gibt keine MCP-Server. Einen einrichten: ${add}`,
  addHint: 'files node /pfad/zum/server.js /workspace',
  columns: ['Server', 'Stand', 'Werkzeuge', 'Wo'],
  toolColumns: ['Werkzeug', 'Aufrufe', 'Was der Server davon sagt'],
  states: {
    unseen: 'noch nicht gesehen',
    off: 'bereit',
    on: 'verbunden',
    failed: 'geht nicht',
    login: 'braucht eine Anmeldung',
  },
  unaccepted: count => `${count} anzunehmen`,
  whole: how => `„${how}“ zeigt alles, was sie von sich sagen.`,
  toAccept: (count, how) =>
    `${count === 1 ? 'Eine Beschreibung hast' : `${count} Beschreibungen hast`} du nicht angenommen; das Modell erfährt sie nicht, und jeder Aufruf fragt dich. „${how}“ nimmt sie an.`,
  rules: { allow: 'ohne Frage', ask: 'mit Freigabe', forbid: 'verboten' },
  standings: { new: 'neu', changed: 'geändert', gone: 'nicht mehr da' },
  acts: {
    show: 'Ansehen',
    add: 'Server einrichten',
    accept: 'Alle annehmen',
    test: 'Prüfen',
    login: 'Anmelden',
    byCode: 'Lieber mit einem Code',
    remove: 'Entfernen',
    allow: 'Ohne Frage',
    ask: 'Jedes Mal fragen',
    forbid: 'Verbieten',
  },
  sureRemove: name => `Den Server ${name} entfernen, mit allem, was du über seine Werkzeuge entschieden hast?`,
  sureAllow: name => `${name} ohne Freigabe laufen lassen?`,
  rows: {
    state: 'Stand',
    place: 'Wo',
    rights: 'Rechte',
    from: 'Eingerichtet',
    title: 'Nennt sich',
    protocol: 'Protokoll',
    seen: 'Zuletzt gesehen',
    login: 'Anmeldung',
  },
  logins: { needed: 'nötig', open: 'begonnen, noch nicht beendet', done: 'angemeldet', failed: 'gescheitert' },
  loggedIn: name => `Du bist beim MCP-Server ${name} angemeldet.`,
  openAddress: (name, authority) =>
    `Um dich beim MCP-Server ${name} anzumelden, öffne diese Adresse in einem Browser auf diesem Rechner. Sie gehört zu ${authority}; sieh nach, ob du dich dort anmeldest.`,
  typeCode: (name, authority) =>
    `Um dich beim MCP-Server ${name} anzumelden, öffne diese Adresse in einem Browser, auf irgendeinem Rechner, und gib dort diesen Code an. Sie gehört zu ${authority}; sieh nach, ob du dich dort anmeldest. Straylight macht von selbst weiter.`,
  elsewhere: (code, how) =>
    `Auf einem anderen Rechner endet der Browser bei einer Adresse, die sich nicht öffnet. Melde dich stattdessen mit einem Code an: ${code}. Oder kopiere die Adresse ganz: ${how}`,
  froms: { settings: 'in config.toml', added: 'durch einen Befehl' },
  rights: {
    remote: 'er steht unter einer Adresse: was er bekommt, verlässt diesen Rechner',
    workspace: {
      none: 'kein Arbeitsbereich',
      read: 'liest den Arbeitsbereich',
      write: 'liest und ändert den Arbeitsbereich',
    },
    readable: path => `liest ${path}`,
    writable: path => `liest und ändert ${path}`,
    network: hosts => `erreicht ${hosts}`,
    noNetwork: 'kein Netz',
  },
  removed: name => `Der MCP-Server ${name} wurde entfernt.`,
  noneAdded: 'Kein Server wurde eingerichtet.',
  added: (names, show) => `Eingerichtet: ${names}. „${show}“ zeigt, was die Werkzeuge von sich sagen.`,
  notAdded: (name, why) => `${name} wurde nicht eingerichtet: ${why}`,
  missing: (name, list) => `es gibt keinen MCP-Server „${name}“; „${list}“ zeigt alle`,
  noTool: (tool, show) => `kein MCP-Server hat ein Werkzeug „${tool}“; „${show}“ zeigt die eines Servers`,
};

const mcpTexts: Readonly<Record<Language, typeof en>> = catalog('api/views/mcp/servers', { en, de });
