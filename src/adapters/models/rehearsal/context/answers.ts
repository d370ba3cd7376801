/**
 * An answer to a question of ours is read as one: "yes", which of several, or the thing that was missing. What is no
 * answer is a new request.
 */
import { createRequire } from 'node:module';
import { timeAnswered, timeIn } from '../../../../domain/jobs/when.ts';
import { intents } from '../grammar/grammar.ts';
import { isTime } from '../grammar/jobs.ts';
import { isUnnamed } from '../grammar/memory.ts';
import { withValue } from '../grammar/values.ts';
import { languageOf, meansStatement, plain } from '../intent.ts';
import { factsIn, inWords, prepared, type Step, stepOf } from '../plan.ts';
import type * as Shapes from '../shapes/shapes.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import type { Exchange, Turn } from '../turn.ts';
import type * as Again from './again.ts';
import type * as Choosing from './choosing.ts';
import type * as Deeds from './deeds.ts';
import { restated } from './pronouns.ts';
import {
  languages,
  makeQuestion,
  openCancelAll,
  openFact,
  openFile,
  openJobs,
  openList,
  openReminder,
  openStatement,
  questionIn,
} from './questions.ts';
import type * as Undoing from './undoing.ts';

// Where a request may be about one of them.
const load = createRequire(import.meta.url);
const again = () => load('./again.ts') as typeof Again;
const undoing = () => load('./undoing.ts') as typeof Undoing;
const choosing = () => load('./choosing.ts') as typeof Choosing;
const shaping = () => load('../shapes/shapes.ts') as typeof Shapes;

/** The steps of what was said, where the first of them answers what was asked before it. */
export function inContext(turn: Turn, steps: readonly Step[], names: ReadonlySet<string>): readonly Step[] {
  const isPolite = steps[0]?.intent?.name === 'yes' && goesBack.has(steps[1]?.intent?.name ?? '');
  // what is looked up before a wish to forget or to correct is no answer itself
  const [first, ...rest] = isPolite || steps[0]?.isOnlyMeans === true ? steps.slice(1) : steps;
  if (first === undefined || turn.before === undefined) return steps;
  const instead = (meant: readonly Step[]) => [
    ...meant,
    ...rest.map(step => ({ ...step, stage: step.stage + meant.length })),
  ];
  if (first.intent?.name === 'undoing' || forgetsLast(first, turn)) return instead(undoing().undoneBy(first, turn));
  if (first.intent?.name === 'again') return instead(again().repeated(first, turn, names));
  if (first.intent?.name === 'did') return instead([deedsMeant(first, turn)]);
  const ran = first.intent?.name === 'run' ? again().ranBefore(first, turn, names) : undefined;
  if (ran !== undefined) return instead([ran]);
  const answer =
    chosen(first, turn.before) ??
    chosenJob(first, turn.before) ??
    cancelledIt(first, turn.before) ??
    meantTime(first, turn.before) ??
    corrected(first, turn) ??
    located(first, turn) ??
    erased(first, turn);
  // only what is nothing but an answer stands for more than itself
  if (answer === undefined && rest.length > 0) return steps;
  const meant = answer ?? agreed(first, turn) ?? supplied(first, turn.before);
  return meant === undefined ? steps : instead(meant);
}

/** "Forget that again", "delete it", after a reply that told what was saved or set. */
function forgetsLast({ intent, said, text }: Step, { before, lastAct, lastActAgo }: Turn): boolean {
  const isMeant = deleteIt.test(text) || (intent?.name === 'forget' && isUnnamed(said['what'] ?? ''));
  return isMeant && before !== undefined && lastActAgo === 1 && remembers.test(lastAct?.call.name ?? '');
}

const remembers = /^(?:memory_save|schedule_job)$/;

/** What became of the last act, or of those that name a thing; where none does, it is asked of the memory. */
function deedsMeant({ language, text, said }: Step, turn: Turn): Step {
  const deeds = load('./deeds.ts') as typeof Deeds;
  const { about, command } = said;
  const texts = rehearsalTexts(language);
  const none = command === undefined ? texts.doneSoFar([]) : texts.noCommand;
  const answer =
    about === undefined
      ? (deeds.newestDeed(turn, language, command !== undefined) ?? none)
      : deeds.deedsAbout(about, turn, language);
  return answer === undefined
    ? { ...commanded('question', text), said: { question: text }, language }
    : inWords(answer, language);
}

/** What goes back to earlier turns; a yes before it is only polite. */
const goesBack: ReadonlySet<string> = new Set(['again', 'undoing']);

