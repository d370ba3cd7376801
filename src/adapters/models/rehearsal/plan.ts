/** From a request to its steps: where it is divided, and what each part asks for. */

import { filledIn, lifted, placeholder } from './body.ts';
import { mayMatch } from './grammar/beginnings.ts';
import { pathIn } from './grammar/files.ts';
import { intents } from './grammar/grammar.ts';
import { remindersIn } from './grammar/jobs.ts';
import { pathOf, withRecentFile } from './grammar/lists.ts';
import { type Language, languageOf, meansStatement, quoted, type RequestPart, type Said } from './intent.ts';
import { toolName } from './own-tools.ts';
import { withoutSource } from './phrase.ts';
import { sourceOf } from './use.ts';

export interface Step extends RequestPart {
  /** As it was said, where it was not understood. */
  readonly whole?: string;
  readonly language: Language;
  /** It is answered by these words, going by what was said before. */
  readonly answer?: string;
  /** The owner asked for what comes of it, not for itself. */
  readonly isOnlyMeans?: true;
}

/**
 * The steps of a request. A part begins at a new line, a list number, a semicolon, the end of a sentence or "then" if
 * what follows is a request, and at a comma or "and" if what follows gives an order. All else stays with the part
 * before it: "run echo a; echo b" is one. What stands below a line that ends with a colon, or in a fence, goes whole to
 * a request that takes a text. `own`: names of the agent's own tools; `recent`: the
 * file that was worked on last.
 */
export function planOf(request: string, own: ReadonlySet<string> = new Set(), recent?: string): readonly Step[] {
  const names = new Set([...own, ...namesMadeIn(request)]);
  const { text, bodies } = lifted(request, head => {
    const last = stepsOf(`${head}: ${placeholder}`, names).at(-1);
    return last?.intent?.takesText === true && holdsText(last);
  });
  let next = 0;
  return stepsOf(text, names, recent).map(step =>
    holdsText(step) ? { ...step, ...filledIn(step, bodies[next++] ?? '') } : step,
  );
}

