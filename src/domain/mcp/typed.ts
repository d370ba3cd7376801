/** A server as its owner types it: a name, and a program with its arguments or an address; its rights beside that. */
import { type Sentence, says } from '../policy/sentence.ts';
import { handlesIn } from '../secrets/handle.ts';
import { isServerName, type LocalServer, type McpServer, serverNameRule, usualTimeoutMs } from './server.ts';

/** What may be said of it beside what it is; each a list of words. */
export interface TypedRights {
  readonly folders?: readonly string[] | undefined;
  readonly writable?: readonly string[] | undefined;
  readonly network?: readonly string[] | undefined;
  /** `NAME=VALUE` */
  readonly env?: readonly string[] | undefined;
  /** `NAME=VALUE` */
  readonly headers?: readonly string[] | undefined;
  readonly workspace?: LocalServer['workspace'] | undefined;
  readonly transport?: 'http' | 'sse' | undefined;
  readonly timeoutMs?: number | undefined;
}

/** The server; `problem`: what is wrong with the words. */
export function typedServer(
  text: string,
  rights: TypedRights,
): { readonly server: McpServer } | { readonly problem: Sentence } {
  const [name = '', ...words] = wordsOf(text);
  const { folders = [], writable = [], network = [], workspace = 'write', transport = 'http' } = rights;
  if (!isServerName(name)) return { problem: says`expected as a name ${serverNameRule}; came "${name}"` };
  const [first, ...more] = words;
  if (first === undefined) return { problem: says`expected a program or an address behind the name ${name}` };
  const env = pairsOf(rights.env ?? []);
  const headers = pairsOf(rights.headers ?? []);
  if (typeof env === 'string' || typeof headers === 'string')
    return { problem: says`expected NAME=VALUE; came "${typeof env === 'string' ? env : String(headers)}"` };
  const named = { name, timeoutMs: rights.timeoutMs ?? usualTimeoutMs, forbid: [] };
  if (/^https?:\/\//.test(first)) {
    const url = URL.parse(first);
    if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || more.length > 0)
      return {
        problem: says`expected an address without user, password and query, and nothing behind it; came "${first}"`,
      };
    if (folders.length + writable.length + network.length + Object.keys(env).length > 0)
      return { problem: says`folders, hosts and variables are for a program; a server at an address has none` };
    return { server: { ...named, reach: { kind: 'remote', url: url.href, headers, transport } } };
  }
  const launcher = launcherProblem(first);
  if (launcher !== undefined) return { problem: launcher };
  if (Object.keys(headers).length > 0) return { problem: says`headers are for a server at an address` };
  const wrong = [...folders, ...writable].find(path => !path.startsWith('/'));
  if (wrong !== undefined) return { problem: says`expected folders from / on; came "${wrong}"` };
  const host = network.find(one => !hostForm.test(one));
  if (host !== undefined) return { problem: says`expected hosts as in api.github.com; came "${host}"` };
  const given = [
    ...folders.map(path => ({ path, isWritable: false })),
    ...writable.map(path => ({ path, isWritable: true })),
  ];
  return {
    server: { ...named, reach: { kind: 'local', argv: [first, ...more], env, workspace, folders: given, network } },
  };
}

const launchers = /^(?:npx|uvx|bunx|pnpx|docker)$/;

/** Why such a program is no server for a sandbox; undefined: it is none that gets another one first. */
export function launcherProblem(command: string): Sentence | undefined {
  return launchers.test(command)
    ? says`${command} gets its program from the network when it starts, which a sandbox has not: install the program, and add the server with the path of its file`
    : undefined;
}

/** A file of the program that is in no folder it may read; undefined: all of them are. */
export function unreadable({ argv, folders }: LocalServer): string | undefined {
  const readable = ['/workspace', '/usr', '/bin', '/lib', '/opt', ...folders.map(({ path }) => path)];
  return argv.find(
    word => word.startsWith('/') && !readable.some(path => word === path || word.startsWith(`${path}/`)),
  );
}

const hostForm = /^(?=.{1,253}$)(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}$/;

/** Words as a shell has them, with quotes and without anything else. */
function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

/** By name; a text: the one that is no pair. */
function pairsOf(pairs: readonly string[]): Readonly<Record<string, string>> | string {
  const found: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name, value = ''] = /^([A-Za-z_][\w-]{0,99})=(.*)$/s.exec(pair) ?? [];
    if (name === undefined || 'problem' in handlesIn(value)) return pair;
    found[name] = value;
  }
  return found;
}