/** Which of the memories that were listed is meant. */
function chosen(step: Step, { reply }: Exchange): readonly Step[] | undefined {
  const list = openList(reply);
  // "forget the first" answers what shall be forgotten; where one was to be corrected, it is a new wish
  const answers = list?.content === undefined ? ['no', 'forget', 'yes'] : ['no', 'yes'];
  const isOpen = step.intent === undefined || answers.includes(step.intent.name);
  if (list === undefined || !isOpen) return undefined;
  const { language, facts, content, isValue } = list;
  const texts = rehearsalTexts(language);
  const isYes = step.intent?.name === 'yes';
  const which = isYes ? (facts.length === 1 ? [0] : 'unclear') : choosing().chosenFrom(step.text, facts);
  if (which === undefined) return undefined;
  if (which === 'unclear' || (content !== undefined && which !== 'none' && which.length > 1))
    return [inWords(texts.whichUnclear(list.question), language)];
  if (content !== undefined) {
    if (which === 'none')
      return [isValue ? inWords(texts.keptAsIs, language) : { ...commanded('remember', content), language }];
    const old = facts[which[0] ?? 0] ?? '';
    const now = isValue ? withValue(old, content) : content;
    if (now === undefined) return [inWords(texts.correctWhat, language)];
    return prepared({ ...commanded('correct', now), said: { content: now, old }, language });
  }
  if (which === 'none') return [inWords(texts.keptAll, language)];
  return which.flatMap((at, place) => prepared({ ...commanded('forget', facts[at] ?? ''), stage: place, language }));
}

/** Which of the jobs of our question is meant: each was named with the words that say so. */
function chosenJob({ text, intent }: Step, { reply }: Exchange): readonly Step[] | undefined {
  const open = openJobs(reply);
  if (open === undefined || (intent !== undefined && !['no', 'yes', 'cancelJob'].includes(intent.name)))
    return undefined;
  const { language, requests, question } = open;
  const wish = text
    .replace(/^(?:cancel|move|stop|end|streiche?|storniere?|beende?|verschiebe?|sag) |(?<=\s)ab$/gi, '')
    .trim();
  const which =
    intent?.name === 'yes'
      ? requests.length === 1
        ? [0]
        : 'unclear'
      : choosing().chosenFrom(
          wish,
          requests.map(one => one.replaceAll('-', ' ')),
        );
  if (which === undefined) return undefined;
  if (which === 'none') return [inWords(rehearsalTexts(language).alright, language)];
  if (which === 'unclear') return [inWords(rehearsalTexts(language).whichUnclear(question), language)];
  return which.flatMap((at, stage) => prepared({ ...stepOf(requests[at] ?? '', stage), language }));
}

/** "Cancel it": the one job that the last reply has named; where it named none, or several, it is asked which. */
function cancelledIt(step: Step, { reply }: Exchange): readonly Step[] | undefined {
  const { intent, said } = step;
  if (intent?.name !== 'cancelJob' || !/^ (?:it|that|this|sie|es|das|ihn)$/i.test(said['any'] ?? '')) return undefined;
  const [name, another] = new Set([...reply.matchAll(jobLine)].map(([, found]) => found));
  const isSure = name !== undefined && another === undefined;
  return prepared({ ...step, stage: 0, said: isSure ? { name } : { ...said, unsure: 'yes' } });
}

/** As a job is told of when it is set, changed or listed. */
const jobLine = /^([a-z0-9]+(?:[-_][a-z0-9]+)*)(?: \([^)\n]*\))?: /gm;

/** "No, I meant Friday", after a reminder was set: that one is moved. */
function meantTime({ text }: Step, { reply, request }: Exchange): readonly Step[] | undefined {
  const schedule = meant.exec(text)?.[1] ?? '';
  const reminder = stepOf(request);
  if (schedule === '' || reminder.intent?.name !== 'remind' || !isSet(reply) || !isTime(schedule)) return undefined;
  const name = /^([a-z0-9_-]+): /m.exec(reply.slice(reply.search(/(?<=\n)[a-z0-9_-]+: /)))?.[1] ?? '';
  return prepared({ ...commanded('moveJob', name), said: { what: name, schedule }, language: reminder.language });
}

const meant = /^(?:(?:no|nein|sorry|oh)[,.!]? )*(?:I meant?|ich meinte?) (?:on |am )?(.{1,60}?)[.!]?$/i;

/** "No, it is …": what "it" is stands in what was said before. */
function corrected(step: Step, { before, earlier }: Turn): readonly Step[] | undefined {
  const meant = before && restated(step.text, [before, ...earlier], step.intent !== undefined);
  if (meant === undefined) return undefined;
  const { language } = meant;
  const texts = rehearsalTexts(language);
  if ('value' in meant) {
    const { value, facts } = meant;
    return [inWords(facts.length === 0 ? texts.correctWhat : texts.valueWhich(value, facts.slice(0, 5)), language)];
  }
  const { content, old, isSaved } = meant;
  if (isSaved && content === old) return [inWords(texts.knownSo(old), language)];
  return isSaved
    ? prepared({ ...commanded('correct', content), said: { content, old }, language })
    : [{ ...commanded('remember', content), language }];
}

