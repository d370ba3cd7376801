/** What the chat in a terminal says by itself, in the owner's language. */
import { catalog } from '../../../domain/text/catalog.ts';
import type { Language } from '../../../domain/text/texts.ts';

const en = {
  /** Beneath a card: its letters, and what else may be typed. */
  choices: 'a approve · i info · w deny with a reason · d deny; anything else is a message',
  place: (at: number, count: number) => `${at} of ${count}`,
  /** `since`: how long it has been waiting, or empty; `left`: how long it may. */
  callKey: (key: string, since: string, left: string | undefined) =>
    `(${[key, since, left === undefined ? '' : `expires ${left}`].filter(one => one !== '').join(', ')})`,
  /** Behind the answers that a question offers. */
  ownAnswer: 'other words are an answer too',
  chosen: (answer: string) => `Your answer: ${answer}`,
  /** Of what was typed before. */
  search: 'search',
  nothingFound: 'nothing found',
  yes: 'yes',
  typeYes: 'type yes to approve; n goes back',
  typeWord: (word: string) => `type ${word} to approve; n goes back`,
  typeReason: 'type the reason to deny it; Enter goes back',
  sent: 'your answer is on its way',
  undoFor: (seconds: number) => `Type u to undo it, for ${seconds} s`,
  tooEarly: 'You typed that before the card could be read.',
  nothing: 'Nothing was decided.',
  toApprove: 'To approve, type yes.',
  sure: 'Not decided yet. To approve, type yes.',
  undoOrWait: 'Type u to undo, or wait.',
  oneMoment: 'One moment: your answer is on its way.',
  whichLetter:
    'Nothing was decided: a approves, i tells more, w denies with a reason, d denies. Ctrl-C leaves the card for later.',
  giveReason: 'Type a reason to deny it.',
  elsewhere: ' in another terminal',
  waitsThere: (place: string, key: string, intent: string) =>
    `${place} waits for your approval ${key}: ${intent} /approvals shows it.`,
  left: 'Left for later. /approvals shows it again.',
  stands: 'Your answer stands.',
  noPending: 'No approval is pending.',
  stopping: 'Stopping',
  waiting: 'Waiting for you',
  writing: 'Writing',
  thinking: 'Thinking',
  andMore: (count: number) => ` and ${count} more`,
  ofAgent: (agent: string) => `This conversation belongs to the agent ${agent}.`,
  nothingRuns: 'Nothing was running.',
  wroteElsewhere: (text: string) => `You wrote elsewhere: ${text}`,
  empty: '(nothing)',
  moreLines: (count: number) => `… ${count} more ${count === 1 ? 'line' : 'lines'}`,
  /** How a turn ended that said nothing; what is not listed is shown as it is. */
  ends: {
    cancelled: 'cancelled',
    failed: 'failed',
    expired: 'expired',
    limited: 'limited',
    denied: 'denied',
    running: 'running',
    superseded: 'superseded',
  } as Readonly<Record<string, string | undefined>>,
  turnEnded: 'the turn has ended',
  goesOn: '(The turn goes on. Its reply is kept.)',
  lost: (program: string) =>
    `The agent does not answer. This chat goes on when it is back; "${program} start" in another terminal starts it.`,
  stopped: (program: string) =>
    `The agent was stopped. This chat goes on when it runs again; "${program} start" in another terminal starts it.`,
  back: 'The agent is back.',
  sentLater: 'Kept. It is sent when the agent is back.',
  pasted: (number: number, lines: number) => `[paste ${number}: ${lines} lines]`,
  notSent: (text: string) => `Not sent: ${text}`,
  pressAgain: 'Press Ctrl-C again to stop the program (within 3 s), Ctrl-D to leave the chat only.',
  /** Where this chat did not start the agent. */
  setUpThere: (program: string) =>
    `Stop the agent first ("${program} stop"); then "${program} init" asks for model, Telegram, sandbox, command and service.`,
  settingUp: 'The agent stops for your answers and starts again.',
  unknown: (name: string, near: string) => `Unknown command /${name}.${near} /help lists all commands.`,
  near: (name: string) => ` Did you mean /${name}?`,
  noCode: 'The last reply has no block of code.',
  noReply: 'There is no reply yet.',
  picture: 'picture',
  file: 'file',
  /** A file in the plain mode, where it has no label at the prompt. */
  waits: (shown: string) => `${shown}. It goes with your next message.`,
  emptyFile: (name: string) => `${name} is empty; there is nothing to attach.`,
  largeFile: (name: string, most: string) =>
    `${name} is too large: a file of a message has at most ${most}. Copy it into the workspace instead.`,
  tooManyFiles: (most: number) => `a message takes ${most} files; take some of their labels out of it`,
  noPicture: 'The clipboard holds no picture.',
  remoteClipboard: 'Over SSH the clipboard is on the other computer. Copy the picture to this one, and type its path.',
  noClipboard: (programs: readonly string[]) =>
    `No program here reads the clipboard. Install ${programs.join(' or ')}, or drop the file on the terminal.`,
  keys: [
    'Ctrl-C stops the turn; twice, the program. Ctrl-D leaves the chat.',
    'Alt-Enter, or \\ and Enter, begins a new line. Ctrl-R searches what you typed. Tab completes commands, files and conversations.',
  ] as readonly string[],
  /** What each command does, by its name. */
  help: {
    help: 'This list',
    stop: 'Stops the running turn, like Ctrl-C',
    approvals: 'Pending approvals, those of other conversations too',
    local: 'Only a model on your machine answers this message',
    cloud: 'Only a hosted model answers this message',
    copy: 'Copies the last reply, or its last block of code',
    paste: 'Takes the picture in the clipboard, like Ctrl-V',
    edit: 'Writes a message in your editor',
    setup: 'Sets up a model, Telegram, the command, the service',
    clear: 'Clears the screen',
    quit: 'Leaves the chat, like Ctrl-D',
  },
};

