/** The sentences of tools, in each language, and what one is as data. */
import type { BlobRef } from '../../conversation/body.ts';
import type { Form } from '../../policy/sentence.ts';
import { catalog } from '../../text/catalog.ts';
import { fileTexts } from './files.ts';
import { memoryTexts } from './memory.ts';
import { ownToolTexts } from './own-tools.ts';
import { webTexts } from './web.ts';

/** What a sentence names: as it stands, or what each language writes in its own way. */
export type SaidValue =
  | string
  | number
  | Said
  | { readonly at: number; readonly timeZone: string }
  | { readonly micros: number }
  | { readonly figure: number }
  /** Of a file. */
  | { readonly bytes: number }
  /** Where a conversation is held. */
  | { readonly session: string }
  /** A long text, as it is stored. */
  | BlobRef
  | { readonly lines: number }
  /** A sentence that names what it says of itself. */
  | Form
  /** A sentence of ours, of an earlier version. */
  | { readonly english: string };

/** One sentence. Stored. */
export interface Said {
  readonly code: SaidCode;
  readonly values?: Readonly<Record<string, SaidValue>>;
}

export type SaidCode = keyof typeof forModel;

/** What the model reads. */
export const forModel = {
  ...fileTexts.forModel,
  ...memoryTexts.forModel,
  ...ownToolTexts.forModel,
  ...webTexts.forModel,
  /** Words of others, or of the owner. */
  text: '{text}',
  /** Lines of the answer that are nobody's sentence: `from` of them before, `end` behind. */
  quoted: '',
  /** A failure. */
  sentence: '{sentence}',
  /** Arguments that are none, or do not fit: what the model is to mend says nothing to its owner. */
  unfit: 'The call was not made as the tool wants it. Not run.',
  outside: '“{path}” lies outside the folders that the agent works in.',
  more: 'and {count} more',
  // files
  fileNew: 'Created {name} ({lines}, {size}).',
  fileReplaced: 'Replaced {name}: {before} before, now {lines}, {size}.',
  fileChanged: 'Changed {name} at line {line}: {before} before, now {size}.',
  fileChangedAt: 'Changed {name} at {count} places: {before} before, now {size}.',
  line: '{count} line',
  lines: '{count} lines',
  byte: '{count} byte',
  bytes: '{count} bytes',
  // goals
  goalSet: 'The goal is set.',
  goalChanged: 'The goal is changed.',
  goalDone: 'The goal is done.',
  goalDropped: 'The goal is dropped.',
  goalSame: 'The goal {id} is like this already.',
  goalOther:
    'The goal {id} is not what it was when this call was judged, so nothing was done. The action list shows the goals; call again.',
  goalMissing: 'There is no goal {id} here; the action list shows them.',
  goalsNone: 'There are no open goals.',
  goal: '{id}. {text}{when}{state}',
  due: ' (due {due})',
  overdue: ' (due {due}, overdue)',
  isDone: ', done',
  isDropped: ', dropped',
  // jobs
  jobSet: 'The job is set.',
  jobChanged: 'The job is changed.',
  jobsNone: 'There are no jobs.',
  jobMissing: 'There is no job {name}.',
  jobSame: 'The job {name} is like this already; nothing was changed.',
  jobOther:
    'The job {name} is not what it was when this call was judged, so nothing was done. list_jobs shows the jobs; call again.',
  jobOwners: '{name} is a job of the owner’s own; only the owner changes or removes it.',
  jobLeftOut: 'This time passed before the owner approved. The job catches nothing up, so it does not run.',
  jobLate: 'This time passed before the owner approved, so the job runs now.',
  job: '{name} ({state}): {when}, {does}{next}{last}',
  jobNext: '; next {at}',
  jobLast: '; last run {outcome}',
  active: 'active',
  running: 'running',
  paused: 'paused',
  failing: 'failing',
  over: 'over',
  removed: 'removed',
  done: 'done',
  failed: 'failed',
  skipped: 'skipped',
  unknown: 'unknown',
  // undo
  undoOff: 'Undo is off: [undo] enabled = true in config.toml switches it on.',
  undoNone: 'There is no turn of this conversation to undo.',
  undoMissing: 'There is no turn {turn} of this conversation to undo.',
  undone: 'Undone: turn {turn}.',
  restored: 'Files and folders restored: {count}.',
  restoredAdded: 'Removed again: {names}.',
  restoredDeleted: 'Brought back: {names}.',
  restoredChanged: 'As it was before: {names}.',
  undoIsTurn: 'This undo is turn {turn}.',
  left: 'Left as it is: {path}: {why}',
  // money
  spent: 'Spent today: {used}, with no limit.',
  spentOf: 'Spent today: {used}, with a limit of {most}.',
  tokens: 'Tokens today: {used}, with no limit.',
  tokensOf: 'Tokens today: {used}, with a limit of {most}.',
  model: '- {model}: {spent}, {tokens} tokens',
  demo: '- {model}: the demo model, free',
  // what waits
  nothingWaits: 'Nothing waits.',
  approvalsWait: 'Approvals that wait:',
  questionsWait: 'Questions that wait for an answer:',
  accountsWait: 'Accounts that want to be paired:',
  problemsWait: 'Problems that wait for a choice:',
  setAside: 'Set aside:',
  jobsDue: 'Jobs due within a day:',
  jobsFailed: 'Jobs whose last run failed:',
  waits: '- {id}: {text}',
  jobDue: '- {name}: {at}, {does}',
  // what was done
  nothingDone: 'Nothing was done between {from} and {to}.',
  doneBetween: 'Done between {from} and {to}, in all conversations:',
  doneConversations: 'Conversations:',
  doneTalk: '- {where}: {count} turns',
  doneTalkAbout: '- {where}: {count} turns, the first about “{text}”',
  doneCalls: 'Calls of tools:',
  doneCall: '- {tool}: {count}, {outcome}',
  doneOther: '- other tools: {count}',
  doneJobs: 'Runs of jobs:',
  doneMemories: 'New memories: {count}.',
  // places
  places: 'Where it lies on this machine:',
  home: '- home: {path}',
  files: '- files: {path}',
  settings: '- settings: {path}',
  database: '- database, with all memories: {path}',
  tools: '- tools: {path}',
  logs: '- logs: {path}',
  copies: '- copies: {path}',
};