/** "Where is it?", after a reply that named the file which was worked on last. */
function located(step: Step, turn: Turn): readonly Step[] | undefined {
  const path = whereIsIt.test(step.text) ? nameOfIt(turn) : undefined;
  return path === undefined
    ? undefined
    : [{ ...commanded('whereFile', path), said: { path }, language: step.language }];
}

/** "Delete it again", after such a reply. */
function erased(step: Step, turn: Turn): readonly Step[] | undefined {
  if (!deleteIt.test(step.text)) return undefined;
  const path = nameOfIt(turn);
  if (path === undefined) {
    const [language, recent] = [languageOf(step.text), turn.recentFile];
    return recent === undefined ? undefined : [inWords(rehearsalTexts(language).eraseWhich(recent), language)];
  }
  const isFile = /\.\w+$/.test(path);
  if (isFile && /folder|directory|ordner|verzeichnis/i.test(step.text)) return undefined;
  const whole = stepOf(`delete the ${isFile ? 'file' : 'folder'} "${path}"`);
  return prepared({ ...whole, language: languageOf(step.text) });
}

/** The file or folder that was worked on last, where the last reply has named it. */
function nameOfIt({ before, recentFile: path }: Turn): string | undefined {
  return path !== undefined && before?.reply.includes(path.split('/').at(-1) ?? '') === true ? path : undefined;
}

