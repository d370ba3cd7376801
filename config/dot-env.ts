/**
 * `.env` as Node's own reader takes it, with the line of every name, and with a fault for what that reader passes over
 * in silence.
 *
 * It may hold blank lines, comments, `export NAME=value`, values in quotes over several lines, and either end of line.
 * What a line says is never repeated: a line that went wrong is most often a secret.
 */
import type { ConfigFault } from './faults.ts';

/** What one name is set to; the last of several counts. `line` counts from 1. */
export interface DotEnvEntry {
  readonly value: string;
  readonly line: number;
}

const wanted = 'NAME=value, or a comment that begins with #';

/** The names of the text. A line that sets nothing is a fault of `file`. */
export function readDotEnv(text: string, file: string, faults: ConfigFault[]): ReadonlyMap<string, DotEnvEntry> {
  const found = new Map<string, DotEnvEntry>();
  const lines = text.replaceAll('\r', '').split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    const wrong = (expected: string, came: string) => faults.push({ file, line, key: '', expected, came });
    const bare = lines[at]?.trim() ?? '';
    if (bare === '' || bare.startsWith('#')) continue;
    const equal = bare.indexOf('=');
    const name = (equal < 0 ? bare : bare.slice(0, equal)).trim().replace(/^export\s+/, '');
    if (equal < 0 || !/^[\w.-]+$/.test(name)) {
      wrong(wanted, mistake(name, equal >= 0));
      continue;
    }
    const given = bare.slice(equal + 1).trim();
    const mark = /^["'`]/.exec(given)?.[0];
    if (mark === undefined) {
      found.set(name, { value: given.replace(/#.*$/, '').trim(), line });
      continue;
    }
    const quoted = inQuotes(given.slice(1), lines.slice(at + 1), mark);
    if (quoted === undefined) {
      wrong(`a value that ends with the ${mark} it begins with`, 'none to the end of the file');
      continue;
    }
    at += quoted.more;
    if (!/^\s*(?:#|$)/.test(quoted.rest))
      wrong(`nothing but a comment behind the closing ${mark}`, `more, in line ${at + 1}`);
    else found.set(name, { value: mark === '"' ? quoted.value.replaceAll('\\n', '\n') : quoted.value, line });
  }
  return found;
}

/**
 * Up to the closing mark, in this line or a later one; `more`: how many lines further that is, `rest`: what stands
 * behind it.
 */
function inQuotes(first: string, later: readonly string[], mark: string) {
  const value: string[] = [];
  for (const [more, line] of [first, ...later].entries()) {
    const end = line.indexOf(mark);
    if (end >= 0) return { value: [...value, line.slice(0, end)].join('\n'), rest: line.slice(end + 1), more };
    value.push(line);
  }
  return undefined;
}

function mistake(name: string, hasEqual: boolean): string {
  if (/^[\w.-]+\s*:/.test(name)) return 'a ":" behind the name';
  if (!hasEqual) return 'a line without "="';
  return name === '' ? 'no name before the "="' : 'a name of more than letters, digits and "_"';
}
