/** What came of a call, told as it is: done, failed, waiting, denied or unknown. */

import { questionIn } from '../../../domain/jobs/when.ts';
import type { JsonObject } from '../../../domain/text/json.ts';
import { modelTexts } from '../../../domain/text/texts.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { printed } from '../../../domain/tools/command-report.ts';
import { argumentsOf } from './arguments.ts';
import type { Earlier, Language } from './intent.ts';
import { answerFrom, listFrom, memoriesIn } from './memory.ts';
import { workLine } from './outcome-work.ts';
import { fenced, fileLines, pageIn, standingAlone } from './output.ts';
import type { Step } from './plan.ts';
import { jobWords } from './texts/job-words.ts';
import { planLine } from './texts/plan-words.ts';
import { reasonWords } from './texts/reason-words.ts';
import { rehearsalTexts } from './texts/texts.ts';
import { toolResult, toolWords } from './texts/tool-words.ts';
import type { Called, Notice } from './turn.ts';

/** The line for one call of a step; `earlier`: what the step before it brought. */
export function outcomeLine(
  step: Step,
  called: Called,
  { earlier, isUnknownReported }: { readonly earlier: Earlier; readonly isUnknownReported: boolean },
): string {
  const { call, ended, text } = called;
  const texts = rehearsalTexts(step.language);
  const args = argumentsOf(call.arguments);
  if (ended === 'unknown' && isUnknownReported) return texts.notRepeated(describe(step.language, call.name, args));
  if (ended === 'failed') {
    const question = questionIn(text);
    if (question !== undefined) return question;
  }
  if (ended === 'failed' && step.said['mayBeMissing'] !== undefined && /does not exist/.test(text)) return '';
  if (call.name === 'run_plan' && (ended === 'done' || ended === 'failed')) {
    const summary = planLine(text, step.language);
    if (summary !== undefined) return summary;
  }
  if (ended !== 'done') {
    const what = describe(step.language, call.name, args);
    const [why, aside] = divided(called);
    const reason = reasonIn(ended, ended === 'failed' ? toolResult(why, call.name, step.language) : why, step.language);
    const said = texts.ended[ended](what, reason.includes('\n') ? reason : toolWords(reason, step.language)).trim();
    return aside ? `${said}\n${texts.setAside(call.name)}` : said;
  }
  if (step.isOnlyMeans === true) return '';
  switch (step.intent?.name) {
    case 'remember':
      if (call.name === 'memory_update') return corrected(called, args, { earlier, language: step.language });
      return texts[text.startsWith('Saved as pending') ? 'savedPending' : 'saved'](String(args['content'] ?? ''));
    case 'forget':
      if (call.name === 'forget_words') return texts.forgottenWords;
      if (call.name === 'cancel_job') return jobWords(text.trim(), step.language);
      return texts[text.startsWith('Forgotten') ? 'forgotten' : 'notForgotten'];
    case 'correct':
      return corrected(called, args, { earlier, language: step.language });
    case 'run':
      return texts.ran(String(args['command'] ?? ''), fenced(printed(text)));
    case 'remind':
    case 'schedule':
    case 'jobs':
    case 'cancelJob':
    case 'moveJob':
      return jobWords(text.trim(), step.language);
    case 'addGoal':
    case 'goals':
    case 'completeGoal':
      return toolWords(text.trim(), step.language);
    case 'delegate':
      // an agent of this model says first what it is, as each conversation does: its owner has read that here
      return `${String(args['agent'] ?? '')}: ${text.replace(texts.whoAmI, '').trim()}`;
    case 'ask':
      return texts.answered(text.trim());
    case 'spending':
      return `${texts.costsNothing} ${toolWords(text.trim(), step.language)}`;
    case 'waiting':
      return [
        jobWords(toolWords(text.trim(), step.language), step.language),
        ...(/^Approvals /m.test(text) ? [texts.seeApprovals] : []),
      ].join('\n');
    case 'places':
    case 'undoTurn':
    case 'dropGoal':
      return toolWords(text.trim(), step.language);
    case 'overview':
      return listFrom('', text, step.language);
    case 'about':
      return listFrom(queryOf(args), text, step.language);
    case 'question':
      return answerFrom(queryOf(args), text, step.language);
    default:
      return workLine(step, called, args);
  }
}

function corrected(
  { call, text }: Called,
  args: JsonObject,
  { earlier, language }: { readonly earlier: Earlier; readonly language: Language },
): string {
  const texts = rehearsalTexts(language);
  const content = String(args['content'] ?? '');
  if (call.name === 'memory_save')
    return texts[text.startsWith('Saved as pending') ? 'savedPending' : 'savedBeside'](content);
  if (!text.startsWith('Memory corrected')) return texts.savedPending(content);
  const old = memoriesIn(earlier.result ?? '').find(({ id }) => id === args['id'])?.content ?? '';
  return texts.corrected(content, old);
}