const whereIsIt =
  /^(?:and |und )?(?:where(?: is|['’]?s) (?:it|that)|wo (?:ist|liegt) (?:sie|die|es|das))(?: (?:now|jetzt|denn))?\W*$/i;

const deleteIt =
  /^(?:(?:delete|remove|erase|trash) (?:it|(?:that|this|the)(?: (?:file|folder|directory))?)(?: again)?|(?:lösche?|entferne?) (?:ihn|sie|es|das|(?:diese[ns]?|den|die|das) (?:ordner|datei|verzeichnis))(?: wieder)?)\W*$/i;

/** A yes to what was asked just before; to what was asked earlier only the question again. */
function agreed(step: Step, turn: Turn): readonly Step[] | undefined {
  const { before, earlier, waits } = turn;
  const { intent, said } = step;
  const isYes = intent?.name === 'yes' || (intent?.name === 'remember' && meansStatement(said['what'] ?? ''));
  if (before === undefined || !isYes) return undefined;
  const statement = openStatement(before.reply);
  if (statement !== undefined)
    return factsIn({ ...commanded('remember', statement.text), language: statement.language });
  if (intent?.name !== 'yes') return undefined;
  const file = openFile(before.reply);
  if (file !== undefined) {
    const { language, path, lines } = file;
    return [{ ...commanded('write', path), said: { path, content: lines.join('\n') }, language }];
  }
  if (undoing().asksToUndo(before.reply)) return undoing().undoneBy(step, turn);
  const all = openCancelAll(before.reply);
  if (all !== undefined)
    return all.names.map((name, stage) => ({
      ...commanded('cancelJob', name),
      stage,
      said: { name },
      language: all.language,
    }));
  const fact = openFact(before.reply);
  if (fact !== undefined) return prepared({ ...commanded('forget', fact.text), language: fact.language });
  if (waits.length > 0) return undefined;
  const open = stillOpen(earlier, before);
  if (open !== undefined) return [inWords(rehearsalTexts(open.language).putBefore(open.text), open.language)];
  return undefined;
}

/** The newest question of the last replies to which nothing has been said since. */
function stillOpen(earlier: readonly Exchange[], last: Exchange): ReturnType<typeof questionIn> {
  for (const [at, { reply }] of earlier.slice(0, mostTurns).entries()) {
    const question = questionIn(reply);
    if (question === undefined) continue;
    const next = at === 0 ? last : earlier[at - 1];
    const intent = stepOf(next?.request ?? '').intent?.name;
    const isAnswered =
      intent === 'yes' || intent === 'no' || question.about.some(fact => said(fact, earlier.slice(0, at), last));
    return isAnswered ? undefined : question;
  }
  return undefined;
}

/** How many replies back a question of ours still waits. */
const mostTurns = 12;

/** Was it dealt with in a reply since, as the words of one show? Not where it was only told what was said. */
function said(fact: string, since: readonly Exchange[], last: Exchange): boolean {
  const quotes = languages.map(language => rehearsalTexts(language).said(['']).slice(0, -1));
  return [last, ...since].some(({ reply }) => reply.includes(fact) && !quotes.some(head => reply.includes(head)));
}

/** The thing that was missing. */
function supplied(step: Step, before: Exchange): readonly Step[] | undefined {
  const { intent, text } = step;
  const wished = languages.find(language => before.reply.includes(makeQuestion(language)));
  if (wished !== undefined && ['use', undefined].includes(intent?.name) && shaping().shapeOf(text) !== undefined)
    return [{ ...commanded('make', text), said: { rest: ` ${text}` }, language: wished }];
  const reminder = remindedAgain(step, before);
  if (reminder !== undefined) return [reminder];
  const moved = movedAgain(text, before);
  if (moved !== undefined) return prepared(moved);
  const more = onceMore(text, before);
  if (more !== undefined) return [more];
  if (intent !== undefined && intent.name !== 'question') return undefined;
  for (const language of languages) {
    const texts = rehearsalTexts(language);
    if (before.reply.endsWith(texts.rememberWhat)) return [{ ...commanded('remember', text), language }];
    if (before.reply.endsWith(texts.runWhat)) return [{ ...commanded('run', text), language }];
    if (before.reply.endsWith(texts.searchWhat)) return [{ ...commanded('about', text), language }];
    if (before.reply.endsWith(texts.forgetWhat) && !text.includes('?'))
      return prepared({ ...commanded('forget', text), language });
  }
  return undefined;
}

/** A time, or of what, after a reminder that was asked about. */
function remindedAgain({ text, intent }: Step, { reply, request }: Exchange): Step | undefined {
  const reminder = stepOf(request);
  const open = intent === undefined ? openReminder(reply) : undefined;
  if (open !== undefined) {
    const { text: said, language } = open;
    const time = isTime(text) ? (timeAnswered(said, text) ?? text) : undefined;
    const what = time === undefined ? plain(text) : '';
    return { ...commanded('remind', text), language, said: { ...reminder.said, schedule: time ?? said, what } };
  }
  if (reminder.intent?.name !== 'remind' || isSet(reply)) return undefined;
  const { schedule = '' } = reminder.said;
  const answered = timeAnswered(schedule, text);
  return answered === undefined ? undefined : { ...reminder, stage: 0, said: { ...reminder.said, schedule: answered } };
}

/** A time, after a job that was to be moved to none. */
function movedAgain(text: string, { reply, request }: Exchange): Step | undefined {
  const step = stepOf(request);
  const schedule = text.replace(/^(?:to|auf) |[.!]+$/gi, '');
  const isOpen = languages.some(language => reply.endsWith(rehearsalTexts(language).moveWhen));
  return isOpen && step.intent?.name === 'moveJob' && isTime(schedule)
    ? { ...step, stage: 0, said: { ...step.said, schedule } }
    : undefined;
}

/** "And tomorrow?", "übermorgen auch": the request before it, at another time. */
function onceMore(text: string, { request, reply }: Exchange): Step | undefined {
  const before = stepOf(request);
  // first of all, since most requests are neither, and the grammar of times is large
  if (before.intent?.name !== 'beyond' && before.intent?.name !== 'remind') return undefined;
  const said = text
    .replace(/^(?:and|und|also|auch) /i, '')
    .replace(/,? (?:too|as well|again|auch|noch ?mal)(?=\W*$)/i, '')
    .replace(/[?.!]+$/, '');
  const { phrase, rest } = timeIn(said) ?? {};
  if (phrase === undefined || rest !== '') return undefined;
  if (before.intent.name === 'beyond') return { ...before, stage: 0 };
  // a day alone takes the time of day of the one before
  const clock = /(?:\b(?:at|um) )\d{1,2}(?::\d\d)?(?: ?[ap]m| uhr)?/i.exec(before.said['schedule'] ?? '')?.[0] ?? '';
  const schedule = /\d/.test(phrase) || clock === '' ? phrase : `${phrase} ${clock}`;
  // a second one for the same time is nothing that anybody asks for
  if (isSet(reply) && sameTime(schedule, before.said['schedule'] ?? '')) {
    const texts = rehearsalTexts(before.language);
    return inWords(texts.sameReminder, before.language);
  }
  return { ...before, stage: 0, said: { ...before.said, schedule } };
}

/** The same words, in whatever order. */
function sameTime(one: string, other: string): boolean {
  const [words, others] = [one, other].map(text => text.toLowerCase().split(/\s+/).sort().join(' '));
  return words === others;
}

function isSet(reply: string): boolean {
  return languages.some(language => reply.includes(rehearsalTexts(language).jobSet));
}

/** A step that is answered by these words. */
function commanded(name: string, text: string): Step {
  const intent = intents.find(candidate => candidate.name === name);
  return {
    text,
    language: languageOf(text),
    stage: 0,
    said: { what: text, command: text, topic: text },
    intent,
  };
}
