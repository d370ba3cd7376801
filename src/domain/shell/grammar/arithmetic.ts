/**
 * Arithmetic as bash reads it: `$(( ))`, `(( ))`, `let`, an index, an offset, both sides of `-gt`.
 *
 * A variable in it is not a number but a text that is read as arithmetic again, and the index of a list in that text
 * runs the commands in it. So arithmetic is harmless only where each operand is a literal or a variable that holds a
 * whole number for sure.
 */
export interface Arithmetic {
  /** Every operand is a whole number. */
  readonly isSafe: boolean;
  /** The variables it sets. */
  readonly assigned: readonly string[];
}

/** What is known about operands. */
export interface Operands {
  isNumber(name: string): boolean;
  /** Is what this substitution prints a whole number? */
  printsNumber(script: string): boolean;
}

const longest = 4_000;
const deepest = 12;

export function readArithmetic(text: string, operands: Operands, depth = 0): Arithmetic {
  if (depth > deepest || text.length > longest) return { isSafe: false, assigned: [] };
  const flat = flattened(text, operands, depth);
  const assigned: string[] = [];
  return { isSafe: flat !== undefined && isSafe(flat, operands, assigned), assigned };
}

/** Stands for a whole number, or for nothing where the variable is not set. */
const digit = '\x01';

/** Each expansion that is a number replaced by `digit`, quotes taken off; undefined where one may be anything else. */
function flattened(text: string, operands: Operands, depth: number): string | undefined {
  let flat = '';
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '$') {
      const expansion = expansionAt(text, at);
      if (expansion === undefined || !isNumber(expansion, operands, depth)) return undefined;
      flat += digit;
      at += expansion.length;
      continue;
    }
    if (char === '\0') {
      if (text[at + 1] !== digit) return undefined;
    } else if (char === '\\') {
      if (text[at + 1] !== '\n') return undefined;
      at++;
    } else if (char === '`' || char === "'") return undefined;
    else flat += char;
    at++;
  }
  // what quotes hold together may be another name than its parts
  return /[\w\x01]"+[\w\x01]/.test(flat) ? undefined : flat.replaceAll('"', '');
}

/** The text of the expansion that begins there. */
function expansionAt(text: string, at: number): string | undefined {
  const [simple] = /^\$(?:[A-Za-z_]\w*|[\d#?$!])/.exec(text.slice(at, at + 128)) ?? [];
  if (simple !== undefined) return simple;
  const open = text[at + 1] ?? '';
  const close = { '{': '}', '(': ')', '[': ']' }[open];
  if (close === undefined) return undefined;
  for (let end = at + 1, depth = 0; end < text.length; end++) {
    if (text[end] === open) depth++;
    else if (text[end] === close && --depth === 0) return text.slice(at, end + 1);
  }
  return undefined;
}

function isNumber(expansion: string, operands: Operands, depth: number): boolean {
  const inside = (text: string) => readArithmetic(text, operands, depth + 1).isSafe;
  if (/^\$[#?$!]$/.test(expansion)) return true;
  if (expansion.startsWith('$((') && expansion.endsWith('))')) return inside(expansion.slice(3, -2));
  if (expansion.startsWith('$[')) return inside(expansion.slice(2, -1));
  if (expansion.startsWith('$(')) return operands.printsNumber(expansion.slice(2, -1));
  const bare = expansion.startsWith('${') ? expansion.slice(2, -1) : expansion.slice(1);
  if (/^(#(\w+(\[[@*]\])?|[@*])|[#?$!])$/.test(bare)) return true;
  const [, name = '', index, fallback] = /^(\w+)(?:\[([^\]]*)\])?(?::?[-+=](-?\d*))?$/.exec(bare) ?? [];
  if (name === '' || (index !== undefined && !inside(index))) return false;
  return operands.isNumber(name) && (fallback === undefined || /^-?\d*$/.test(fallback));
}

const operator = /[-+*/%<>=!&|^~?:,();\s]/y;
const number = /[\d\x01][\w\x01@#]*/y;
const name = /[A-Za-z_]\w*/y;
const assignment = /\s*(=(?!=)|(?:<<|>>|[-+*/%&^|])=|\+\+|--)/y;

/** Collects the names it sets on the way. */
function isSafe(flat: string, operands: Operands, assigned: string[]): boolean {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(flat) ?? [];
    if (found !== undefined) at += found.length;
    return found;
  };
  while (at < flat.length) {
    if (take(operator) !== undefined) continue;
    const digits = take(number);
    if (digits !== undefined) {
      // nothing, and then a letter: that would be a name
      if (/\x01[A-Za-z_]/.test(digits) || flat[at] === '[') return false;
      continue;
    }
    const before = /(\+\+|--)\s*$/.test(flat.slice(Math.max(0, at - 8), at));
    const variable = take(name);
    if (variable === undefined || flat[at] === digit) return false;
    if (flat[at] === '[') {
      const end = closing(flat, at);
      if (end < 0 || !isSafe(flat.slice(at + 1, end), operands, assigned)) return false;
      at = end + 1;
    }
    const sign = take(assignment)?.trim();
    if (sign !== undefined || before) assigned.push(variable);
    if ((sign !== '=' || before) && !operands.isNumber(variable)) return false;
  }
  return true;
}

function closing(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at++) {
    if (text[at] === '[') depth++;
    else if (text[at] === ']' && --depth === 0) return at;
  }
  return -1;
}
