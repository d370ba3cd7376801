/**
 * The next move of the rehearsal model: tool calls, or words.
 *
 * A pure function of the request. The k-th call after a request belongs to the k-th step that needs one, so the state
 * of a turn is read from its messages and kept nowhere.
 */

import { createRequire } from 'node:module';
import { ordersIn, revocationIn } from '../../../domain/orders/spoken.ts';
import type { JsonObject } from '../../../domain/text/json.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { ToolSpec } from '../../../domain/tools/tool.ts';
import type { ModelRequest } from '../../../ports/model.ts';
import { argumentsOf } from './arguments.ts';
import { shown } from './grammar/grammar.ts';
import {
  type Choice,
  type Earlier,
  type Intent,
  type Language,
  languageOf,
  languageSet,
  languageUnder,
  type Moment,
} from './intent.ts';
import {
  asText,
  describe,
  fileRead,
  howToAnswer,
  inContext,
  lateLine,
  nearestIntents,
  outcomeLine,
  queryOf,
  recalled,
  resultOf,
} from './later.ts';
import { isOwnTool, ownTools, toolsNotShown, toolsOutOfUse } from './own-tools.ts';
import { planOf, type Step } from './plan.ts';
import type * as Shapes from './shapes/shapes.ts';
import { rehearsalTexts } from './texts/texts.ts';
import { type Called, type Turn, turnOf } from './turn.ts';

// Where a request may be about one of them.
const load = createRequire(import.meta.url);
const shaping = () => load('./shapes/shapes.ts') as typeof Shapes;

export type Move =
  | { readonly kind: 'calls'; readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[] }
  | { readonly kind: 'words'; readonly text: string };

/** What to do next in this conversation. */
export function nextMove(request: ModelRequest): Move {
  const turn = turnOf(request.messages);
  const system = request.system.map(part => part.text).join('\n\n');
  const tools = [...request.tools, ...knownFromNotes(system)];
  const offered = new Set(tools.map(tool => tool.name));
  const names = new Set([...offered, ...turn.called.map(({ call }) => call.name)].filter(isOwnTool));
  const planned = turn.requests.flatMap((text, at) =>
    planOf(text, names, turn.recentFile).map(step => ({
      ...step,
      stage: step.stage + 1000 * at,
      language: languageMeant(step, system),
    })),
  );
  const steps = turn.before === undefined ? planned : inContext(turn, planned, names);
  const limited = turn.notices.some(notice => notice.kind === 'limit');
  const calls: { name: string; arguments: JsonObject }[] = [];
  const lines: string[] = [];
  let open: number | undefined;
  let next = 0;
  let earlier: Earlier = turn.material === undefined ? {} : { result: asText(turn.material) };
  const searches = steps.filter(step => step.intent?.tool === 'memory_search').length;
  for (const step of steps) {
    const texts = rehearsalTexts(step.language);
    if (step.answer !== undefined) {
      lines.push(step.answer);
      continue;
    }
    if (step.intent === undefined || isForWords(step.intent, offered, turn.called[next]?.call.name)) {
      if (step.intent === undefined) earlier = { ...earlier, statement: step.text };
      lines.push(
        inWords(step, steps, {
          offered,
          system,
          tools: request.tools,
          before: turn.before,
          waits: turn.waits,
          acts: turn.acts,
        }),
      );
      continue;
    }
    // A step that waits for the one before it cannot yet say what it needs.
    if (open !== undefined && step.stage !== open) continue;
    const known = turn.called[next];
    if (limited && known === undefined && step.intent.tool === undefined) {
      lines.push(texts.notStarted(`“${oneLine(step.text, 80)}”`));
      continue;
    }
    const choice = chosen(step, {
      tools,
      notShown: toolsNotShown(system),
      outOfUse: toolsOutOfUse(system),
      earlier,
      recent: turn.recent,
      made: known?.call,
      partsOf: planOf,
    });
    if ('say' in choice) {
      lines.push(choice.say);
      continue;
    }
    const { tool, arguments: args } = choice;
    if (known?.call.name === tool) {
      next += 1;
      lines.push(outcomeLine(step, known, { earlier, isUnknownReported: turn.isUnknownReported }));
      earlier = after(step, known, earlier);
      continue;
    }
    // With several searches in one request a recalled answer would make it unclear which call belongs to which.
    const memory = step.intent.name === 'question' && searches === 1 ? recalled(queryOf(args), system) : undefined;
    if (memory !== undefined) lines.push(texts.memory([memory]));
    else if (limited) lines.push(texts.notStarted(describe(step.language, tool, args)));
    else if (!offered.has(tool) && step.intent.name === 'lookUpJobs') continue;
    else if (!offered.has(tool)) lines.push(texts.noTool(describe(step.language, tool, args)));
    else {
      open = step.stage;
      calls.push({ name: tool, arguments: turn.copy === undefined ? args : onCopy(tool, args, turn.copy) });
    }
  }
  if (calls.length > 0) return { kind: 'calls', calls };
  return { kind: 'words', text: reply(turn, steps, lines, languageSet(system)) };
}

