/**
 * `straylight policy`: what would a command or a call count as? Nothing is run, and no home is needed.
 *
 * `policy command` judges a text, alone or where it would run; `policy call` a tool with its arguments, where it runs
 * and how far the conversation is trusted.
 */

import { cardTexts } from '../../domain/approvals/card-texts.ts';
import { reasonIn } from '../../domain/approvals/reason-texts.ts';
import { judge, judgeCommand, type Verdict } from '../../domain/policy/policy.ts';
import { inEnglish, type Sentence, says } from '../../domain/policy/sentence.ts';
import { taints } from '../../domain/policy/taint.ts';
import { type ExecutorKind, executorKinds } from '../../domain/security/sandbox.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import { type Language, ownWords } from '../../domain/text/texts.ts';
import { readable, oneLine as short } from '../../domain/text/visible.ts';
import {
  type CallSurroundings,
  judgedCall,
  judgedCommand,
  type ToolDeclaration,
} from '../../domain/tools/declaration.ts';
import { type Io, jsonText } from '../io.ts';

/** Exit code: 2 where the text is no call, 1 where a line is no row; a verdict, whichever, is an answer. */
export async function policy({
  io,
  verb,
  json,
  tools,
  executor,
  taint,
  text,
  lines = [],
}: {
  readonly io: Io;
  readonly verb: 'command' | 'call';
  readonly json: boolean;
  /** What the tools say of themselves. */
  readonly tools: readonly ToolDeclaration[];
  /** Where they would run; a row may say its own. */
  readonly executor?: string;
  readonly taint?: string;
  /** A command, or a call as JSON; without it rows are read. */
  readonly text?: string;
  /** JSON rows, one a line: `{"cmd"}`, or calls. Empty lines are passed over. */
  readonly lines?: Iterable<string> | AsyncIterable<string>;
}): Promise<number> {
  const answerTo = (row: unknown) =>
    verb === 'command' ? commandRow(row, executor) : callRow(row, tools, executor, taint);
  if (text !== undefined) {
    const answer = verb === 'command' ? commandAnswer(text, executor) : read(text, answerTo);
    if ('error' in answer) io.err(`straylight: ${readable(ownWords(answer.error, io.language))}`);
    else if (json) io.out(oneLine(answer));
    else
      io.out(
        [
          inWords(answer, io.language),
          ...(verb === 'command' && executor === undefined ? elsewhere(text, answer, io.language) : []),
        ].join('\n'),
      );
    return 'error' in answer ? 2 : 0;
  }
  let exitCode = 0;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const answer = read(line, answerTo);
    if ('error' in answer) exitCode = 1;
    io.out(oneLine(answer));
  }
  return exitCode;
}

/** `level` is a name: L0 run, L1 run and tell, L2 ask, L3 refuse. */
interface PolicyAnswer {
  readonly level: string;
  readonly reasons: readonly Sentence[];
  readonly risk?: string;
}
type Answer = PolicyAnswer | { readonly error: Sentence };

function verdictOf({ level, reasons, risk }: Verdict): PolicyAnswer {
  return { level: `L${level}`, reasons, risk: level === 2 ? risk : undefined };
}

function inWords(answer: PolicyAnswer, language: Language = 'en'): string {
  const { meanings, risk } = words[language];
  return [
    `${answer.level} (${meanings[answer.level]}${answer.risk === undefined ? '' : risk(answer.risk)})`,
    ...answer.reasons.map(reason => `  ${readable(reasonIn(language, reason))}`),
  ].join('\n');
}

/** The sandbox decides what needs approval: where a tested one, or none, changes the answer, that is printed too. */
function elsewhere(command: string, alone: PolicyAnswer, language: Language = 'en'): readonly string[] {
  const { meanings, tested, direct: unprotected } = words[language];
  const levelIn = (executor: ExecutorKind) =>
    verdictOf(judge(judgedCommand(command, executor), { taint: 'owner', executor })).level;
  const [inside, direct] = [levelIn('bubblewrap'), levelIn('direct')];
  return [
    ...(inside === alone.level ? [] : [`${tested}: ${inside} (${meanings[inside]}).`]),
    ...(direct === alone.level ? [] : [`${unprotected}: ${direct} (${meanings[direct]}).`]),
  ];
}

interface Words {
  readonly meanings: Readonly<Record<string, string>>;
  readonly risk: (risk: string) => string;
  readonly tested: string;
  readonly direct: string;
}

const words: Readonly<Record<Language, Words>> = catalog('commands/rules/policy', {
  en: {
    meanings: { L0: 'runs', L1: 'runs and is reported', L2: 'asks you', L3: 'is refused' },
    risk: risk => `, ${risk} risk`,
    tested: 'In a tested sandbox',
    direct: 'Without a sandbox',
  },
  de: {
    meanings: { L0: 'läuft', L1: 'läuft und wird gemeldet', L2: 'fragt dich', L3: 'wird abgelehnt' },
    risk: risk => `, Risiko ${(cardTexts.de.card.risks as Readonly<Record<string, string>>)[risk] ?? risk}`,
    tested: 'In einer geprüften Sandbox',
    direct: 'Ohne Sandbox',
  },
});

function read(text: string, answerTo: (row: unknown) => Answer): Answer {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return {
      error:
        text.trim() === ''
          ? says`expected one JSON object, got nothing`
          : says`expected one JSON object, got "${short(text, 60)}"`,
    };
  }
  return answerTo(row);
}

/** Its text alone, or where it would run. */
function commandAnswer(text: string, executor: unknown): Answer {
  if (executor === undefined) return verdictOf(judgeCommand(text));
  if (!isOneOf(executorKinds, executor)) return noExecutor;
  return verdictOf(judgeCommand(text, executor));
}

const noExecutor = { error: says`expected an executor of ${executorKinds.join(', ')}` };

function commandRow(row: unknown, executor: string | undefined): Answer {
  if (!isObject(row) || typeof row['cmd'] !== 'string') return { error: says`expected {"cmd": text}` };
  const answer = commandAnswer(row['cmd'], row['executor'] ?? executor);
  return 'error' in answer ? answer : { level: answer.level, reasons: answer.reasons };
}

function callRow(
  row: unknown,
  tools: readonly ToolDeclaration[],
  usualExecutor: string | undefined,
  usualTaint = 'owner',
): Answer {
  if (!isObject(row)) return { error: says`expected {"tool": name, "arguments": object}` };
  const { tool, arguments: args = {}, executor = usualExecutor, taint = usualTaint, trusted, urlGiven } = row;
  if (typeof tool !== 'string' || !isObject(args)) return { error: says`expected {"tool": name, "arguments": object}` };
  if (executor !== undefined && !isOneOf(executorKinds, executor)) return noExecutor;
  if (!isOneOf(taints, taint)) return { error: says`expected a taint of ${taints.join(', ')}` };
  const surroundings: CallSurroundings = {
    executor,
    trusted: typeof trusted === 'boolean' ? trusted : undefined,
    urlGiven: typeof urlGiven === 'boolean' ? urlGiven : undefined,
  };
  const call = judgedCall(tools, { tool, args: args as JsonObject }, surroundings);
  return verdictOf(judge(call, { taint, executor }));
}

function isOneOf<Name extends string>(names: readonly Name[], value: unknown): value is Name {
  return names.some(name => name === value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Line breaks inside JSON stand between members only: in a text they are written as an escape. */
function oneLine(answer: Answer): string {
  const english =
    'error' in answer ? { error: inEnglish(answer.error) } : { ...answer, reasons: answer.reasons.map(inEnglish) };
  return jsonText(english).replace(/\n\s*/g, '');
}
