/**
 * What a request is to the rehearsal model: the types its grammar is written in, and the few words every part of it
 * knows.
 */
import type { JsonObject } from '../../../domain/text/json.ts';
import type { ToolSpec } from '../../../domain/tools/tool.ts';
import type { ModelToolCall } from '../../../ports/model.ts';

export type Language = 'en' | 'de';

/**
 * What earlier steps of the same request brought, for "remember the answer". Undefined: nothing yet, or it went wrong.
 */
export interface Earlier {
  readonly statement?: string;
  readonly result?: string;
  /** The result as a sentence that can stand alone, where it says more than the result. */
  readonly spoken?: string;
  /** The jobs that were listed for it. */
  readonly jobs?: string;
  /** The file that was read for it: its lines, or why there are none. */
  readonly file?: {
    readonly path: string;
    readonly lines?: readonly string[];
    readonly isMissing: boolean;
    /** More of it follows than was read. */
    readonly isCut: boolean;
  };
}

/** The named groups of the pattern that matched. */
export type Said = Readonly<Record<string, string | undefined>>;

/** What a request that may mean any tool can see. */
export interface Moment {
  /** What can be called. */
  readonly tools: readonly ToolSpec[];
  /** Tools that are there and not offered in full, each with what it does. */
  readonly notShown: ReadonlyMap<string, string>;
  /** Tools that are there and out of use, each with Straylight’s words why. */
  readonly outOfUse: ReadonlyMap<string, string>;
  readonly earlier: Earlier;
  /** The tool that was made or used last. */
  readonly recent?: string;
  /** The call that may already have been made for this step. */
  readonly made?: ModelToolCall;
  /** What a request of several parts asks for. */
  readonly partsOf: (request: string) => readonly RequestPart[];
}

/** One part of a request. Parts of one `stage` do not wait for each other. */
export interface RequestPart {
  readonly text: string;
  readonly stage: number;
  /** Absent: not understood. */
  readonly intent?: Intent;
  readonly said: Said;
}

/** A tool with its arguments, or what to say where there is none. */
export type Choice = { readonly tool: string; readonly arguments: JsonObject } | { readonly say: string };

/** One kind of request. */
export interface Intent {
  readonly name: string;
  /** The tool it drives; without one it is answered in words. */
  readonly tool?: string;
  /** Recognised at the start of a part of a request, without polite words around it. */
  readonly patterns: Readonly<Record<Language, readonly RegExp[]>>;
  /** Recognises what patterns cannot; asked after them. `names`: the agent's own tools. */
  readonly hears?: (
    text: string,
    names: ReadonlySet<string>,
  ) => { readonly language: Language; readonly said: Said } | undefined;
  /** Without its tool it is answered in words. */
  readonly elseWords?: true;
  /** It orders something, so a comma or an "and" before it begins a new step. */
  readonly orders?: true;
  /**
   * What stands after its colon is a text of the owner's and divided with care; below a colon at the end of a line, not
   * at all.
   */
  readonly takesText?: true;
  /** What is said behind it is part of it, behind its colon on further lines too. */
  readonly takesRest?: true;
  /** The tool's arguments; undefined when something it refers to is not there. */
  readonly arguments?: (said: Said, earlier: Earlier) => JsonObject | undefined;
  /** What is looked up in memory before it; what was found is then its `earlier.result`. */
  readonly looksUp?: (said: Said) => string | undefined;
  /** The file that is read before it; it is then its `earlier.file`. */
  readonly readsFirst?: (said: Said) => Said | undefined;
  /** The name of a folder that is looked for before it. */
  readonly looksForFolder?: (said: Said) => string | undefined;
  /** Are the jobs listed before it? The list is then its `earlier.jobs`. */
  readonly looksUpJobs?: (said: Said) => boolean;
  /** Finds tool and arguments by what is on offer, where the request alone does not say. */
  readonly choose?: (said: Said, moment: Moment, language: Language) => Choice;
  /** It needs the outcome of the step before it. */
  readonly refers?: (said: Said) => boolean;
  /** Shown in "help" and when nothing was understood; absent from both without. */
  readonly example?: Readonly<Record<Language, string>>;
}

