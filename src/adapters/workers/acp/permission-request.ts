/** A request for permission, as policy and its owner can read it. */

import { defined } from '../../../domain/text/json.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { WantedPermission } from '../../../domain/workers/permission.ts';
import type { PermissionRequest } from './messages.ts';

/** In UTF-16 units; what is longer is cut in its middle. */
const longestShown = 32_000;

/** `tree`: the folder that the worker works on. */
export function wantedOf({ toolCall }: PermissionRequest, tree: string): WantedPermission {
  const { title, kind, content, locations, rawInput } = toolCall;
  const raw = typeof rawInput === 'object' && rawInput !== null ? (rawInput as Readonly<Record<string, unknown>>) : {};
  const command = commandIn(raw);
  const named = [
    ...(content ?? []).flatMap(({ type, path }) => (type === 'diff' && path !== undefined ? [path] : [])),
    ...(locations ?? []).map(({ path }) => path),
    ...pathKeys.flatMap(key => (typeof raw[key] === 'string' ? [raw[key]] : [])),
  ];
  const paths = [...new Set(named)].map(path => within(tree, path));
  const isInside = paths.every(path => path !== undefined);
  const said = oneLine(title ?? '', 200);
  return {
    // whatever it calls itself, what has a command runs one
    kind: command === undefined ? (kind ?? 'other') : 'execute',
    title: said,
    ...defined({ command }),
    paths: isInside ? paths.filter(path => path !== undefined) : null,
    exact: cut(command ?? (diffOf(toolCall, raw) || `${said}\n${JSON.stringify(rawInput ?? null, null, 2)}`)),
  };
}

const pathKeys = ['filepath', 'filePath', 'file_path', 'path', 'abs_path'];

function commandIn({ command, cmd }: Readonly<Record<string, unknown>>): string | undefined {
  const given = command ?? cmd;
  if (typeof given === 'string') return given;
  if (!Array.isArray(given) || !given.every(word => typeof word === 'string')) return undefined;
  return given.map(word => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/** A path of the copy, from there on; undefined: it lies outside. */
export function within(tree: string, path: string): string | undefined {
  const whole = path.startsWith('/') ? path : `${tree}/${path}`;
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const plain = `/${parts.join('/')}`;
  return plain === tree ? '.' : plain.startsWith(`${tree}/`) ? plain.slice(tree.length + 1) : undefined;
}

function diffOf({ content }: PermissionRequest['toolCall'], raw: Readonly<Record<string, unknown>>): string {
  if (typeof raw['diff'] === 'string') return raw['diff'];
  return (content ?? [])
    .filter(({ type }) => type === 'diff')
    .map(({ path, oldText, newText }) =>
      [`--- ${path ?? ''}`, ...signed('-', oldText ?? ''), ...signed('+', newText ?? '')].join('\n'),
    )
    .join('\n');
}

function signed(sign: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map(line => `${sign}${line}`);
}

function cut(text: string): string {
  if (text.length <= longestShown) return text;
  const half = Math.floor(longestShown / 2);
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters left out …]\n${text.slice(-half)}`;
}