/** What is said alike in both, as "ok" and "stop" are, is answered in the language that is set. */
function languageMeant({ intent, text, whole = text, language }: Step, system: string): Language {
  if (intent === undefined) return languageUnder(system, whole);
  const set = languageSet(system);
  return set !== undefined && intent.patterns[set].some(pattern => pattern.test(text)) ? set : language;
}

/** What the next steps know of this one and of those before it. */
function after(step: Step, known: Called, { statement, jobs, file }: Earlier): Earlier {
  const { call, text, ended } = known;
  const isDone = ended === 'done';
  const listed = step.intent?.name === 'lookUpJobs' ? text : jobs;
  const path = () => String(argumentsOf(call.arguments)['path'] ?? '');
  const read = step.intent?.name === 'read' ? fileRead(path(), text, isDone) : file;
  const result = isDone && resultOf(step, known);
  return {
    ...result,
    statement,
    jobs: listed,
    file: read,
  };
}

/** Is it answered without a call? */
function isForWords(intent: Intent, offered: ReadonlySet<string>, made: string | undefined): boolean {
  if (intent.arguments === undefined && intent.choose === undefined) return true;
  const { tool = '', elseWords } = intent;
  return elseWords === true && !offered.has(tool) && made !== tool;
}

/** Tools that are only named to us and are what we would have composed: they can be called all the same. */
function knownFromNotes(system: string): readonly ToolSpec[] {
  return [...toolsNotShown(system)].flatMap(([name, what]) => {
    const shape = shaping().shapeDescribed(what);
    return shape === undefined ? [] : [{ name, description: shape.description, parameters: shape.parameters }];
  });
}

/** The tool of a step and its arguments, or what to say instead. */
function chosen({ intent, said, text, language }: Step, moment: Moment): Choice {
  if (intent?.choose !== undefined) return intent.choose(said, moment, language);
  const args = intent?.arguments?.(said, moment.earlier);
  return intent?.tool === undefined || args === undefined
    ? { say: rehearsalTexts(language).nothingReferredTo(text) }
    : { tool: intent.tool, arguments: args };
}

/** The finished words: who speaks, where that is new, then a line for each step and each word of Straylight. */
function reply(turn: Turn, steps: readonly Step[], lines: readonly string[], set: Language | undefined): string {
  const language = steps[0]?.language ?? languageOf(turn.before?.request ?? '');
  const texts = rehearsalTexts(language);
  if (turn.notices.some(notice => notice.kind === 'claims')) return texts.retract;
  const introduces = turn.first && !steps.some(step => step.intent?.name === 'identity');
  const said = [
    ...(introduces ? [texts.whoAmI] : []),
    ...(turn.attached ? [texts.noPictures] : []),
    ...(turn.files.length > 0 && turn.called.length === 0 ? [texts.lies(turn.files)] : []),
    ...(turn.forwarded ? [texts.onlyPassedOn] : []),
    ...joined(lines, texts),
    ...turn.notices
      .filter(notice => notice.kind === 'late')
      // what the call was to do is worded in the language of the settings, so the whole line is
      .map(notice => lateLine(notice, notice.intent ? (set ?? language) : language, turn.isUnknownReported)),
  ].filter(line => line !== '');
  return said.length > 0 ? said.join('\n\n') : texts.notUnderstood('', examples(language, undefined).slice(0, 2));
}

/** What was forgotten one by one is told in one line. */
function joined(lines: readonly string[], texts: ReturnType<typeof rehearsalTexts>): readonly string[] {
  const forgotten = lines.filter(line => line === texts.forgotten).length;
  const first = lines.indexOf(texts.forgotten);
  if (forgotten < 2) return lines;
  return lines.flatMap((line, at) =>
    line !== texts.forgotten ? [line] : at === first ? [texts.forgottenSeveral(forgotten)] : [],
  );
}

/** What a step that is answered in words is answered by. */
interface Sight {
  readonly offered: ReadonlySet<string>;
  readonly tools: readonly ToolSpec[];
  readonly system: string;
  readonly before: Turn['before'];
  readonly waits: Turn['waits'];
  readonly acts: Turn['acts'];
}