export const saidTexts = catalog('domain/tools/said/texts', {
  en: {
    ...forModel,
    ...fileTexts.en,
    ...memoryTexts.en,
    ...ownToolTexts.en,
    ...webTexts.en,
    goalOther: 'The goal {id} is not what it was when this call was judged, so nothing was done.',
    goalMissing: 'There is no goal {id} here; “what are my goals?” shows them.',
    jobOther: 'The job {name} is not what it was when this call was judged, so nothing was done.',
    jobOwners: '{name} is a job of your own; only you change or remove it.',
    jobLeftOut: 'This time passed before you approved. The job catches nothing up, so it does not run.',
    jobLate: 'This time passed before you approved, so the job runs now.',
  },
  de: {
    ...fileTexts.de,
    ...memoryTexts.de,
    ...ownToolTexts.de,
    ...webTexts.de,
    text: '{text}',
    quoted: '',
    sentence: '{sentence}',
    unfit: 'Der Aufruf war nicht so, wie das Werkzeug ihn braucht. Nicht ausgeführt.',
    outside: '„{path}“ liegt außerhalb der Ordner, in denen der Agent arbeitet.',
    more: 'und {count} weitere',
    fileNew: 'Neu: {name} ({lines}, {size}).',
    fileReplaced: 'Ersetzt: {name}, vorher {before}, jetzt {lines}, {size}.',
    fileChanged: 'Geändert: {name} in Zeile {line}, vorher {before}, jetzt {size}.',
    fileChangedAt: 'Geändert: {name} an {count} Stellen, vorher {before}, jetzt {size}.',
    line: '{count} Zeile',
    lines: '{count} Zeilen',
    byte: '{count} Byte',
    bytes: '{count} Bytes',
    goalSet: 'Das Ziel ist gesetzt.',
    goalChanged: 'Das Ziel ist geändert.',
    goalDone: 'Das Ziel ist erreicht.',
    goalDropped: 'Das Ziel ist aufgegeben.',
    goalSame: 'Das Ziel {id} ist schon so.',
    goalOther: 'Das Ziel {id} ist nicht mehr, wie es war, als darüber entschieden wurde; geschehen ist nichts.',
    goalMissing: 'Ein Ziel {id} gibt es hier nicht; „was sind meine Ziele?“ zeigt sie.',
    goalsNone: 'Es gibt keine offenen Ziele.',
    goal: '{id}. {text}{when}{state}',
    due: ' (fällig {due})',
    overdue: ' (fällig {due}, überfällig)',
    isDone: ', erreicht',
    isDropped: ', aufgegeben',
    jobSet: 'Der Job ist eingerichtet.',
    jobChanged: 'Der Job ist geändert.',
    jobsNone: 'Es gibt keine Jobs.',
    jobMissing: 'Es gibt keinen Job {name}.',
    jobSame: 'Der Job {name} ist schon so; geändert wurde nichts.',
    jobOther: 'Der Job {name} ist nicht mehr, wie er war, als darüber entschieden wurde; geschehen ist nichts.',
    jobOwners: '{name} ist ein Job von dir; nur du änderst oder entfernst ihn.',
    jobLeftOut: 'Diese Zeit verging vor deiner Freigabe. Der Job holt nichts nach, er läuft also nicht.',
    jobLate: 'Diese Zeit verging vor deiner Freigabe, der Job läuft also jetzt.',
    job: '{name} ({state}): {when}, {does}{next}{last}',
    jobNext: '; das nächste Mal am {at}',
    jobLast: '; letzter Lauf: {outcome}',
    active: 'aktiv',
    running: 'läuft',
    paused: 'pausiert',
    failing: 'schlägt fehl',
    over: 'vorbei',
    removed: 'entfernt',
    done: 'erledigt',
    failed: 'fehlgeschlagen',
    skipped: 'ausgelassen',
    unknown: 'ungewiss',
    undoOff: 'Rückgängig ist abgeschaltet: [undo] enabled = true in config.toml schaltet es ein.',
    undoNone: 'In diesem Gespräch gibt es keine Runde mehr, die sich rückgängig machen lässt.',
    undoMissing: 'Eine Runde {turn} gibt es in diesem Gespräch nicht.',
    undone: 'Rückgängig gemacht: Runde {turn}.',
    restored: 'Dateien und Ordner wiederhergestellt: {count}.',
    restoredAdded: 'Wieder entfernt: {names}.',
    restoredDeleted: 'Zurückgeholt: {names}.',
    restoredChanged: 'Wie zuvor: {names}.',
    undoIsTurn: 'Auch das lässt sich rückgängig machen: Sag noch einmal „mach das rückgängig“, oder /undo {turn} ja.',
    left: 'Nicht angefasst: {path}: {why}',
    spent: 'Heute ausgegeben: {used}, unbegrenzt.',
    spentOf: 'Heute ausgegeben: {used} von höchstens {most}.',
    tokens: 'Tokens heute: {used}, unbegrenzt.',
    tokensOf: 'Tokens heute: {used} von höchstens {most}.',
    model: '- {model}: {spent}, {tokens} Tokens',
    demo: '- {model}: das Demomodell, kostenlos',
    nothingWaits: 'Auf dich wartet nichts.',
    approvalsWait: 'Auf deine Freigabe wartet:',
    questionsWait: 'Auf deine Antwort warten Fragen:',
    accountsWait: 'Diese Konten wollen verbunden werden:',
    problemsWait: 'Auf deine Wahl warten Probleme:',
    setAside: 'Angehalten:',
    jobsDue: 'Jobs der nächsten 24 Stunden:',
    jobsFailed: 'Jobs, deren letzter Lauf fehlschlug:',
    waits: '- {id}: {text}',
    jobDue: '- {name}: {at}, {does}',
    nothingDone: 'Zwischen {from} und {to} ist nichts geschehen.',
    doneBetween: 'Zwischen {from} und {to} habe ich in allen Gesprächen getan:',
    doneConversations: 'Gespräche:',
    doneTalk: '- {where}: {count} Runden',
    doneTalkAbout: '- {where}: {count} Runden, die erste über „{text}“',
    doneCalls: 'Aufrufe von Werkzeugen:',
    doneCall: '- {tool}: {count}, {outcome}',
    doneOther: '- andere Werkzeuge: {count}',
    doneJobs: 'Läufe von Jobs:',
    doneMemories: 'Neue Erinnerungen: {count}.',
    places: 'Es liegt auf diesem Rechner:',
    home: '- Datenordner: {path}',
    files: '- Dateien: {path}',
    settings: '- Einstellungen: {path}',
    database: '- Datenbank, mit allen Erinnerungen: {path}',
    tools: '- Werkzeuge: {path}',
    logs: '- Protokolle: {path}',
    copies: '- Kopien: {path}',
  },
});
