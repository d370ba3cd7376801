/**
 * What a reply says was done, against what was done.
 *
 * Rules and no model: a sentence in which the reply says of itself that it just did something a tool does ("I saved it
 * to memory") is false when the turn holds no successful call of such a tool. In doubt a sentence passes: questions,
 * offers, conditions, negations, earlier turns, quotes, code and the passive voice are never claims.
 */

import { onlyLooks } from '../claims/looking-commands.ts';
import type { JsonObject } from '../text/json.ts';
import type { ToolDeclaration } from '../tools/declaration.ts';
import type { ToolOutcome } from '../tools/tool.ts';
import { type ClaimKind, claimKinds, type Deed, type Provable } from './claim-kinds.ts';

/** One tool call of the turn. `pending`: it waits for approval; `failed`: the tool itself said that it did not work. */
export interface ClaimedCall {
  readonly tool: string;
  readonly outcome: ToolOutcome | 'pending';
  readonly failed: boolean;
  /** What it was given, where that is known. */
  readonly args?: JsonObject;
}

/** A sentence that is not true, word for word, and what would have made it so. */
export interface FalseClaim {
  readonly claim: string;
  readonly expected: string;
}

export type ClaimVerdict = { readonly ok: true } | { readonly ok: false; readonly claims: readonly FalseClaim[] };

/** A tool and what it can have done. */
export type DoingTool = Pick<ToolDeclaration, 'name' | 'deeds'>;

/**
 * Does the reply claim a deed that the record of its turn does not hold? `tools`: those there are. Text beyond 20 000
 * characters is not looked at.
 */
export function checkClaims(reply: string, record: readonly ClaimedCall[], tools: readonly DoingTool[]): ClaimVerdict {
  const claims: FalseClaim[] = [];
  for (const sentence of sentencesOf(reply.slice(0, 20_000))) {
    const kind = clausesOf(sentence.bare)
      .flatMap(clause => claimKinds.filter(kind => kind.patterns.some(pattern => pattern.test(clause))))
      .find(kind => !isCovered(kind, record, tools));
    if (kind !== undefined) claims.push({ claim: sentence.text, expected: expectation(kind, record, tools) });
  }
  return claims.length === 0 ? { ok: true } : { ok: false, claims };
}

/**
 * Did a call of the turn do such a deed? A tool that declares none may have done anything, except write our own memory.
 */
export function isCovered(kind: ClaimKind, record: readonly ClaimedCall[], tools: readonly DoingTool[]): boolean {
  return record.some(call => {
    if (call.outcome !== 'done') return false;
    const { command } = call.args ?? {};
    if (kind.deed !== 'runCommand' && typeof command === 'string' && onlyLooks(command)) return false;
    const deeds = deedsOf(call.tool, tools);
    if (deeds.includes(kind.deed)) return !call.failed || kind.ranIsEnough === true;
    return !call.failed && kind.ours !== true && deeds.length === 0;
  });
}

/** What a tool says that it can have done. */
export function deedsOf(tool: string, tools: readonly DoingTool[]): readonly Provable[] {
  const declared = tools.find(({ name }) => name === tool)?.deeds;
  return declared ?? claimKinds.filter(({ usual }) => usual?.includes(tool)).map(({ deed }) => deed);
}

/** What stands in the table for a deed. */
export function kindOf(deed: Deed): ClaimKind {
  return claimKinds.find(kind => kind.deed === deed) ?? { deed, patterns: [] };
}

/** The tools that do such a deed: those it usually is, then those that do the fewest others. */
function namesOf({ deed, usual = [] }: ClaimKind, tools: readonly DoingTool[]): readonly string[] {
  const doing = tools.filter(({ deeds }) => deeds?.includes(deed));
  const fewestFirst = doing.toSorted((a, b) => (a.deeds?.length ?? 0) - (b.deeds?.length ?? 0));
  const names = fewestFirst.map(({ name }) => name);
  return [...new Set([...usual.filter(name => names.includes(name)), ...names, ...usual])];
}

/** So many tools are named that would have done it. */
const mostNamed = 12;

/** What would have made it true, and what there is instead. */
export function expectation(kind: ClaimKind, record: readonly ClaimedCall[], all: readonly DoingTool[]): string {
  const tools = namesOf(kind, all);
  const other = record.find(call => tools.includes(call.tool));
  const wanted = `a successful call of ${tools.slice(0, mostNamed).join(' or ')} in this turn`;
  if (other === undefined) return `${wanted}; there was none`;
  return `${wanted}; ${other.tool} ${other.outcome === 'done' ? 'reported a failure' : outcomes[other.outcome]}`;
}

