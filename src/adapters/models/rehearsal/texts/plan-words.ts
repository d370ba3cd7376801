/** What the rehearsal model says of plans, and the work it gives to the agents of one. */
import type { Language } from '../intent.ts';

const en = {
  compare: (names: readonly string[]) => `Compare ${listed(names, 'and')}`,
  about: (topic: string) => `Plan for ${topic}`,
  ofSteps: 'Several steps',
  listIn: (folder: string) => `list the files in ${folder}`,
  list: 'list the files',
  thenRead: (file: string) => `, then read the file ${file}`,
  search: (words: string) => `search the files for ${words}`,
  writeResult: (file: string) => `write the result to ${file}`,
  which: (folders: readonly string[]) =>
    folders.length < 2
      ? 'I compare two to six folders of the workspace, and there are not as many. Make them, then say “compare the folders a and b and write a report”.'
      : `Which of them? Name two to six: “compare the folders ${listed(folders.slice(0, 3), 'and')} and write a report”. There are: ${folders.join(', ')}.`,
  missing: (folder: string) => `There is no folder “${folder}” in the workspace, so no plan was made.`,
  cannot: (step: string) =>
    `An agent of a plan cannot do this here: “${step}”. A plan of mine lists, searches, reads and writes files, and reads pages: “make a plan for tea: read the file notes.txt, then write the result to tea.md”.`,
  tooMany: (most: number) => `A plan has at most ${most} steps.`,
  report: 'report',
  done: (title: string) => `The plan “${title}” is carried out:`,
  notDone: (title: string) => `The plan “${title}” is not done:`,
  states: {} as Readonly<Record<string, string>>,
  found: {
    confirmed: 'confirmed',
    refuted: 'does not hold',
    'could not be run': 'could not be checked',
    holds: 'held before the work already, so it shows nothing',
    'was not run': 'was not checked',
  } as Readonly<Record<string, string>>,
};

const de: typeof en = {
  compare: names => `${listed(names, 'und')} vergleichen`,
  about: topic => `Plan: ${topic}`,
  ofSteps: 'Mehrere Schritte',
  listIn: folder => `liste die Dateien in ${folder} auf`,
  list: 'liste die Dateien auf',
  thenRead: file => `, dann lies die Datei ${file}`,
  search: words => `durchsuche die Dateien nach ${words}`,
  writeResult: file => `schreib das Ergebnis in ${file}`,
  which: folders =>
    folders.length < 2
      ? 'Ich vergleiche zwei bis sechs Ordner des Arbeitsordners, und so viele gibt es nicht. Lege sie an und sag dann „vergleiche die Ordner a und b und schreib einen Bericht“.'
      : `Welche davon? Nenne zwei bis sechs: „vergleiche die Ordner ${listed(folders.slice(0, 3), 'und')} und schreib einen Bericht“. Es gibt: ${folders.join(', ')}.`,
  missing: folder => `Im Arbeitsordner gibt es keinen Ordner „${folder}“, darum wurde kein Plan gemacht.`,
  cannot: step =>
    `Das kann ein Agent eines Plans hier nicht: „${step}“. Ein Plan von mir listet, durchsucht, liest und schreibt Dateien und liest Seiten: „mach einen Plan für Tee: lies die Datei notizen.txt, dann schreib das Ergebnis in tee.md“.`,
  tooMany: most => `Ein Plan hat höchstens ${most} Schritte.`,
  report: 'bericht',
  done: title => `Der Plan „${title}“ ist ausgeführt:`,
  notDone: title => `Der Plan „${title}“ ist nicht fertig:`,
  states: {
    done: 'erledigt',
    failed: 'gescheitert',
    cancelled: 'abgebrochen',
    unknown: 'unbekannt',
    skipped: 'ausgelassen',
    waiting: 'nicht begonnen',
  },
  found: {
    confirmed: 'bestätigt',
    refuted: 'gilt nicht',
    'could not be run': 'war nicht prüfbar',
    holds: 'galt schon vor der Arbeit, zeigt also nichts',
    'was not run': 'wurde nicht geprüft',
  },
};

/** “a, b and c”. */
function listed(names: readonly string[], and: string): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;
}

/** The sentences of one language. */
export function planWords(language: Language): typeof en {
  return language === 'de' ? de : en;
}

/** What a plan came to, in the words of its owner; undefined: the text tells of none. */
export function planLine(text: string, language: Language): string | undefined {
  const [head = '', ...lines] = text.slice(text.indexOf('Plan “')).split('\n');
  const [, title, end] = /^Plan “(.*)”: (all steps are done|not done)\.$/.exec(head) ?? [];
  if (title === undefined) return undefined;
  const words = planWords(language);
  const rest = lines.flatMap(line => {
    const [, step, state = ''] = /^- (\S+ \(\w+\)): (\w+)$/.exec(line) ?? [];
    if (step !== undefined) return [`- ${step}: ${words.states[state] ?? state}`];
    const [, check, found = ''] =
      /^ {2}(.+): (confirmed|refuted|could not be run|holds|was not run)\b(?! says:)/.exec(line) ?? [];
    return check === undefined || line.startsWith('  It says: ') ? [] : [`  ${check}: ${words.found[found]}`];
  });
  return [end === 'not done' ? words.notDone(title) : words.done(title), ...rest].join('\n');
}