/** A tool that this request makes can be called by its name further on in it. */
function namesMadeIn(request: string): readonly string[] {
  return [
    ...request.slice(0, longest).matchAll(/\b(?:tool|werkzeug) (?:named|called|namens) ["“„`]?([\p{L}\p{N}_-]+)/giu),
  ].map(([, name = '']) => toolName(name));
}

function holdsText({ said }: Step): boolean {
  return Object.values(said).some(value => value?.includes(placeholder));
}

function stepsOf(request: string, names: ReadonlySet<string>, recent?: string): readonly Step[] {
  const steps: Step[] = [];
  // what comes behind two steps that wait for each other waits for both, so that each call can be told from the others
  let waits = 0;
  let file = recent;
  for (const { text, stage: said } of partsOf(request, names)) {
    const understood = stepOf(text, said + waits, names);
    const isOfSameFile = file !== recent && withRecentFile(understood.said, file) !== understood.said;
    // it waits for the step that brings the file
    if (isOfSameFile) waits += 1;
    const stage = said + waits;
    const step = { ...understood, stage, said: withRecentFile(understood.said, file) };
    file = fileWorkedOn(step) ?? file;
    // "My name is Ann. Remember that.", "write me a list with milk and save it": it is saved already
    if (remembersAgain(step, steps.at(-1)) || steps.some(one => asksTheSame(step, one))) continue;
    const follows = step.intent?.refers?.(step.said) === true && steps.length > 0;
    const pieces = follows ? [{ ...step, stage: stage + 0.5 }] : prepared(step);
    waits += pieces.length - 1;
    steps.push(...pieces.flatMap(factsIn));
  }
  return steps;
}

/** The file that a step is about, which the next one may mean by "it". */
function fileWorkedOn({ intent, said }: Step): string | undefined {
  if (intent?.name === 'move') return said['other'] === undefined ? undefined : pathIn({ bare: said['other'] });
  if (intent?.name === 'append' || intent?.name === 'unlist') return pathOf(said);
  const path = /^(?:write|fill|edit|read)$/.test(intent?.name ?? '')
    ? intent?.arguments?.(said, {})?.['path']
    : undefined;
  return typeof path === 'string' ? path : undefined;
}

function remembersAgain({ intent, said }: Step, last: Step | undefined): boolean {
  const isSaved =
    (last?.said['name'] !== undefined && last.intent?.name === 'remember') || writesFile.has(last?.intent?.name ?? '');
  return isSaved && intent?.name === 'remember' && meansWritten(said['what'] ?? '');
}

function meansWritten(what: string): boolean {
  return meansStatement(what) || /^(?:sie|ihn|es)(?: ab)?\W*$/i.test(what);
}

const writesFile: ReadonlySet<string> = new Set(['write', 'fill', 'append', 'edit']);

/** "I need help, what can you do?", "what is in the workspace? list the files": one answer is enough. */
function asksTheSame({ intent, said }: Step, other: Step): boolean {
  const isAnswered = intent?.name === 'list' || (intent !== undefined && wordsAlone.has(intent.name));
  return isAnswered && intent === other.intent && JSON.stringify(given(said)) === JSON.stringify(given(other.said));
}

const wordsAlone: ReadonlySet<string> = new Set(['help', 'identity', 'waiting', 'tools', 'places', 'today']);

function given(said: Said): Said {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** "Remember that A and that B" is two facts, and "I live in Graz and I like tea" too; two reminders are two steps. */
export function factsIn(step: Step): readonly Step[] {
  if (step.intent?.name === 'remind' && step.said['each'] !== undefined) return remindersOf(step);
  if (step.intent?.name !== 'remember') return [step];
  const { what = '', that } = step.said;
  const [, ...facts] = (that === undefined ? twoFacts : twoGermanFacts).exec(what) ?? [];
  const [first, second] = facts.length > 0 ? facts : that === undefined ? ownFacts(what) : [];
  if (first === undefined || second === undefined) return [step];
  return [first, second].map(one => ({ ...step, said: { ...step.said, what: one } }));
}

function remindersOf(step: Step): readonly Step[] {
  const found = remindersIn(step.text);
  if (found === undefined || found === 'unclear') return [step];
  return found.flatMap(text => factsIn({ ...stepOf(text, step.stage), language: step.language }));
}

const twoFacts = /^(.{5,400}?),? (?:and that|und dass) (.{5,400})$/i;
const twoGermanFacts =
  /^((?:\S+ ){2,60}?\S+),? und (?:dass )?((?:mein|meine|unser|unsere|ich|wir|er|sie|der|die|das) (?:\S+ )+\p{Ll}+[.!]?)$/u;

/** Two main clauses, each with its verb; the second may leave out "I". Where one is not surely whole, it is one fact. */
function ownFacts(what: string): readonly string[] {
  for (const [joint, clause, verbs, me] of clauses) {
    const [first = '', second = '', ...more] = what.replace(/[.!]+$/, '').split(joint);
    if (more.length > 0 || !clause.test(first)) continue;
    if (clause.test(second)) return [first, second];
    // "I like to eat fish and drink tea" is one
    if (me.test(first) && verbs.test(second) && !/ (?:to|zu) /i.test(first))
      return [first, `${me.exec(first)?.[0]}${second}`];
  }
  return [];
}

const clauses = [
  [
    /,? and /i,
    /^(?:(?:I|we) \p{L}+ \S|(?:my|our|his|her|their|the) (?:[\p{L}'’-]+ ){1,4}(?:is|are|was|were|has|have|lives?|likes?|works?|loves?|hates?|plays?|speaks?|eats?|drinks?|comes?) \S)/iu,
    /^(?:live|like|love|hate|work|have|am|prefer|speak|drink|eat|drive|play|need|collect) \S/i,
    /^I /i,
  ],
  [
    /,? und /i,
    /^(?:(?:ich|wir) \p{L}+ \S|(?:mein|meine|unser|unsere|sein|seine|ihr|ihre|der|die|das) (?:[\p{L}-]+ ){1,3}(?:ist|sind|war|hat|haben|wohnt|wohnen|mag|mögen|heißt|heißen|arbeitet|spielt|trinkt|isst|lebt|kommt) \S)/iu,
    /^(?:wohne|lebe|mag|liebe|hasse|arbeite|habe|bin|spreche|trinke|esse|fahre|spiele|brauche|sammle|lerne|heiße) \S/i,
    /^ich /i,
  ],
] as const;

/** A step that is answered with these words alone. */
export function inWords(answer: string, language: Language): Step {
  return { text: '', language, stage: 0, said: {}, answer };
}

/** The step, behind the one that brings what it needs. */
export function prepared(step: Step): readonly Step[] {
  const before = [listingFor(step), readingFor(step) ?? folderFor(step) ?? lookingFor(step)].filter(
    one => one !== undefined,
  );
  if (before.length === 0) return [step];
  const said = step.intent?.name === 'use' ? afterReading(step) : step.said;
  return [...before, { ...step, said }].map((one, at) => ({ ...one, stage: step.stage + at / 4 }));
}

/** Which jobs there are, before one of them is meant. */
function listingFor({ intent, said, language, stage }: Step): Step | undefined {
  const list = intent?.looksUpJobs?.(said) === true ? intents.find(({ name }) => name === 'lookUpJobs') : undefined;
  return list && { text: list.name, language, stage, intent: list, isOnlyMeans: true, said: {} };
}

/** Which folders there are, before one of them is deleted. */
function folderFor({ intent, said, language, stage }: Step): Step | undefined {
  const glob = intent?.looksForFolder?.(said);
  const found = intents.find(({ name }) => name === 'findFolder');
  if (glob === undefined || found === undefined) return undefined;
  return { text: glob, language, stage, intent: found, isOnlyMeans: true, said: { glob } };
}

/** What is to be forgotten or corrected is looked up. */
function lookingFor({ intent, said, language, stage }: Step): Step | undefined {
  const topic = intent?.looksUp?.(said);
  const found = intents.find(({ name }) => name === 'lookUp');
  if (topic === undefined || found === undefined) return undefined;
  const { what } = said;
  const reminder = intent?.looksUpJobs?.(said) === true && what !== undefined ? { reminder: what } : {};
  return { text: topic, language, stage, intent: found, isOnlyMeans: true, said: { topic, ...reminder } };
}

/** "count the words of the file notes.txt" reads that file, then counts what was read. */
function readingFor({ intent, said, language, stage }: Step): Step | undefined {
  const first = intent?.readsFirst?.(said);
  const reads = intents.find(other => other.name === 'read');
  if (first !== undefined && reads !== undefined)
    return { text: first['path'] ?? '', language, stage, intent: reads, isOnlyMeans: true, said: first };
  if (intent?.name !== 'use') return undefined;
  const { file, url } = sourceOf(said);
  const name = file !== undefined ? 'read' : 'fetch';
  const found = intents.find(other => other.name === name);
  if ((file ?? url) === undefined || found === undefined) return undefined;
  return { text: file ?? url ?? '', language, stage, intent: found, isOnlyMeans: true, said: { path: file, url } };
}

function afterReading({ said: { tool, phrase } }: Step): Said {
  return phrase === undefined ? { tool, given: `on: ${result}` } : { phrase: `${withoutSource(phrase)}: ${result}` };
}

const result = 'the result';

/** What one part asks for. The language is that of the pattern that matched, else a guess. */
export function stepOf(part: string, stage = 0, names: ReadonlySet<string> = new Set()): Step {
  const text = part.length <= 5 * longest ? withoutManners(part) : '';
  for (const intent of intents) {
    for (const language of ['en', 'de'] as const)
      for (const pattern of intent.patterns[language]) {
        const match = mayMatch(pattern, text) ? pattern.exec(text) : null;
        if (match !== null) return { text, language, stage, intent, said: match.groups ?? {} };
      }
    const understood = intent.hears?.(text, names);
    if (understood !== undefined) return { text, stage, intent, ...understood };
  }
  return { text, whole: part.trim(), language: languageOf(part), stage, said: {} };
}

/** A longer text is one part, and a very long one is not looked at: nobody types such a request. */
const longest = 4_000;

interface Part {
  readonly text: string;
  readonly stage: number;
}

function partsOf(request: string, names: ReadonlySet<string>): readonly Part[] {
  const parts: Part[] = [];
  const text = request.trim().replace(/^(?:\d+[.)]|[-*•])\s+/, '');
  let stage = 0;
  let start = 0;
  const cuts = text.length <= longest ? cutsOf(text).slice(0, 200) : [];
  for (const [at, cut] of cuts.entries()) {
    const near = text.slice(cut.end, cuts[at + 1]?.start);
    // "merk dir, dass …" has a comma of its own
    const next = opensClause.test(near.trim()) ? text.slice(cut.end, cuts[at + 2]?.start) : near;
    if (!begins(next, cut.kind, text.slice(start, cut.start), names)) continue;
    parts.push({ text: text.slice(start, cut.keep), stage });
    start = cut.end;
    if (cut.kind !== 'and') stage += 1;
  }
  return [...parts, { text: text.slice(start), stage }];
}

/** The beginning of a request that goes on behind a comma. */
const opensClause =
  /^(?:(?:please|bitte|kannst du|könntest du) )*(?:merke? dir|notiere?(?: dir)?|vergiss(?: nicht)?|denke? d(?:a?r)an|erinnere? (?:dich|mich)(?: daran)?|sage? mir|frage? mich|ask me|tell me|don['’]t forget|no|nein|actually|eigentlich|hör auf)(?: bitte| mal| doch)*$/i;

interface Cut {
  /** `line`: a new line; `new`: a new sentence. */
  readonly kind: 'line' | 'new' | 'then' | 'and';
  /** Where it begins, up to where the part before it reaches, and where the next begins. */
  readonly start: number;
  readonly keep: number;
  readonly end: number;
}

const cutMarks =
  /(?<new>\s*\n\s*(?:(?:\d+[.)]|[-*•])\s+)?|\s*;\s+|(?<=[.!?…])\s+(?:(?:then|and then|dann|und dann|danach)[,:]?\s+)?)|(?<then>,?\s+(?:(?:and|und)\s+)?(?:then|after that|afterwards|finally|next|dann|danach|anschließend|zum schluss)[,:]?\s+)|(?<and>,?\s+(?:and|und)(?:\s+(?:also|auch))?\s+|,\s+)/gi;

/** Where the text might be divided, outside of quotation marks and code. */
function cutsOf(text: string): readonly Cut[] {
  const masked = text.replace(/```[\s\S]*?```|`[^`\n]+`|"[^"\n]+"|“[^”\n]+”|„[^“\n]+“/g, found =>
    'x'.repeat(found.length),
  );
  return [...masked.matchAll(cutMarks)].map(match => ({
    kind:
      match.groups?.['new'] !== undefined
        ? match[0].includes('\n')
          ? 'line'
          : 'new'
        : match.groups?.['then'] !== undefined
          ? 'then'
          : 'and',
    start: match.index,
    keep: match.index,
    end: match.index + match[0].length,
  }));
}

/** Is what follows a mark a step of its own? */
function begins(next: string, mark: Cut['kind'], before: string, names: ReadonlySet<string>): boolean {
  const { intent, said } = stepOf(next, 0, names);
  const current = stepOf(before, 0, names).intent;
  if (current?.takesRest === true && (mark === 'and' || mark === 'then' || before.includes(':'))) return false;
  // Behind a text that was lifted out nothing belongs to its request any more.
  if (mark !== 'and' && before.trimEnd().endsWith(placeholder)) return true;
  // Of what stands after a colon only an order on a line of its own or after "then" is no part.
  if (current?.takesText === true && isFreeText(before))
    return intent?.orders === true && (mark === 'line' || mark === 'then');
  const kind = mark === 'line' ? 'new' : mark;
  // A new sentence after a command is not part of the command, understood or not.
  if (intent === undefined)
    return kind === 'new' && current?.name === 'run' && /[.!?]$/.test(before) && /^\p{Lu}\p{L}* /u.test(next);
  if (kind === 'and' && intent.orders !== true && !/\?\W*$/.test(next)) return false;
  // "add eggs and flour to the list" adds both
  if (
    kind === 'and' &&
    intent.name === 'append' &&
    !/^(?:add|append|put|insert|write|füge?|schreib|setze?|hänge?|pack|tu)/i.test(next)
  )
    return false;
  if (intent.name === 'about' && kind !== 'new' && /^(?:find|recall)\b/i.test(next)) return false;
  if (kind === 'and' && current === undefined) return false;
  // "remember that I like tea and run marathons" is one fact; "… and run uname -a" is a command.
  if (intent.name === 'run' && current?.name === 'remember' && kind === 'and') return isCommandLike(next, said);
  return true;
}

/** Is it open to the end, as `with: buy milk` is and `with: "buy milk"` is not? */
function isFreeText(before: string): boolean {
  const masked = before.replace(new RegExp(quoted, 'g'), piece => 'x'.repeat(piece.length));
  return /:\s/.test(masked) && !/["”“`}\u0001]\s*$/.test(before);
}

function isCommandLike(text: string, { command = '' }: Said): boolean {
  return (
    /[`/|<>$]|\s--?\w/.test(text) ||
    /^(?:uname|ls|pwd|date|echo|whoami|id|df|du|cat|head|tail|git|node|npm|python3?|curl|uptime|hostname|env|ps|free|wc|grep|find|sh|bash)\b/.test(
      command,
    )
  );
}

/** Without what is said only to be polite, and the name of the one spoken to. */
function withoutManners(part: string): string {
  let text = part.trim();
  for (let before = ''; before !== text; ) {
    before = text;
    text = text
      .replace(
        /^(?:please|kindly|bitte|ok|okay|now|also|so|well|and|und|first|second|third|next|then|finally|zuerst|dann|straylight|great|alright)[,:]?\s+(?=\S)/i,
        '',
      )
      .replace(
        /^(?:(?:no|nein|wait|halt|moment|oops|ups|oh)[,.!]? )+(?=(?:remove|delete|take|cross|strike|add|put|streich|entfern|nimm|füg|setz|lösch)\p{L}*\b)/iu,
        '',
      )
      .replace(
        /^(?:hi|hello|hey|hallo|servus|guten (?:tag|morgen|abend)|good (?:morning|evening|afternoon))(?: (?:there|straylight))?[,!.]\s+(?=\S)/i,
        '',
      )
      .replace(
        /^(?:can|could|would|will) you (?:please )?(?=(?:run|execute|launch|save|store|note|remember that|remember:|ask|tell|show|search|look|list|find|keep|memori[sz]e|make|create|build|write|compose|use|count|sum|add up|sort|convert|extract|calculate|filter|reverse|revert|delete|read|open|replace|change|forget|correct|update|send|fetch|get|visit|post|add|append|put|remove|cancel|stop)\b)/i,
        '',
      )
      .replace(/^(?:actually|by the way|eigentlich|übrigens)[,:]?\s+(?=[\s\S]*\?$)/i, '')
      .replace(/^I(?:'d| would) like you to |^I want you to |^I need you to /i, '')
      .replace(/^(?:kannst|könntest|würdest) du (?:bitte )?(?:mal )?(?!$)/i, '')
      .replace(/[,\s]+(?:please|bitte|thanks|thank you|danke)\s*([.!?]*)$/i, (all, end: string, at: number) =>
        at > 0 && all.startsWith(',') ? end : all,
      );
  }
  return text;
}
