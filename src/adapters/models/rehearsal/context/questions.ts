/** The questions of the demo model, found again in its replies. */
import type { Language } from '../intent.ts';
import { rehearsalTexts } from '../texts/texts.ts';

export const languages: readonly Language[] = ['en', 'de'];

interface Open {
  readonly language: Language;
  /** What is asked about. */
  readonly text: string;
}

/** What we have asked whether to remember it. */
export function openStatement(reply: string): Open | undefined {
  return openIn(reply, language => rehearsalTexts(language).shallRemember);
}

/** The time of a reminder of which we have asked what it is for. */
export function openReminder(reply: string): Open | undefined {
  return openIn(reply, language => rehearsalTexts(language).remindWhat);
}

/** The memory of which we have asked whether it is meant. */
export function openFact(reply: string): Open | undefined {
  return openIn(reply, language => rehearsalTexts(language).forgetThis);
}

/** The memories of which we have asked which is to be forgotten, or which the words `content` shall replace. */
export function openList(reply: string):
  | {
      readonly language: Language;
      readonly facts: readonly string[];
      readonly question: string;
      readonly content?: string;
      /** `content` is only the new value. */
      readonly isValue: boolean;
    }
  | undefined {
  for (const language of languages) {
    const texts = rehearsalTexts(language);
    for (const [kind, whole] of [
      ['forget', texts.forgetWhich([mark])],
      ['correct', texts.correctWhich(other, [mark])],
      ['value', texts.valueWhich(other, [mark])],
    ] as const) {
      const [head = '', tail = ''] = whole.split(`1. ${quotedIn(language, mark)}`);
      const [before = '', behind = ''] = head.split(other);
      const middle = reply.lastIndexOf(behind === '' ? before : behind);
      const at = reply.lastIndexOf(before, middle);
      const end = reply.indexOf(tail, middle);
      if (middle < 0 || at < 0 || end < 0) continue;
      const question = reply.slice(at, end + tail.length);
      const facts = [...reply.slice(middle, end).matchAll(/^\d+\. [“„](.*)[”“]$/gm)].map(([, fact = '']) => fact);
      const content = reply.slice(at + before.length, middle);
      if (facts.length > 0)
        return {
          language,
          facts,
          question,
          content: kind === 'forget' ? undefined : content,
          isValue: kind === 'value',
        };
    }
  }
  return undefined;
}

/** The requests of which we have asked which is meant: each ends, or moves, one job. */
export function openJobs(
  reply: string,
): { readonly language: Language; readonly requests: readonly string[]; readonly question: string } | undefined {
  for (const language of languages) {
    const texts = rehearsalTexts(language);
    for (const whole of [texts.cancelWhich([mark]), texts.moveWhich([mark], other)]) {
      const [head = ''] = whole.split(/[“„]/);
      const at = reply.lastIndexOf(head);
      if (at < 0) continue;
      const question = reply.slice(at).split('\n')[0] ?? '';
      const requests = [...question.matchAll(/“([^”]*)”|„([^“]*)“/g)].map(([, one, another]) => one ?? another ?? '');
      return { language, requests, question };
    }
  }
  return undefined;
}

/** The jobs of which we have asked whether all of them are to be ended. */
export function openCancelAll(
  reply: string,
): { readonly language: Language; readonly names: readonly string[]; readonly question: string } | undefined {
  for (const language of languages) {
    const [before = '', head = '', tail = ''] = rehearsalTexts(language).cancelAll([mark]).split(/1|\0/);
    const at = reply.lastIndexOf(before);
    const from = at < 0 ? -1 : reply.indexOf(head, at);
    const end = from < 0 ? -1 : reply.indexOf(tail, from);
    if (end < 0) continue;
    const names = reply.slice(from + head.length, end).split(', ');
    return { language, names, question: reply.slice(at, end + tail.length) };
  }
  return undefined;
}

/** A question of ours that waits for a yes, with its words, and what it is about. */
export function questionIn(reply: string): (Open & { readonly about: readonly string[] }) | undefined {
  const statement = openStatement(reply);
  if (statement !== undefined)
    return {
      ...statement,
      text: rehearsalTexts(statement.language).shallRemember(statement.text),
      about: [statement.text],
    };
  const fact = openFact(reply);
  if (fact !== undefined)
    return { ...fact, text: rehearsalTexts(fact.language).forgetThis(fact.text), about: [fact.text] };
  const all = openCancelAll(reply);
  if (all !== undefined) return { language: all.language, text: all.question, about: all.names };
  const jobs = openJobs(reply);
  if (jobs !== undefined)
    return {
      language: jobs.language,
      text: jobs.question,
      about: jobs.requests.map(one => /[a-z0-9_-]+$/.exec(one)?.[0] ?? one),
    };
  const list = openList(reply);
  return list && { language: list.language, text: list.question, about: list.facts };
}

/** The file of which we have asked whether to make it, and its lines. */
export function openFile(
  reply: string,
): { readonly language: Language; readonly path: string; readonly lines: readonly string[] } | undefined {
  for (const language of languages) {
    const whole = rehearsalTexts(language).noFileYet(mark, [other]);
    const [head = '', middle = '', tail = ''] = whole.split(new RegExp(`${mark}|[“„]${other}[”“]`));
    const at = reply.lastIndexOf(head);
    const between = reply.indexOf(middle, at + head.length);
    const end = reply.indexOf(tail, between + middle.length);
    if (at < 0 || between < 0 || end < 0) continue;
    const items = reply.slice(between + middle.length, end);
    const lines = [...items.matchAll(/“([^”]*)”|„([^“]*)“/g)].map(([, one, another]) => one ?? another ?? '');
    return { language, path: reply.slice(at + head.length, between), lines };
  }
  return undefined;
}

/** The words with which we ask what a tool shall do. */
export function makeQuestion(language: Language): string {
  return rehearsalTexts(language).makeWhat([]).split('\n')[0] ?? '';
}

/** Characters that nobody types. */
const mark = '\u0000';
const other = '\u0002';

function quotedIn(language: Language, text: string): string {
  return language === 'de' ? `„${text}“` : `“${text}”`;
}

function openIn(reply: string, question: (language: Language) => (text: string) => string): Open | undefined {
  for (const language of languages) {
    const [head = '', tail = ''] = question(language)(mark).split(mark);
    const at = reply.lastIndexOf(head);
    const end = at < 0 ? -1 : reply.indexOf(tail, at + head.length);
    if (end >= 0) return { language, text: reply.slice(at + head.length, end) };
  }
  return undefined;
}
