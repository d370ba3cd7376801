/** What tools say of files and goals, for an owner: they speak English, to a model. */
import type { Language } from '../text/texts.ts';

const german: readonly (readonly [RegExp, string])[] = [
  [/^Created (.+) \((.*)\)\.$/gm, 'Neu: $1 ($2).'],
  [/^Replaced (\S+): (.*) before, now (.*)\.$/gm, 'Ersetzt: $1, vorher $2, jetzt $3.'],
  [/^Changed (\S+) at line (\d+): (.*) before, now (.*)\.$/gm, 'Geändert: $1 in Zeile $2, vorher $3, jetzt $4.'],
  [/^Changed (\S+) at (\d+) places: (.*) before, now (.*)\.$/gm, 'Geändert: $1 an $2 Stellen, vorher $3, jetzt $4.'],
  [/(\S+) does not exist\./g, '$1 gibt es nicht.'],
  [/\. There is: (.*)\.$/gm, '. Es gibt: $1.'],
  [/: 1 entry\b/g, ': 1 Eintrag'],
  [/: (\d+) entries\b/g, ': $1 Einträge'],
  [/(?<=[(, ])(\d+) bytes?(?=[),. ]|$)/gm, '$1 Bytes'],
  [/(?<=[(, ])1 line(?=[),. ]|$)/gm, '1 Zeile'],
  [/(?<=[(, ])(\d+) lines(?=[),. ]|$)/gm, '$1 Zeilen'],
  [/^The goal is set\.$/gm, 'Das Ziel ist gesetzt.'],
  [/^The goal is done\.$/gm, 'Das Ziel ist erreicht.'],
  [/^The goal is changed\.$/gm, 'Das Ziel ist geändert.'],
  [/^The goal is dropped\.$/gm, 'Das Ziel ist aufgegeben.'],
  [/^The goal (\d+) is like this already\.$/gm, 'Das Ziel $1 ist schon so.'],
  [
    /There is no goal (\d+) here; the action list shows them\./g,
    'Ein Ziel $1 gibt es hier nicht; „was sind meine Ziele?“ zeigt sie.',
  ],
  [/^There are no open goals\.$/gm, 'Es gibt keine offenen Ziele.'],
  [/ \(due (\S+), overdue\)/g, ' (fällig $1, überfällig)'],
  [/ \(due (\S+)\)/g, ' (fällig $1)'],
  [/^(\d+\. .*), done$/gm, '$1, erreicht'],
  [/^(\d+\. .*), dropped$/gm, '$1, aufgegeben'],
];

/** One of its short sentences, in this language; what is said of the owner is said to the owner. */
export function toolWords(text: string, language: Language): string {
  const own = text
    .replace(/^(?:The owner has it|It is ready): /, '')
    .replace(/; the action list shows them\.$/, language === 'en' ? '; “what are my goals?” shows them.' : '$&');
  return language === 'en' ? own : german.reduce((said, [form, words]) => said.replace(form, words), own);
}
