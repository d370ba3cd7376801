/**
 * Programs of awk that only compute and print.
 *
 * A slash can divide or begin a regular expression, and the kinds of awk disagree about it. Where the text before it
 * does not decide, both readings are followed, and both have to be harmless; the same goes for where a regular
 * expression with brackets ends.
 */

/** Where a reading of the program stands. */
interface Reading {
  readonly at: number;
  /** In a statement that prints, outside of brackets: a `>` there writes a file. */
  readonly isPrinting: boolean;
  readonly depth: number;
  /** What stood before. */
  readonly before: string;
}

const mostReadings = 2_000;
const reaches = /^(system|getline|close|fflush|extension|load|include)$/;
/** Behind these a slash divides for one kind of awk and begins a regular expression for another. */
const keywords = new Set(
  'print printf return in case default switch do else exit delete function func next nextfile BEGIN END BEGINFILE ENDFILE if while for length index split sub gsub gensub match substr sprintf tolower toupper int rand srand sin cos atan2 exp log sqrt systime strftime mktime asort asorti and or xor compl lshift rshift strtonum typeof isarray patsplit'.split(
    ' ',
  ),
);
const number = /^\d+(\.\d+)?(e\d+)?$/;

/** No reading of it starts a program, opens a file or cannot be followed to its end. */
export function isPlainAwk(program: string): boolean {
  if (program.length > 8_000) return false;
  const open: Reading[] = [{ at: 0, isPrinting: false, depth: 0, before: '\n' }];
  const seen = new Set<string>();
  for (let reading = open.pop(); reading !== undefined; reading = open.pop()) {
    const key = `${reading.at} ${reading.isPrinting} ${reading.depth} ${reading.before}`;
    if (seen.has(key)) continue;
    if (seen.add(key).size > mostReadings) return false;
    const next = followed(program, reading);
    if (next === undefined) return false;
    open.push(...next);
  }
  return true;
}

/**
 * Up to the next slash that can mean two things; undefined: it reaches further than its input, or cannot be understood.
 */
function followed(program: string, from: Reading): readonly Reading[] | undefined {
  let { at, isPrinting, depth, before } = from;
  while (at < program.length) {
    const [token = ''] =
      /^(?:[A-Za-z_]\w*|\d[\w.]*|"(?:\\[^\n]|[^"\\\n])*"|\\\n|#[^\n\\]*|[ \t\r]+|\|\||[\x0a\x20-\x7e])/.exec(
        program.slice(at, at + 2_000),
      ) ?? [];
    if (token === '' || token === '"' || token === '\\' || token === '@' || token === '|' || token === "'")
      return undefined;
    if (reaches.test(token) || (token === '>' && isPrinting && depth === 0)) return undefined;
    if (token === '/') return afterSlash(program, { at: at + 1, isPrinting, depth, before });
    // `1system(…)` is a number and a call
    if (/^\d/.test(token) && !number.test(token)) return undefined;
    at += token.length;
    if (/^[ \t\r\\#]/.test(token)) continue;
    if (token === 'print' || token === 'printf') [isPrinting, depth] = [true, 0];
    else if (token === ';' || token === '}') isPrinting = false;
    else if (token === '(') depth++;
    else if (token === ')') depth = Math.max(0, depth - 1);
    before = token;
  }
  return [];
}

function afterSlash(program: string, reading: Reading): readonly Reading[] | undefined {
  const { before, at } = reading;
  const divides = /^(\d|\]$|[A-Za-z_])/.test(before) && !keywords.has(before) && !/\bfunc/.test(program);
  if (divides) return [{ ...reading, before: '/' }];
  const ends = regexEnds(program, at);
  const isSure = /^[(,~!&|{};\n=?:<]$|^\|\|$/.test(before);
  if (isSure && ends.length === 0) return undefined;
  return [...ends.map(end => ({ ...reading, at: end, before: '"' })), ...(isSure ? [] : [{ ...reading, before: '/' }])];
}

/** Behind the first slash; behind each of the line, where brackets make it unsure which one ends it. */
function regexEnds(program: string, from: number): readonly number[] {
  const ends: number[] = [];
  let isUnsure = false;
  for (let at = from; at < program.length && program[at] !== '\n'; at++) {
    const char = program[at];
    if (char === '\\') at++;
    else if (char === '[') {
      const [whole] = /^\[\^?(?:\[:[a-z]{5,6}:\]|[^\][\\/"\n])+\]/.exec(program.slice(at, at + 200)) ?? [];
      if (whole === undefined) isUnsure = true;
      else at += whole.length - 1;
    } else if (char === '/') {
      ends.push(at + 1);
      if (!isUnsure) break;
    }
  }
  return ends;
}