export type TerminalTexts = typeof en;

/** The name of a command of the chat. */
export type CommandName = keyof TerminalTexts['help'];

const de: TerminalTexts = {
  choices: 'a erlauben · i Info · w mit Grund ablehnen · d ablehnen; alles andere ist eine Nachricht',
  place: (at, count) => `${at} von ${count}`,
  callKey: (key, since, left) =>
    `(${[key, since, left === undefined ? '' : `läuft ab ${left}`].filter(one => one !== '').join(', ')})`,
  ownAnswer: 'andere Worte sind auch eine Antwort',
  chosen: answer => `Deine Antwort: ${answer}`,
  search: 'Suche',
  nothingFound: 'nichts gefunden',
  yes: 'ja',
  typeYes: 'zum Erlauben ja eingeben; n geht zurück',
  typeWord: word => `zum Erlauben ${word} eingeben; n geht zurück`,
  typeReason: 'den Grund für die Ablehnung eingeben; Enter geht zurück',
  sent: 'deine Antwort ist unterwegs',
  undoFor: seconds => `u nimmt es zurück, noch ${seconds} s lang`,
  tooEarly: 'Das hast du eingegeben, bevor die Karte zu lesen war.',
  nothing: 'Nichts wurde entschieden.',
  toApprove: 'Zum Erlauben ja eingeben.',
  sure: 'Noch nicht entschieden. Zum Erlauben ja eingeben.',
  undoOrWait: 'u nimmt es zurück; oder warte.',
  oneMoment: 'Einen Moment: Deine Antwort ist unterwegs.',
  whichLetter:
    'Nichts wurde entschieden: a erlaubt, i sagt mehr, w lehnt mit Grund ab, d lehnt ab. Strg-C hebt die Karte für später auf.',
  giveReason: 'Gib einen Grund für die Ablehnung ein.',
  elsewhere: ' in einem anderen Terminal',
  waitsThere: (place, key, intent) => `${place} wartet auf deine Freigabe ${key}: ${intent} /approvals zeigt sie.`,
  left: 'Für später aufgehoben. /approvals zeigt sie wieder.',
  stands: 'Deine Antwort gilt.',
  noPending: 'Keine Freigabe ist offen.',
  stopping: 'Hält an',
  waiting: 'Wartet auf dich',
  writing: 'Schreibt',
  thinking: 'Denkt nach',
  andMore: count => ` und ${count} weitere`,
  ofAgent: agent => `Dieses Gespräch gehört dem Agenten ${agent}.`,
  nothingRuns: 'Es lief nichts.',
  wroteElsewhere: text => `Du hast an anderer Stelle geschrieben: ${text}`,
  empty: '(nichts)',
  moreLines: count => `… ${count} weitere ${count === 1 ? 'Zeile' : 'Zeilen'}`,
  ends: {
    cancelled: 'abgebrochen',
    failed: 'fehlgeschlagen',
    expired: 'abgelaufen',
    limited: 'an einer Grenze beendet',
    denied: 'abgelehnt',
    running: 'läuft',
    superseded: 'überholt',
  },
  turnEnded: 'die Runde ist zu Ende',
  goesOn: '(Die Runde läuft weiter. Ihre Antwort bleibt erhalten.)',
  stopped: program =>
    `Der Agent wurde beendet. Dieses Gespräch geht weiter, sobald er wieder läuft; „${program} start“ in einem anderen Terminal startet ihn.`,
  lost: program =>
    `Der Agent antwortet nicht. Dieses Gespräch geht weiter, sobald er wieder da ist; „${program} start“ in einem anderen Terminal startet ihn.`,
  back: 'Der Agent ist wieder da.',
  sentLater: 'Aufgehoben. Es wird gesendet, sobald der Agent wieder da ist.',
  pasted: (number, lines) => `[Einfügung ${number}: ${lines} Zeilen]`,
  notSent: text => `Nicht gesendet: ${text}`,
  pressAgain: 'Noch einmal Strg-C (innerhalb von 3 s) beendet das Programm, Strg-D nur das Gespräch.',
  setUpThere: program =>
    `Halt erst den Agenten an („${program} stop“); dann fragt „${program} init“ nach Modell, Telegram, Sandbox, Befehl und Dienst.`,
  settingUp: 'Der Agent hält für deine Antworten an und startet dann wieder.',
  unknown: (name, near) => `Unbekannter Befehl /${name}.${near} /help zeigt alle Befehle.`,
  near: name => ` Meinst du /${name}?`,
  noCode: 'Die letzte Antwort hat keinen Codeblock.',
  noReply: 'Es gibt noch keine Antwort.',
  picture: 'Bild',
  file: 'Datei',
  waits: shown => `${shown}. Geht mit deiner nächsten Nachricht mit.`,
  emptyFile: name => `${name} ist leer; es gibt nichts anzuhängen.`,
  largeFile: (name, most) =>
    `${name} ist zu groß: Eine Datei einer Nachricht hat höchstens ${most}. Kopiere sie stattdessen in den Arbeitsordner.`,
  tooManyFiles: most => `eine Nachricht fasst ${most} Dateien; nimm einige ihrer Marken heraus`,
  noPicture: 'In der Zwischenablage ist kein Bild.',
  remoteClipboard:
    'Über SSH ist die Zwischenablage auf dem anderen Rechner. Kopiere das Bild auf diesen und gib seinen Pfad ein.',
  noClipboard: programs =>
    `Kein Programm liest hier die Zwischenablage. Installiere ${programs.join(' oder ')}, oder zieh die Datei auf das Terminal.`,
  keys: [
    'Strg-C hält die Runde an; zweimal das Programm. Strg-D verlässt das Gespräch.',
    'Alt-Enter, oder \\ und Enter, beginnt eine neue Zeile. Strg-R sucht in dem, was du eingegeben hast. Tab ergänzt Befehle, Dateien und Gespräche.',
  ],
  help: {
    help: 'Diese Liste',
    stop: 'Hält die laufende Runde an, wie Strg-C',
    approvals: 'Offene Freigaben, auch die anderer Gespräche',
    local: 'Nur ein Modell auf deinem Rechner beantwortet diese Nachricht',
    cloud: 'Nur ein Modell im Netz beantwortet diese Nachricht',
    copy: 'Kopiert die letzte Antwort oder ihren letzten Codeblock',
    paste: 'Nimmt das Bild der Zwischenablage, wie Strg-V',
    edit: 'Schreibt eine Nachricht in deinem Editor',
    setup: 'Richtet Modell, Telegram, Befehl und Dienst ein',
    clear: 'Leert den Bildschirm',
    quit: 'Verlässt das Gespräch, wie Strg-D',
  },
};

/** The texts of one language. */
export function terminalTexts(language: Language): TerminalTexts {
  return texts[language];
}

const texts = catalog('adapters/channels/terminal/texts', { en, de });