/** A step that is answered without a tool. */
function inWords(step: Step, steps: readonly Step[], sight: Sight): string {
  const { offered, system, before } = sight;
  const texts = rehearsalTexts(step.language);
  switch (step.intent?.name) {
    case 'report':
      return '';
    case 'greeting':
    case 'thanks':
    case 'wellbeing':
    case 'farewell':
      return texts[step.intent.name];
    case 'yes':
    case 'no':
      return settling(step, sight);
    case 'identity':
      return `${texts.whoAmI} ${texts.howToChooseModel}`;
    case 'help':
      return /^\/?(?:help|hilfe|commands)\W*$/i.test(step.text)
        ? `${texts.help(examples(step.language, offered))}\n\n${texts.howToChooseModel}`
        : texts.helpInShort(mostUseful(step.language, offered));
    case 'beyond':
      return `${texts.beyond} ${texts.howToChooseModel}`;
    case 'reckon':
      return reckoned(step);
    case 'spending':
      return texts.spending;
    case 'waiting':
      return sight.waits.length > 0 ? texts.somethingWaits(named(sight.waits, step.language)) : texts.nothingWaits;
    case 'undoing':
      return texts.nothingToUndo;
    case 'again':
      return texts.nothingToRepeat;
    case 'did':
    case 'done':
      return texts.doneSoFar(doneIn(sight, step.language));
    case 'howToUndo':
      return texts.undoing;
    case 'places':
    case 'updating':
    case 'removing':
    case 'stopping':
      return texts[step.intent.name];
    case 'howTo': {
      const { topic, thing, kind, one, language, what = topic ?? thing ?? kind ?? one ?? language ?? '' } = step.said;
      return howToAnswer(what, step.language, nearest({ ...step, text: what }, offered));
    }
    case 'tools':
      return toolList(sight, step.language);
    case 'today': {
      const now = /^It is (.+?)\.?$/m.exec(system)?.[1];
      return now === undefined ? texts.noClock : texts.now(now);
    }
    default:
      return puzzled(step, steps, offered, before);
  }
}

/** Of two numbers their sum, difference, product or quotient. */
function reckoned({ said: { one = '', sign = '', other = '' }, language }: Step): string {
  const texts = rehearsalTexts(language);
  const [a, b] = [one, other].map(text => Number(text.replace(',', '.'))) as [number, number];
  const kind = /^(?:\+|plus)$/.test(sign)
    ? '+'
    : /^(?:-|–|minus)$/.test(sign)
      ? '−'
      : /^(?:\*|x|×|times|mal)$/.test(sign)
        ? '×'
        : '÷';
  if (kind === '÷' && b === 0) return texts.byZero;
  const result = { '+': a + b, '−': a - b, '×': a * b, '÷': a / b }[kind];
  const shown = String(Number(result.toPrecision(12)));
  return `${one} ${kind} ${other} = ${language === 'de' ? shown.replace('.', ',') : shown}`;
}

/** A yes or a no to nothing that we have asked. */
function settling({ intent, text, language }: Step, { waits }: Sight): string {
  const texts = rehearsalTexts(language);
  if (waits.length > 0) return texts.typedYes(named(waits, language));
  return intent?.name === 'no' || /^(?:ok|okay|sure|gerne?)\W*$/i.test(text) ? texts.alright : texts.nothingOpen;
}

function named(calls: Turn['waits'], language: Language): readonly string[] {
  return calls.map(({ name, arguments: args }) => describe(language, name, argumentsOf(args)));
}

/** What was done in this conversation, the oldest first; what waits is no deed yet. */
function doneIn({ acts }: Sight, language: Language): readonly string[] {
  const done = acts.filter(({ ended }) => ended === 'done');
  const named = done.map(({ call: { name, arguments: args } }) => describe(language, name, argumentsOf(args)));
  return named.toReversed().slice(-mostDone);
}

const mostDone = 12;

/** All tools there are, as far as they are told of. */
function toolList({ tools, system }: Sight, language: Language): string {
  const texts = rehearsalTexts(language);
  const own = ownTools(tools).map(({ name, description }) => `${name}: ${oneLine(description, 200)}`);
  const builtIn = tools.flatMap(({ name }) => (isOwnTool(name) ? [] : [name]));
  const more = [...toolsNotShown(system)].map(([name, what]) => `${name}: ${what}`);
  const out = [...toolsOutOfUse(system)].map(([name, why]) => `${name} ${why}`);
  return [
    builtIn.length > 0 ? texts.builtInTools(builtIn) : texts.noTools,
    own.length > 0 ? texts.ownTools(own) : out.length + more.length > 0 ? '' : texts.noOwnTools,
    more.length > 0 ? texts.moreTools(more) : '',
    out.length > 0 ? texts.toolsOut(out) : '',
  ]
    .filter(part => part !== '')
    .join('\n\n');
}