/** What a finished step means to the next: `result` is "the result", `told` how it is remembered. */
export function resultOf(step: Step, { call, text }: Called): { readonly result: string; readonly spoken: string } {
  switch (step.intent?.name) {
    case 'ask': {
      const answer = `${String(argumentsOf(call.arguments)['question'] ?? '')} ${text.trim()}`;
      return { result: answer, spoken: answer };
    }
    case 'use':
      return { result: standingAlone(text), spoken: `${call.name}: ${oneLine(text, 1000)}` };
    case 'read':
      return plainly(fileLines(text));
    case 'fetch':
      return plainly(pageIn(text).text);
    default:
      return plainly(printed(text).trim());
  }
}

const longestResult = 100_000;

function plainly(text: string): { readonly result: string; readonly spoken: string } {
  return { result: text.slice(0, longestResult), spoken: text.slice(0, 1500) };
}

/** The line for a result that came after its turn had gone on. */
export function lateLine(
  { tool = '', outcome = '', intent = '', text }: Notice,
  language: Language,
  isUnknownReported = false,
): string {
  const texts = rehearsalTexts(language);
  const plan = tool === 'run_plan' ? planLine(text, language) : undefined;
  if (plan !== undefined) return plan;
  const shown =
    outcome === 'unknown'
      ? texts.lateUnknown
      : outcome === 'done' || outcome === 'failed'
        ? fenced(toolResult(printed(text), tool, language))
        : '';
  if (outcome === 'unknown' && isUnknownReported)
    return texts.notRepeated(intent === '' ? tool : intent.replace(/\.$/, ''));
  // a run that went wrong is a call that was done
  const hasFailed = text.startsWith(`${tool} failed: `) || wentWrong.test(text);
  const isUndone = outcome === 'denied' && text === modelTexts.takenBack;
  const how = isUndone ? 'undone' : outcome === 'done' && hasFailed ? 'failed' : outcome;
  return texts.late(tool, how, intent, shown);
}

/** What a command that went wrong begins with. */
const wentWrong = /^(?:exit code [1-9]|ended by \w+, no exit code|it did not start)/;

/** Why a call did not do its work, as far as it is worth saying. */
function reasonIn(ended: Called['ended'], text: string, language: Language): string {
  // the reply has said that it is not allowed
  if (ended === 'refused' && language !== 'en') {
    const reasons = namedIn(text, modelTexts.refused([gap]));
    return reasons === undefined ? text : `${reasonWords(reasons, language)}.`;
  }
  if (ended === 'failed') return text.includes('\n') ? `\n${fenced(text)}` : text;
  if (ended === 'unknown') return nobodyKnows(text);
  if (ended !== 'denied') return text;
  const reason = / and said: ([\s\S]*?)\. It was not run\./.exec(text)?.[1] ?? '';
  return reason === '' ? '' : ` “${reason}”`;
}

/** What is known of an act whose outcome is not, without what is said to a model. */
function nobodyKnows(text: string): string {
  const what = namedIn(text, modelTexts.unknown(gap));
  return what === undefined ? text : `(${what}.)`;
}

const gap = '\u0000';

/** What stands in the gap of this form; undefined: the text is not of it. */
function namedIn(text: string, form: string): string | undefined {
  const [head = '', tail = ''] = form.split(gap);
  return text.startsWith(head) && text.endsWith(tail) ? text.slice(head.length, -tail.length) : undefined;
}

/** Why a call failed, and whether that set its tool aside; what Straylight adds for a model is not for the owner. */
function divided({ call, ended, text }: Called): readonly [why: string, isSetAside: boolean] {
  const at = ended === 'failed' ? text.indexOf(`\n\n${call.name} is now quarantined`) : -1;
  return at < 0 ? [text, false] : [text.slice(0, at), true];
}

/** A call in a few words, as the subject of a sentence. */
export function describe(language: Language, tool: string, args: JsonObject): string {
  const texts = rehearsalTexts(language);
  const subject =
    args[subjects[tool] ?? ''] ?? (tool === 'schedule_job' ? (args['command'] ?? args['instruction']) : '');
  return texts.calls[tool]?.(String(subject ?? '')) ?? texts.otherCall(tool);
}

/** The argument that says what a call is about. */
const subjects: Readonly<Record<string, string>> = {
  memory_save: 'content',
  memory_search: 'query',
  memory_update: 'content',
  execute_command: 'command',
  schedule_job: 'say',
  update_job: 'name',
  cancel_job: 'name',
  ask_owner: 'question',
  create_tool: 'name',
  delete_tool: 'name',
  revert_tool: 'name',
  show_tool: 'name',
  read_file: 'path',
  write_file: 'path',
  edit_file: 'path',
  search_files: 'text',
  send_file: 'path',
  web_fetch: 'url',
  web_search: 'query',
  web_request: 'url',
};

/** What a search looked for. */
export function queryOf(args: JsonObject | undefined): string {
  return String(args?.['query'] ?? '');
}
