/**
 * Which tool a request means, and its arguments: "count the words of: …", "use greet on Ann", "run the tool greet with
 * {…}".
 */
import { createRequire } from 'node:module';
import { rank } from '../../../domain/memory/relevance.ts';
import type { ToolSpec } from '../../../domain/tools/tool.ts';
import { filled } from './arguments.ts';
import { type Choice, type Language, languageOf, type Moment, resolved, type Said } from './intent.ts';
import { isOwnTool, ownTools, toolName } from './own-tools.ts';
import { hasOperand, type Phrase, phraseOf } from './phrase.ts';
import type * as Converted from './shapes/converted.ts';
import type { Shape } from './shapes/shape.ts';
import type * as Shapes from './shapes/shapes.ts';
import { rehearsalTexts } from './texts/texts.ts';

// Where a request may be about one of them.
const load = createRequire(import.meta.url);
const shaping = () => load('./shapes/shapes.ts') as typeof Shapes;
const converting = () => load('./shapes/converted.ts') as typeof Converted;

/** A share of a request's ideas from which on a tool's name and description count as what is meant. */
const meansFrom = 0.6;

/** The verbs with which something is asked of a tool that is not named. */
const orders: Readonly<Record<Language, RegExp>> = {
  en: /^(?:count|rank|sum(?: up)?|add up|total|average|calculate|compute|convert|sort|alphabeti[sz]e|remove|dedupe|filter|number|extract|change|turn|capitali[sz]e|reverse|format|prettify|pretty-print|slugify)\b/i,
  de: /^(?:zähle?|summiere?|addiere?|berechne|rechne|bestimme?|wandle|wandel|sortiere?|ordne|entferne?|filtere?|filtre|nummeriere?|hole?|extrahiere?|kehre?|drehe?|formatiere?|mach(?:e|en?)?)(?!\p{L})/iu,
};

/** The words with which somebody asks what a tool would find out; without a text or a file it is asked of the memory. */
const asks: Readonly<Record<Language, RegExp>> = {
  en: /^how (?:many|often|long)\b/i,
  de: /^wie (?:viele?|oft|lang)\b/i,
};