const outcomes: Record<Exclude<ClaimedCall['outcome'], 'done'>, string> = {
  pending: 'is still waiting for approval',
  failed: 'failed',
  denied: 'was denied',
  expired: 'expired without an answer',
  cancelled: 'was cancelled',
  unknown: 'has an unknown outcome',
};

/** A sentence as it stands, and without quotes, with `⟦code⟧` for each piece of inline code. */
export interface Sentence {
  readonly text: string;
  readonly bare: string;
}

/** Sentences that are not questions, outside of code blocks and block quotes. */
export function sentencesOf(reply: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let fence: string | undefined;
  for (const line of reply.split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : fence === mark ? undefined : fence;
    if (mark !== undefined || fence !== undefined || /^\s*>/.test(line) || line.length > 4_000) continue;
    // Same length, so that the sentence can be cut out of the line as it was written.
    const masked = line.replace(masks, found => (found.startsWith('`') ? '\u0001' : '\u0002').repeat(found.length));
    for (const match of masked.matchAll(/[^.!?;]+(?:[.!?;](?!\s|$)[^.!?;]*)*[.!?;]*/g)) {
      if (/\?\W*$/.test(match[0])) continue;
      const text = line.slice(match.index, match.index + match[0].length).trim();
      const bare = match[0]
        .replace(/\u0001+/g, '⟦code⟧')
        .replace(/\u0002+/g, '…')
        .trim();
      if (text !== '') sentences.push({ text, bare });
    }
  }
  return sentences;
}

/** Inline code and what stands between quotation marks, within one line. */
const masks = /`[^`\n]{1,500}`|"[^"\n]{1,500}"|“[^”\n]{1,500}”|„[^“”\n]{1,500}[“”]|«[^»\n]{1,500}»|»[^«\n]{1,500}«/g;

/** The parts of a sentence that can be claims, each with its own subject ("I looked it up and saved it" gives two). */
function clausesOf(sentence: string): readonly string[] {
  const plain = sentence
    .replaceAll('’', "'")
    .replace(/[*_#]+/g, '')
    .replace(/^[\s\d.)•+-]+/, '');
  if (wholePasses.test(plain)) return [];
  const clauses: string[] = [];
  let mine = false;
  for (const part of plain.split(
    /(?:\s*[,:;–—]\s+|\s-\s)|\s+(?=(?:but|because|while|aber|sondern|weil)\s)|\s+(?:and|und)\s+/i,
  )) {
    const clause = part
      .replace(/^(?:and|und|but|aber|then|also|dann|so|ok|okay|sure|yes|ja|gut|done|great)\s+/i, '')
      .trim();
    const starts = /^(?:\S+ ){0,4}?(?:I|ich)\b/i.test(clause);
    const heir: boolean = mine && !starts && startsWithDeed.test(clause);
    mine = starts || heir;
    const whole = heir ? `I ${clause}` : clause;
    if (mine && !clausePasses.test(whole)) clauses.push(whole);
  }
  return clauses;
}

/** Conditions and reported speech colour the whole sentence, as do the times of earlier turns. */
export const wholePasses =
  /^(?:if|when|once|unless|until|after|before|whenever|wenn|sobald|falls|nachdem|bevor|sofern)\b|\b(?:if (?:you|I)|unless|would|could|should|might|may have|must have|falls|würde|hätte|könnte|sollte)\b|\b(?:earlier|yesterday|previous(?:ly)?|before|already|ago|last (?:time|week|month|night|year|conversation)|our last|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|gestern|vorhin|früher|bereits|schon|letzte[nsrm]? (?:mal|woche|monat|jahr)|damals|vorher)\b|\b(?:you|he|she|they|it|model|log|who) (?:said|says?|told|tells?|thinks?|thought|claims?|claimed|means?|believes?|wrote|writes?)\b|\b(?:claim|say|pretend|mean) that\b/i;

/** Denials, intentions and possibilities colour their own clause. */
export const clausePasses =
  /\b(?:not|never|no|nothing|none|neither|nor|without|unable|failed|tried|trying|cannot|nicht|nie|niemals|kein\w*|nichts|weder|ohne|versucht|noch nicht)\b|n't\b|\b(?:I'll|I will|I can|I am going|I'm going|I want|I'd|let me|ich werde|ich kann|ich will|ich möchte)\b/i;

/** A second deed after "and", whose subject is the I before it. */
const startsWithDeed =
  /^(?:then |also |now )?(?:saved|stored|noted|recorded|ran|executed|searched|created|built|sent|emailed|fetched|downloaded|visited|scheduled|set up|wrote|deleted|added|made)\b/i;
