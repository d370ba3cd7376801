/**
 * Programs in other languages, written into a command: what can be seen of them without running them.
 *
 * Nothing here makes code harmless; it is asked about anyhow. What is looked for is the shell command inside it, and
 * the few things that are refused wherever they stand. A word inside a text that is only printed is not a command.
 */

import { asks, asksAnywhere, asksDirectly, deletes, type Finding, refused } from '../../../policy/finding.ts';
import { says } from '../../../policy/sentence.ts';
import { kindOf, readFindings, shown, writeFindings } from '../../paths.ts';
import type { Ground } from '../ground.ts';
import { isPlainAwk } from './awk.ts';
import { isPlainSed } from './sed.ts';

/** Of Python, Perl, Ruby, JavaScript, PHP and their like. */
export function codeFindings(code: string, ground: Ground): readonly Finding[] {
  const found: Finding[] = [];
  if (socket.test(code) && shell.test(code))
    found.push(refused('It opens a connection and hands a shell to the other side.'));
  for (const { 1: list, index, 0: whole } of code.matchAll(starts)) {
    const texts = quotedFrom(code, index + whole.length - 1, list !== undefined);
    found.push(
      ...(list === undefined ? ground.text(texts[0] ?? '') : ground.words(texts)).filter(({ level }) => level === 3),
    );
  }
  for (const [, text = ''] of code.matchAll(/(?:`|qx[{(/|])([^`})|]{1,2000})[`})|]/g))
    found.push(...ground.text(text).filter(({ level }) => level === 3));
  found.push(...removals(code));
  // `open('.env')`
  for (const [, , path = ''] of code.matchAll(/(["'])([\w./@~+,%:-]{1,300})\1/g))
    found.push(...readFindings(path, ground.cwd).filter(({ touches }) => touches !== undefined));
  for (const [, path] of code.matchAll(
    /\b(?:rmtree|rmSync|rm_rf?|rmdirSync|remove_tree|remove_dir_all|removedirs)\b\s*\(?\s*(?:["']([^"'\n]*)["'])?/g,
  )) {
    const place = path === undefined ? 'own' : kindOf(path, ground.cwd).place;
    const isWide = place === 'root' || place === 'home' || place === 'system';
    found.push(
      isWide
        ? refused(says`Its code deletes ${shown(path ?? '')} and its contents.`)
        : asksAnywhere('Its code deletes whole folders.'),
    );
  }
  return found;
}

/** Single files taken away, emptied or moved out: one that is named in full, or whatever a variable says. */
function removals(code: string): readonly Finding[] {
  const found: Finding[] = [];
  for (const [, path] of code.matchAll(
    /\b(?:os\.(?:remove|unlink|truncate)|unlinkSync|unlink|rmSync|truncateSync|File\.(?:delete|unlink|truncate)|FileUtils\.rm)\b\s*\(?\s*(?:["']([^"'\n]*)["']\s*[,)\];\s]?)?/g,
  ))
    found.push(
      path === undefined || /[{$]/.test(path)
        ? asksAnywhere('Its code deletes files that it chooses by itself.')
        : deletes(says`Its code deletes ${shown(path)}.`),
    );
  if (
    /\bopen\(\s*[^)]{0,200}["']w[b+t]{0,2}["']\s*\)\s*\.\s*(close|truncate)\(/.test(code) ||
    /\.write_(text|bytes)\(\s*b?(""|'')\s*\)/.test(code) ||
    /\bwriteFileSync\([^,)]{1,200},\s*(""|''|``)\s*\)/.test(code)
  )
    found.push(asksAnywhere('Its code empties a file.'));
  if (
    /\b(shutil\.move|os\.(rename|replace)|renameSync|File\.rename|FileUtils\.mv)\b[^;\n]{0,200},\s*["'](\/tmp|\/var\/tmp|\/dev\/shm|~|\/home|\/root)\b/.test(
      code,
    )
  )
    found.push(asksAnywhere('Its code moves files out of the workspace.'));
  return found;
}

const socket = /\bsocket\b|\bTCPSocket\b|fsockopen|IO::Socket|net\.(connect|Socket|createConnection)|\binet_aton\b/i;
const shell = /\/bin\/(ba|z|da)?sh|pty\.spawn|\bdup2\b|\bpopen\b|\bchild_process\b|\bsubprocess\b|cmd\.exe|powershell/i;

/**
 * Calls that start a program, up to the quote their first text begins with; a list of words if a bracket stands before
 * it.
 */
const starts =
  /\b(?:system|popen[23]?|getoutput|getstatusoutput|exec[a-zA-Z]{0,8}|spawn[a-zA-Z]{0,8}|check_output|check_call|call|run|Popen|shell_exec|passthru|proc_open|os\.execute)\b\s{0,8}\(?\s{0,8}(\[\s{0,8})?[rbfu]?["']/g;

/** The text that begins with the quote at `at`; as a list, all texts up to the closing bracket. */
function quotedFrom(code: string, at: number, isList: boolean): readonly string[] {
  const texts: string[] = [];
  let position = at;
  while (position < code.length && texts.length < 64) {
    const quote = code[position] ?? '';
    let end = position + 1;
    while (end < code.length && code[end] !== quote) end += code[end] === '\\' ? 2 : 1;
    texts.push(code.slice(position + 1, end).replace(/\\(["'\\])/g, '$1'));
    if (!isList) break;
    const next = /^[\s,]{1,20}["']/.exec(code.slice(end + 1, end + 30));
    if (!next) break;
    position = end + next[0].length;
  }
  return texts;
}

/** Of awk. Its own way of reading and printing is harmless; it can also write, and run. */
export function awkFindings(program: string, ground: Ground): readonly Finding[] {
  const texts: string[] = [];
  const code = bareAwk(program, texts)
    .replace(/\\\n/g, ' ')
    .replace(/(,|\{|&&|\|\||\bdo\b|\belse\b)\s*\n/g, '$1 ');
  const found: Finding[] = [];
  if (texts.some(text => text.includes('/inet'))) found.push(refused('awk opens a network connection.'));
  if (/\bsystem\s*\(|(^|[^|])\|&?([^|]|$)|@\s*(load|include)|\bextension\b/.test(code)) {
    found.push(asks('awk starts other programs.', 'high'));
    found.push(...texts.flatMap(text => ground.text(text)).filter(({ level }) => level === 3));
  }
  if (/\bprintf?\b[^;}\n]*>/.test(withoutBrackets(code))) found.push(asks('awk writes to files.'));
  // should a quote have been taken for the beginning of a text
  if (/\bsystem\s*\(/.test(program) && !/\bsystem\s*\(/.test(code))
    found.push(asksDirectly('awk may start other programs.'));
  if (/\bgetline\b/.test(code)) found.push(...texts.flatMap(text => readFindings(text, ground.cwd)));
  if (!isPlainAwk(program)) found.push(asks('This program of awk may do more than compute and print.', 'high'));
  return found;
}

/** Without texts, regular expressions and comments; the texts are collected. */
function bareAwk(program: string, texts: string[]): string {
  let bare = '';
  for (let at = 0; at < program.length; at++) {
    const char = program[at] ?? '';
    const isRegex =
      char === '/' &&
      /(^|[(,~!&|{};\n=?:<>*%^]|(?<!\+)\+|(?<!-)-|\b(return|printf?|in|case|do|else|exit|delete))\s*$/.test(
        bare.slice(-40),
      );
    if (char === '#') {
      const end = program.indexOf('\n', at);
      at = end < 0 ? program.length : end - 1;
    } else if (char === '"' || isRegex) {
      let end = at + 1;
      while (end < program.length && program[end] !== char) end += program[end] === '\\' ? 2 : 1;
      if (char === '"') texts.push(program.slice(at + 1, end).replace(/\\(.)/g, '$1'));
      bare += '""';
      at = end;
    } else bare += char;
  }
  return bare;
}

function withoutBrackets(code: string): string {
  let [depth, rest] = [0, ''];
  for (const char of code) {
    if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) rest += char;
  }
  return rest;
}

/** Of sed: its commands one by one, since `e` and `w` are letters like others everywhere else. */
export function sedFindings(script: string, ground: Ground): readonly Finding[] {
  const found: Finding[] = isPlainSed(script)
    ? []
    : [asks('This script of sed may do more than print and change its text.', 'high')];
  let at = 0;
  const restOfLine = () => {
    const end = script.indexOf('\n', at);
    const rest = script.slice(at, end < 0 ? undefined : end);
    at = end < 0 ? script.length : end;
    return rest.trim();
  };
  const writes = (path: string) =>
    found.push(...(path === '' ? [] : writeFindings(path, ground.cwd)), asks('sed writes to a file.'));
  const runs = (text: string) => found.push(asks('sed starts other programs.', 'high'), ...ground.text(text));
  while (at < script.length) {
    const address = /^(?:[\s;{}]+|\d+|\$|[,~+!])/.exec(script.slice(at, at + 64));
    if (address) {
      at += address[0].length;
      continue;
    }
    const char = script[at++] ?? '';
    if (char === '/' || char === '\\') {
      const mark = char === '/' ? char : (script[at++] ?? '');
      at = afterPart(script, at, mark);
      while (/[IM]/.test(script[at] ?? '')) at++;
    } else if (char === 's' || char === 'y') {
      const mark = script[at++] ?? '';
      at = afterPart(script, afterPart(script, at, mark), mark);
      const flags = /^[gpiIMm0-9e]*/.exec(script.slice(at, at + 32))?.[0] ?? '';
      at += flags.length;
      if (flags.includes('e')) runs('');
      if (script[at] === 'w') {
        at++;
        writes(restOfLine());
      }
    } else if (char === 'w' || char === 'W') writes(restOfLine());
    else if (char === 'e') runs(restOfLine());
    else if (char === 'r' || char === 'R') found.push(...readFindings(restOfLine(), ground.cwd));
    else if ('aic'.includes(char)) {
      while (at < script.length && (script[at] !== '\n' || script[at - 1] === '\\')) at++;
    } else if (':btT'.includes(char)) {
      while (at < script.length && !/[;\n}]/.test(script[at] ?? '')) at++;
    } else if (char === '#') restOfLine();
    else if (!'dDgGhHnNpPx=qQlLzF'.includes(char)) {
      found.push(asks(says`sed ${shown(char)}: this command is not known.`));
      break;
    }
  }
  return found;
}

/** Behind the next `mark` that is neither escaped nor inside brackets. */
function afterPart(script: string, from: number, mark: string): number {
  let isSet = false;
  for (let at = from; at < script.length; at++) {
    const char = script[at];
    if (char === '\\') at++;
    else if (char === '[' && !isSet) isSet = mark !== '[';
    else if (char === ']' && isSet && at > from) isSet = false;
    else if (char === mark && !isSet) return at + 1;
  }
  return script.length;
}