/** German if it has a German word or letter. */
export function languageOf(text: string): Language {
  return german.test(text) ? 'de' : 'en';
}

/** Where no word is of either language, the one in which the instructions say to speak. */
export function languageUnder(instructions: string, text: string): Language {
  const isKnown = german.test(text) || english.test(text);
  return isKnown || languageSet(instructions) !== 'de' ? languageOf(text) : 'de';
}

/** The language in which the instructions say to speak; undefined where they do not say. */
export function languageSet(instructions: string): Language | undefined {
  const [, named] = /^- You speak with .+ in (German|English),/m.exec(instructions) ?? [];
  return named === undefined ? undefined : named === 'German' ? 'de' : 'en';
}

const english =
  /\b(?:the|is|are|was|I|you|my|your|me|to|of|and|what|which|who|how|when|where|why|do|does|did|can|please|with|for|this|that|it|not)\b/i;

/** Words that English does not have, and verbs that a German request begins with. */
const german =
  /[äöüß]|\b(?:ich|du|mein|meine[rnms]?|deine?[rnms]?|ist|sind|und|nicht|bitte|der|die|das|dem|ein|eine[rnms]?|keine?[rnms]?|wer|wie|wann|wo|warum|welche[rsnm]?|danke|mir|mich|dich|zum|zur|von|auf|aus|nach|den|im|beim|vom|wir|uns|noch|doch|nur|schon|auch|oder|aber|wenn|weil|dass|habe|kannst|deutsch|alles|etwas|nichts|heute|morgen|gestern|ordner|datei|dateien|werkzeug|wecker|erinnerung(?:en)?|hallo|hilfe)\b|^(?:ja|nein|schreibe?|lege|erstelle?|zeige?|liste|nenne?|gib|mache?|baue?|suche|finde|lade|stelle|stoppe|beende?|vergiss|merke?|erinnere?|starte|sende|schicke?|kopiere?|korrigiere?|was (?:ist|hast|kann|steht|gibt|kostet|weißt|soll))\b/i;

/** Words that stand for what was said, or found out, just before. */
const before = {
  statement: /^(?:that|this|it|das|dies|es)$/i,
  result:
    /^(?:(?:the|my|its|your) (?:answer|result|output|reply)|what I (?:say|said|answer|answered)|(?:die|meine) antwort|(?:das|sein) ergebnis|die ausgabe)$/i,
};

/** "that", "it": what was told just before. */
export function meansStatement(text: string): boolean {
  return before.statement.test(plain(text));
}

/** "the answer", "the result". */
export function meansResult(text: string): boolean {
  return before.result.test(plain(text));
}

/** A text, or what it stands for; undefined where that is not there. */
export function resolved(text: string, { result, statement }: Earlier): string | undefined {
  if (meansResult(text)) return result;
  return meansStatement(text) ? (result ?? statement) : text;
}

/** Without the mark that ends the sentence around it. */
export function plain(text: string): string {
  return text.trim().replace(/[.!?]+$/, '');
}

/** What stands between quotation marks, where the whole text does. */
export function unquoted(text: string): string {
  return (
    /^(?:"([^"]+)"|“([^”]+)”|„([^“]+)“|`([^`]+)`)$/
      .exec(text)
      ?.slice(1)
      .find(part => part !== undefined) ?? text
  );
}

/** A piece between quotation marks or code ticks, for a larger pattern. */
export const quoted = String.raw`(?:"[^"\n]{0,4000}"|“[^”\n]{0,4000}”|„[^“\n]{0,4000}“|\x60[^\x60\n]{0,4000}\x60)`;

/** A path: quoted, or without white space. */
export const pathForm = String.raw`(?:${quoted}|'[^'\n]+'|[^\s"“„\x60',;:]+)`;

/** One that has an ending, so that no other word looks like it. */
export const namedForm = String.raw`(?:${quoted}|'[^'\n]+'|[^\s"“„\x60',;:]*\.\w{1,8})`;

/** A pattern put together from pieces, without regard to case. */
export function like(strings: TemplateStringsArray, ...pieces: readonly string[]): RegExp {
  return new RegExp(String.raw(strings, ...pieces), 'iu');
}
