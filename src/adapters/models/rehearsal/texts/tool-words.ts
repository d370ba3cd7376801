/** What tools say of files, goals and the agent itself, as the demo model repeats it: it reads English, as any model. */
import type { Language } from '../../../../domain/text/texts.ts';
import { answerInWords } from './answer-words.ts';
import { failureInWords } from './failure-words.ts';
import { byForms, type FormRows, fileRows } from './file-words.ts';
import { jobWords } from './job-words.ts';

/** What a call that writes a file answers. */
const written: FormRows = [
  [/^Created (.+) \((.*)\)\.$/gm, 'Neu: $1 ($2).'],
  [/^Replaced (\S+): (.*) before, now (.*)\.$/gm, 'Ersetzt: $1, vorher $2, jetzt $3.'],
  [/^Changed (\S+) at line (\d+): (.*) before, now (.*)\.$/gm, 'Geändert: $1 in Zeile $2, vorher $3, jetzt $4.'],
  [/^Changed (\S+) at (\d+) places: (.*) before, now (.*)\.$/gm, 'Geändert: $1 an $2 Stellen, vorher $3, jetzt $4.'],
];

const german: FormRows = [
  ...written,
  ...fileRows,
  [/^The goal is set\.$/gm, 'Das Ziel ist gesetzt.'],
  [/^The goal is done\.$/gm, 'Das Ziel ist erreicht.'],
  [/^The goal is changed\.$/gm, 'Das Ziel ist geändert.'],
  [/^The goal is dropped\.$/gm, 'Das Ziel ist aufgegeben.'],
  [/^The goal (\d+) is like this already\.$/gm, 'Das Ziel $1 ist schon so.'],
  [
    /There is no goal (\d+) here; the action list shows them\./g,
    'Ein Ziel $1 gibt es hier nicht; „was sind meine Ziele?“ zeigt sie.',
  ],
  [/^Undone: turn (\d+)\./gm, 'Rückgängig gemacht: Runde $1.'],
  [/^Removed again: (.*)\.$/gm, 'Wieder entfernt: $1.'],
  [/^Brought back: (.*)\.$/gm, 'Zurückgeholt: $1.'],
  [/^As it was before: (.*)\.$/gm, 'Wie zuvor: $1.'],
  [/^Files and folders restored: (\d+)\.$/gm, 'Dateien und Ordner wiederhergestellt: $1.'],
  [
    /^This undo is turn (\d+)\.$/gm,
    'Auch das lässt sich rückgängig machen: Sag noch einmal „mach das rückgängig“, oder /undo $1 ja.',
  ],
  [/^Left as it is: (.*): (.*)$/gm, (_, path, why = '') => `Nicht angefasst: ${path}: ${failureInWords(why, 'de')}`],
  [
    /There is no turn of this conversation to undo\./g,
    'In diesem Gespräch gibt es keine Runde mehr, die sich rückgängig machen lässt.',
  ],
  [/There is no turn (\d+) of this conversation to undo\./g, 'Eine Runde $1 gibt es in diesem Gespräch nicht.'],
  [
    /^Undo is off: (.*) in config\.toml switches it on\.$/gm,
    'Rückgängig ist abgeschaltet: $1 in config.toml schaltet es ein.',
  ],
  [/\$(\d[\d,]*)\.(\d\d)/g, (_, whole = '', cents = '') => `${whole.replaceAll(',', '.')},${cents} $`],
  [/^Spent today: (.*), with no limit\.$/gm, 'Heute ausgegeben: $1, unbegrenzt.'],
  [/^Spent today: (.*), with a limit of (.*)\.$/gm, 'Heute ausgegeben: $1 von höchstens $2.'],
  [
    /^Tokens today: (.*), with no limit\.$/gm,
    (_, used = '') => `Tokens heute: ${used.replaceAll(',', '.')}, unbegrenzt.`,
  ],
  [
    /^Tokens today: (.*), with a limit of (.*)\.$/gm,
    (_, used = '', most = '') =>
      `Tokens heute: ${used.replaceAll(',', '.')} von höchstens ${most.replaceAll(',', '.')}.`,
  ],
  [/, (\d[\d,]*) tokens$/gm, (_, many = '') => `, ${many.replaceAll(',', '.')} Tokens`],
  [/: the demo model, free$/gm, ': das Demomodell, kostenlos'],
  [/^Nothing waits\.$/gm, 'Auf dich wartet nichts.'],
  [/^Approvals that wait:$/gm, 'Auf deine Freigabe wartet:'],
  [/^Questions that wait for an answer:$/gm, 'Auf deine Antwort warten Fragen:'],
  [/^Accounts that want to be paired:$/gm, 'Diese Konten wollen verbunden werden:'],
  [/^Problems that wait for a choice:$/gm, 'Auf deine Wahl warten Probleme:'],
  [/^Set aside:$/gm, 'Angehalten:'],
  [/^Jobs due within a day:$/gm, 'Jobs der nächsten 24 Stunden:'],
  [/^Jobs whose last run failed:$/gm, 'Jobs, deren letzter Lauf fehlschlug:'],
  [/^and (\d+) more$/gm, 'und $1 weitere'],
  [/^Where it lies on this machine:$/gm, 'Es liegt auf diesem Rechner:'],
  [/^- home: /gm, '- Datenordner: '],
  [/^- files: /gm, '- Dateien: '],
  [/^- settings: /gm, '- Einstellungen: '],
  [/^- database, with all memories: /gm, '- Datenbank, mit allen Erinnerungen: '],
  [/^- tools: /gm, '- Werkzeuge: '],
  [/^- logs: /gm, '- Protokolle: '],
  [/^- copies: /gm, '- Kopien: '],
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
  if (language === 'en') return own;
  const said = byForms(own, german);
  return said === own && !own.includes('\n') ? failureInWords(own, language) : said;
}

/** What a tool answered, in the language of a request. */
export function toolResult(text: string, tool: string | undefined, language: Language): string {
  const own = tool === undefined ? undefined : byTool[tool];
  const said = own === undefined || language === 'en' ? answerInWords(text, tool, language) : own(text, language);
  return said === text && !text.includes('\n') ? failureInWords(text, language) : said;
}

const inFile =
  (tool: string) =>
  (text: string, language: Language): string =>
    answerInWords(byForms(byForms(text, written), fileRows), tool, language);
const ofItself = (text: string, language: Language) => jobWords(toolWords(text, language), language);

const byTool: Readonly<Record<string, (text: string, language: Language) => string>> = {
  schedule_job: jobWords,
  update_job: jobWords,
  cancel_job: jobWords,
  list_jobs: jobWords,
  goals: toolWords,
  write_file: inFile('write_file'),
  edit_file: inFile('edit_file'),
  undo_turn: toolWords,
  agent_status: ofItself,
};