/** What to say to something that is no request we know: ask. */
function puzzled(step: Step, steps: readonly Step[], offered: ReadonlySet<string>, before: Turn['before']): string {
  const texts = rehearsalTexts(step.language);
  if (choosesOne.test(step.text)) return texts.nothingOffered;
  const said = step.whole ?? step.text;
  if (ordersIn(said).length > 0) return texts.orderTaken;
  if (revocationIn(said)) return texts.orderRevoked;
  const bareVerb = incomplete.find(([pattern]) => pattern.test(step.text));
  if (bareVerb !== undefined) return texts[bareVerb[1]];
  const shape = /^(?:count|sum|add up|sort|convert|extract|filter|reverse|zähle?|summiere?|sortiere?|filtere?)\b/i.test(
    step.text,
  )
    ? shaping().shapeOf(step.text)
    : undefined;
  if (shape !== undefined) return texts.ofWhat(shape.use[step.language]);
  // "My name is Ann. Remember that.": the statement is not a question any more.
  if (steps.some(other => other.intent?.refers?.(other.said) === true)) return '';
  if (isStatement(step.text) && offered.has('memory_save') && before?.reply !== texts.shallRemember(step.text))
    return texts.shallRemember(step.text.replace(/[.!]+$/, ''));
  const understood = steps.flatMap(({ intent, text }) =>
    intent?.tool === undefined ? [] : [`“${oneLine(text, 80)}”`],
  );
  const question = texts.notUnderstood(oneLine(said, 80), nearest(step, offered));
  return understood.length > 0 ? `${texts.understoodAs(understood)} ${question}` : question;
}

/** The answer to a question which of several is meant. */
const choosesOne =
  /^(?:(?:no,? |nein,? )?(?:(?:the|that|this) )?(?:(?:first|second|third|last|other|former|latter|next|same) (?:one|two)|(?:first|second|third|other|latter|former))|that one|this one|both(?: of (?:them|those))?|(?:der|die|das|den) (?:andere|anderen|erste|ersten|zweite|zweiten|dritte|dritten|letzte|letzten)|alle beide|beide)\W*$/i;

const incomplete = [
  [/^(?:remember|save|store|note|memori[sz]e|merke? dir|speichere?|notiere?)\W*$/i, 'rememberWhat'],
  [
    /^(?:(?:run|execute|start)(?: (?:(?:a|the|some) )?commands?)?|starte(?: einen befehl)?|führe? (?:(?:einen |den )?befehl )?aus)\W*$/i,
    'runWhat',
  ],
  [/^(?:search|look up|find|recall|suche?)\W*$/i, 'searchWhat'],
] as const;

function isStatement(text: string): boolean {
  return (
    !text.includes('?') &&
    text.length <= 500 &&
    text.trim().split(/\s+/).length >= 3 &&
    (/^(?:my|our|I|we|the|mein|meine|unser|unsere|ich|wir|der|die|das|his|her)\b/i.test(text) ||
      /\b(?:is|are|ist|sind|heißt)\b/i.test(text))
  );
}

/** The examples that come nearest to what was said; where none does, the first two. */
function nearest({ text, language }: Step, offered: ReadonlySet<string>): readonly string[] {
  const near = nearestIntents(text, language).flatMap(intent => examplesOf(intent, language, offered));
  return near.length > 0 ? near.slice(0, 2) : examples(language, offered).slice(0, 2);
}

/** Examples of what can be asked with the tools on offer; with none given, of all. */
function examples(language: Language, offered: ReadonlySet<string> | undefined): readonly string[] {
  return shown.flatMap(intent => examplesOf(intent, language, offered));
}

/** Who asks what can be done wants to begin, not to read it all. */
function mostUseful(language: Language, offered: ReadonlySet<string>): readonly string[] {
  const useful = ['remember', 'question', 'remind', 'write', 'append', 'run', 'fetch', 'undoing'];
  return useful.flatMap(name =>
    shown
      .filter(intent => intent.name === name)
      .flatMap(one => examplesOf(one, language, offered))
      .slice(0, 1),
  );
}

function examplesOf(
  { name, tool, example }: Intent,
  language: Language,
  offered: ReadonlySet<string> | undefined,
): readonly string[] {
  const needed = name === 'use' ? 'create_tool' : tool;
  const isServed = needed === undefined || offered === undefined || offered.has(needed);
  return example !== undefined && isServed ? [example[language]] : [];
}

/** A path of a repository, as it is called in a copy of it. */
function onCopy(tool: string, args: JsonObject, copy: string): JsonObject {
  if (!/^(?:list|search|read|write|edit)_files?$/.test(tool)) return args;
  const path = typeof args['path'] === 'string' ? args['path'].replace(/^\/?workspace\/?/, '') : '';
  return { ...args, path: path === '' ? copy : `${copy}/${path}` };
}
