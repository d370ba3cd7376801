/** What came of a call, told as it is: done, failed, waiting, denied or unknown. */
import type { JsonObject } from '../../machines/domain/json.ts';
import type { Language } from './rehearsal-grammar.ts';
import { answerFrom, listFrom } from './rehearsal-memory.ts';
import type { Step } from './rehearsal-plan.ts';
import { rehearsalTexts } from './rehearsal-texts.ts';
import type { Called, Notice } from './rehearsal-turn.ts';

/** The line for one call of a step. */
export function outcomeLine(step: Step, { call, ended, text }: Called): string {
  const texts = rehearsalTexts(step.language);
  const args = parsed(call.arguments);
  if (ended !== 'done') {
    return texts.ended[ended](describe(step.language, call.name, args), reasonIn(ended, text)).trim();
  }
  switch (step.intent?.name) {
    case 'remember':
      return texts.saved(String(args['content'] ?? ''));
    case 'run':
      return texts.ran(String(args['command'] ?? ''), fenced(outputIn(text)));
    case 'ask':
      return texts.answered(text.trim());
    case 'overview':
      return listFrom('', text, step.language);
    case 'about':
      return listFrom(queryOf(args), text, step.language);
    case 'question':
      return answerFrom(queryOf(args), text, step.language);
    default:
      return texts.didIt(call.name, text);
  }
}

/** What "the answer" or "the result" means to the next step. */
export function resultOf(step: Step, { call, text }: Called): string {
  if (step.intent?.name !== 'ask') return outputIn(text).trim().slice(0, 1500);
  return `${String(parsed(call.arguments)['question'] ?? '')} ${text.trim()}`;
}

/** The line for a result that came after its turn had gone on. */
export function lateLine({ tool = '', outcome = '', text }: Notice, language: Language): string {
  const shown = outcome === 'done' || outcome === 'failed' ? fenced(outputIn(text)) : '';
  return rehearsalTexts(language).late(tool, outcome, shown);
}

/** Why a call did not do its work, as far as it is worth saying. */
function reasonIn(ended: Called['ended'], text: string): string {
  if (ended === 'failed') return text.includes('\n') ? `\n${fenced(text)}` : text;
  if (ended !== 'denied') return text;
  const reason = / and said: ([\s\S]*?)\. It was not run\./.exec(text)?.[1] ?? '';
  return reason === '' ? '' : ` “${reason}”`;
}

/** What a command printed, when all went well and it printed nothing else; otherwise the whole report. */
function outputIn(text: string): string {
  const plain = /^exit code 0\n(?:\(no output\)|--- stdout ---\n([\s\S]*))$/.exec(text.trim());
  return plain === null || /^--- stderr ---$/m.test(text) ? text : (plain[1] ?? '');
}

/** A call in a few words, as the subject of a sentence. */
export function describe(language: Language, tool: string, args: JsonObject): string {
  const texts = rehearsalTexts(language);
  const subject = args['content'] ?? args['query'] ?? args['command'] ?? args['question'] ?? '';
  return texts.calls[tool]?.(String(subject)) ?? texts.otherCall(tool);
}

/** What a search looked for. */
export function queryOf(args: JsonObject | undefined): string {
  return String(args?.['query'] ?? '');
}

function fenced(output: string): string {
  const text = output.trim();
  if (text === '') return '';
  // A fence longer than any in the output, so that the output cannot end it.
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function parsed(json: string): JsonObject {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}
