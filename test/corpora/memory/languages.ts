/** Facts in twelve languages, each with a question (languages.txt). */
import { readFileSync } from 'node:fs';

export interface FactOfLanguage {
  readonly language: string;
  readonly fact: string;
  readonly question: string;
}

export const factsOfLanguages: readonly FactOfLanguage[] = readFileSync(
  new URL('languages.txt', import.meta.url),
  'utf8',
)
  .split(/^## /m)
  .slice(1)
  .flatMap(part => {
    const [language = '', ...lines] = part.trim().split('\n');
    return lines.map(line => {
      const [fact = '', question = ''] = line.split(' | ');
      return { language, fact, question };
    });
  });

/** How people say a fact and come back to it, in each language; where none is usual, without a space beside the fact. */
export const sayings: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>> = {
  English: [
    ['please keep in mind: ', ', thanks'],
    ['as I said, ', ', right?'],
  ],
  German: [
    ['merk dir bitte: ', ', danke'],
    ['wie gesagt, ', ', nicht wahr?'],
  ],
  French: [
    ['retiens que ', ', merci'],
    ['je disais donc que ', ', non ?'],
  ],
  Spanish: [
    ['recuerda que ', ', gracias'],
    ['ya te dije que ', ', ¿verdad?'],
  ],
  Russian: [
    ['запомни: ', ', спасибо'],
    ['я же говорил, что ', ', верно?'],
  ],
  Turkish: [
    ['şunu unutma: ', ', sağ ol'],
    ['dediğim gibi ', ', değil mi?'],
  ],
  Arabic: [
    ['تذكر أن ', ' وشكرا'],
    ['قلت لك و', '، أليس كذلك؟'],
  ],
  Hindi: [
    ['याद रखो कि ', '।'],
    ['मैंने कहा था कि ', ', है ना?'],
  ],
  Chinese: [
    ['请记住', '谢谢'],
    ['刚才我说', '对吗'],
  ],
  Japanese: [
    ['覚えておいて', 'よろしく'],
    ['さっき言った', 'よね'],
  ],
  Korean: [
    ['기억해 줘 ', '라는 것을'],
    ['아까 말했듯이 ', '라고 했잖아'],
  ],
  Thai: [
    ['ช่วยจำว่า', 'ขอบคุณ'],
    ['ที่บอกว่า', 'ใช่ไหม'],
  ],
};