/** `greet: Ann`, `greet "Ann"`, `run greet on Ann`, where there is such a tool. */
const byName =
  /^(?:(?:use|run|call|execute) )?`?(?<tool>[a-z][a-z0-9_]*)`?(?<given>:\s+\S[\s\S]*| ["“„{][\s\S]+| (?:on|with|for)\b[\s\S]+)$/i;

/** Recognises a request that names one of these tools, or sounds like a shape of tool and says what to do it to. */
export function hearsUse(text: string, names: ReadonlySet<string>): { language: Language; said: Said } | undefined {
  const { tool = '', given = '' } = byName.exec(text)?.groups ?? {};
  const conversion = /\d/.test(text) ? converting().conversionWanted(text) : undefined;
  if (conversion !== undefined) return { language: conversion.language, said: { phrase: conversion.order } };
  if (names.has(toolName(tool))) return { language: languageOf(text), said: { tool, given: given.trim() } };
  const language = (['en', 'de'] as const).find(one => orders[one].test(text) || asks[one].test(text));
  if (language === undefined) return undefined;
  const phrase = phraseOf(text);
  const isGiven = orders[language].test(text) ? hasOperand(phrase) : (phrase.text ?? phrase.file) !== undefined;
  return isGiven && shaping().shapeOf(phrase.head) !== undefined ? { language, said: { phrase: text } } : undefined;
}

/**
 * The file or page whose text a request is about, which has to be read first. A tool that is named gets an address as
 * it is.
 */
export function sourceOf({ phrase, given }: Said): Pick<Phrase, 'file' | 'url'> {
  const { file, url } = phraseOf(phrase ?? given ?? '');
  if (file !== undefined) return { file };
  return url !== undefined && phrase !== undefined ? { url } : {};
}

/** The tool and its arguments, or why there is none. */
export function chooseUse(said: Said, moment: Moment, language: Language): Choice {
  const texts = rehearsalTexts(language);
  const words = said['phrase'] ?? spoken(said);
  const phrase = withEarlier(phraseOf(words), moment);
  // of a file that could not be read its own line has told
  if (phrase === undefined) return { say: moment.earlier.file === undefined ? texts.nothingReferredTo(words) : '' };
  const shape = said['phrase'] === undefined ? undefined : shaping().shapeOf(phrase.head);
  const name = named(said, moment);
  const tool = name === undefined ? byWords(phrase, shape, moment) : moment.tools.find(one => one.name === name);
  if (tool === undefined)
    return (
      calledBefore(name, moment) ?? {
        say: reckoned(phrase, shape, language) ?? whyNone(name, shape, moment, language),
      }
    );
  const known = shaping().shapeDescribed(tool.description) ?? shape;
  const result = filled(tool, phrase, language, known);
  return 'missing' in result
    ? { say: texts.needs(tool.name, result.missing, known?.use[language]) }
    : { tool: tool.name, arguments: result.arguments };
}

/** What needs no tool. */
function reckoned({ whole }: Phrase, shape: Shape | undefined, language: Language): string | undefined {
  return shape?.name === 'convert_units' ? converting().converted(whole, language) : undefined;
}

/** A tool that was set aside by its last call is no longer on offer when its outcome is told. */
function calledBefore(name: string | undefined, { made }: Moment): Choice | undefined {
  if (made === undefined || !isOwnTool(made.name) || (name !== undefined && name !== made.name)) return undefined;
  return { tool: made.name, arguments: {} };
}

/** What a tool that is named shall be given, worded as a request that names none. */
function spoken({ given = '' }: Said): string {
  const words = given.trim().replace(/^:\s*/, '');
  return /^(?:["“„`{]|$|(?:on|with|for|to|of|from|auf|mit|für|bei|an|von|aus)(?!\p{L}))/iu.test(words)
    ? words
    : `: ${words}`;
}

function withEarlier(phrase: Phrase, { earlier }: Moment): Phrase | undefined {
  if (phrase.refers === undefined) return phrase;
  const text = resolved(phrase.refers, earlier);
  return text === undefined ? undefined : { ...phrase, behind: text, text };
}

function named({ tool }: Said, { recent, tools }: Moment): string | undefined {
  if (tool === undefined) return undefined;
  if (!/^(?:it|that|this|es|das|ihn|tool|werkzeug)$/i.test(tool)) return toolName(tool);
  const [only, another] = ownTools(tools);
  return recent ?? (another === undefined ? only?.name : undefined) ?? tool;
}

/** The tool for words that name none; one that was called for them already stays the one. */
function byWords({ head }: Phrase, shape: Shape | undefined, { tools, made }: Moment): ToolSpec | undefined {
  const own = ownTools(tools);
  const same = own.filter(
    ({ name, description }) => shape && (name === shape.name || shaping().shapeDescribed(description) === shape),
  );
  const likely = rank(head, own, ({ name, description }) => `${name.replaceAll('_', ' ')}. ${description}`)
    .filter(({ coverage }) => coverage >= meansFrom)
    .map(({ item }) => item);
  const meant = same.length > 0 ? same : likely;
  return meant.find(({ name }) => name === made?.name) ?? meant[0];
}

function whyNone(name: string | undefined, shape: Shape | undefined, moment: Moment, language: Language): string {
  const texts = rehearsalTexts(language);
  const wanted = name ?? shape?.name ?? '';
  const why = moment.outOfUse.get(wanted);
  if (why !== undefined) return texts.outOfUse(wanted, why);
  if (moment.notShown.has(wanted)) return texts.notShown(wanted);
  if (name === undefined && shape !== undefined) return texts.noToolForThat(shape.wish[language]);
  const others = ownTools(moment.tools).map(tool => tool.name);
  return texts.noSuchTool(wanted, others);
}
