/** Facts that stand in a call's arguments as they are written, for tools that name a file or an address. */
import { empties } from '../policy/emptying.ts';
import { defined, type JsonObject } from '../text/json.ts';
import type { CallFacts } from './tool.ts';

/** The file `path` names, from `/workspace` or `/scripts`. */
export function namedPath({ path }: JsonObject): CallFacts {
  if (typeof path !== 'string') return {};
  const inside = path.replace(/^\.\.\/(scripts|settings)(?=\/|$)/, '/$1');
  return { path: /^[/~]|^\.\.(\/|$)/.test(inside) ? inside : `/workspace/${inside}` };
}

/** The address `url` names. */
export function namedUrl({ url }: JsonObject): CallFacts {
  return typeof url === 'string' ? { url } : {};
}

/** The file that is written, the folder it lies in, and whether little of it is left. */
export function namedWriting(args: JsonObject): CallFacts {
  const { path } = namedPath(args);
  const [, folder] = /^\/(scripts|settings)(?:\/|$)/.exec(path ?? '') ?? [];
  const { content, old_text: before = '', new_text: after = content } = args;
  const isEmpty = typeof before === 'string' && typeof after === 'string' && empties(before, after);
  return {
    ...namedPath(args),
    writes: (folder as 'scripts' | 'settings' | undefined) ?? 'workspace',
    ...defined({ empties: isEmpty ? true : undefined }),
  };
}

/** The host of the owner's own network that an address leads to. */
export function ownFact(ownHost: string | undefined): CallFacts {
  return ownHost === undefined ? {} : { ownHost };
}
