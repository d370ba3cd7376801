/** How MCP servers are asked for on the command line, in words. */
import type { CommandForm } from '../../command-form.ts';

export const mcpHelp = {
  about: { en: 'MCP servers: tools of other programs', de: 'MCP-Server: Werkzeuge anderer Programme' },
  aboutQuestions: {
    en: 'Questions of MCP servers: what they ask before they go on',
    de: 'Fragen von MCP-Servern: was sie fragen, bevor sie weitermachen',
  },
  list: { en: 'List the servers and how they stand.', de: 'Listet die Server auf und wie es um sie steht.' },
  show: {
    en: 'Show one server: its rights, and what its tools say and may do.',
    de: 'Zeigt einen Server: seine Rechte, und was seine Werkzeuge von sich sagen und dürfen.',
  },
  add: {
    en: 'Set up a server: its name, and a program with its arguments or an address.',
    de: 'Richtet einen Server ein: sein Name, und ein Programm mit seinen Argumenten oder eine Adresse.',
  },
  import: {
    en: 'Set up the servers of Claude Desktop, Claude Code, VS Code or Cursor.',
    de: 'Richtet die Server von Claude Desktop, Claude Code, VS Code oder Cursor ein.',
  },
  test: {
    en: 'Connect to a server now, and look what it offers.',
    de: 'Verbindet sich jetzt mit einem Server und sieht nach, was er bietet.',
  },
  accept: {
    en: 'Let the model read what the tools of a server say of themselves, as it is now.',
    de: 'Lässt das Modell lesen, was die Werkzeuge eines Servers von sich sagen, wie es jetzt ist.',
  },
  allow: {
    en: 'Let a tool run without approval, as long as it says the same of itself.',
    de: 'Lässt ein Werkzeug ohne Freigabe laufen, solange es dasselbe von sich sagt.',
  },
  ask: { en: 'Ask for approval before each call of a tool.', de: 'Fragt vor jedem Aufruf eines Werkzeugs.' },
  forbid: { en: 'Forbid a tool.', de: 'Verbietet ein Werkzeug.' },
  login: {
    en: 'Log in at a server: gives an address to open. Behind the name, “code” for a code to type on any machine, or the address that a browser on another machine came back to.',
    de: 'Meldet dich bei einem Server an: nennt eine Adresse zum Öffnen. Hinter dem Namen „code“ für einen Code, der auf irgendeinem Rechner eingegeben wird, oder die Adresse, zu der ein Browser auf einem anderen Rechner zurückkam.',
  },
  questions: {
    en: 'List what servers ask back before they go on.',
    de: 'Listet auf, was Server zurückfragen, bevor sie weitermachen.',
  },
  answer: {
    en: 'Answer a question of a server: its number and your answer.',
    de: 'Beantwortet die Frage eines Servers: ihre Nummer und deine Antwort.',
  },
  remove: { en: 'Remove a server that was added.', de: 'Entfernt einen Server, der eingerichtet wurde.' },
  willRemove: {
    en: 'The MCP server {name} would be removed, with all that you decided about its tools.',
    de: 'Der MCP-Server {name} würde entfernt, mit allem, was du über seine Werkzeuge entschieden hast.',
  },
} as const;

export const addForms: readonly CommandForm[] = [
  {
    words: 'mcp add',
    help: mcpHelp.add,
    args: { server: 'SERVER' },
    isOpen: true,
    isForProgram: true,
    options: {
      folder: {
        field: 'folders',
        value: 'PATH',
        isList: true,
        help: { en: 'a folder that the program may read', de: 'ein Ordner, den das Programm lesen darf' },
      },
      writable: {
        field: 'writable',
        value: 'PATH',
        isList: true,
        help: { en: 'a folder that it may also change', de: 'ein Ordner, den es auch ändern darf' },
      },
      host: {
        field: 'network',
        value: 'HOST',
        isList: true,
        help: {
          en: 'a host that the program may reach (default: none)',
          de: 'ein Host, den es erreichen darf (sonst keiner)',
        },
      },
      env: {
        field: 'env',
        value: 'NAME=VALUE',
        isList: true,
        help: {
          en: 'a variable of the program; a secret as {{secret:NAME}}',
          de: 'eine Variable des Programms; ein Geheimnis als {{secret:NAME}}',
        },
      },
      header: {
        field: 'headers',
        value: 'NAME=VALUE',
        isList: true,
        help: {
          en: 'a header for the address; a secret as {{secret:NAME}}',
          de: 'ein Header für die Adresse; ein Geheimnis als {{secret:NAME}}',
        },
      },
      workspace: {
        field: 'workspace',
        value: 'HOW',
        help: {
          en: 'how the program sees the workspace: none, read or write (default)',
          de: 'wie das Programm den Arbeitsbereich sieht: none, read oder write (sonst)',
        },
      },
      transport: {
        field: 'transport',
        value: 'KIND',
        help: { en: 'sse for an address of the old kind', de: 'sse für eine Adresse der alten Art' },
      },
    },
  },
];
