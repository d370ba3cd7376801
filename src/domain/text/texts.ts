/**
 * What Straylight itself says to its owner, in each language it speaks. One table, so that no sentence is missing in
 * one.
 */

import { createRequire } from 'node:module';
import { called } from '../conversation/called.ts';
import { type Trouble, troubleOf } from '../models/trouble.ts';
import { inEnglish, type Sentence } from '../policy/sentence.ts';
import { type Failure, isRetryable, saidOf } from '../supervision/failure.ts';
import type { PatternFacts } from '../supervision/patterns.ts';
import type { Choice, Remedy, TroubleKind } from '../supervision/remediation.ts';
import type { Unasked } from '../tools/tool.ts';
import { catalog, type Language } from './catalog.ts';
import type * as Failures from './failures/failures.ts';

export type { Language } from './catalog.ts';

// With the first failure that is not read in English.
const load = createRequire(import.meta.url);

/** What went wrong, as its owner reads it. What it quotes of others stays as it is, and so does a text. */
export function ownWords(said: Sentence, language: Language | undefined): string {
  if (language === undefined || language === 'en') return inEnglish(said);
  return (load('./failures/failures.ts') as typeof Failures).failureIn(said, language);
}

/** The same of a failure. */
export function failureWords(failure: Pick<Failure, 'said' | 'message'>, language: Language | undefined): string {
  return ownWords(saidOf(failure), language);
}

/** The same in German, or words of others as a quotation. */
export function quotedInGerman(said: Sentence): string {
  const german = ownWords(said, 'de');
  return german === said ? `„${said}“` : german;
}

/** A budget that is used up, its amounts in words. */
interface SpentUp {
  readonly used: string;
  readonly limit: string;
  readonly next: string;
  readonly setting: string;
}

/** What became of a conversation's work when it was begun again. */
interface Restarted {
  /** How many messages of the owner are let go. */
  readonly messages: number;
  readonly done: readonly string[];
  readonly cut: readonly string[];
  readonly unbegun: readonly string[];
}

/** The end of a trouble: what was under way, in words, and whether its owner chose what was done. */
interface Remedied {
  readonly what?: string;
  readonly isChosen?: boolean;
}

/** What came too late, where it was an act of the owner. */
const lateActs: Readonly<Record<Language, Readonly<Record<string, string>>>> = catalog('domain/text/texts#lateActs', {
  en: {
    'job.defined': 'setting it again; say it once more',
    'job.requested': 'the run you asked for',
    'job.enabled': 'enabling it',
  },
  de: {
    'job.defined': 'ihn neu einzurichten; sag es noch einmal',
    'job.requested': 'der Lauf, um den du gebeten hast',
    'job.enabled': 'ihn einzuschalten',
  },
});

const troubleEn: Readonly<Record<Trouble, string>> = {
  resting: 'is paused after repeated errors',
  overloaded: 'is overloaded',
  limited: 'limits how often it may be asked',
  broken: 'had an error on its side',
  brokenOff: 'broke off in the middle of its answer',
  silent: 'did not answer in time',
  unreachable: 'was not reachable',
};

const troubleDe: Readonly<Record<Trouble, string>> = {
  resting: 'pausiert nach mehreren Fehlern',
  overloaded: 'ist überlastet',
  limited: 'begrenzt, wie oft es gefragt werden darf',
  broken: 'hatte einen Fehler auf seiner Seite',
  brokenOff: 'hat mitten in der Antwort abgebrochen',
  silent: 'hat nicht rechtzeitig geantwortet',
  unreachable: 'war nicht erreichbar',
};

const en = {
  modelDown: (failure: Failure) =>
    `I could not reach the model: ${failure.message}. Your message is saved; write again when the model is back.`,
  modelFailed: (failure: Failure) => `I could not answer: ${failure.message}`,
  modelRests: (seconds: number) =>
    `The model is paused for ${seconds} s after repeated errors. Your message is saved; write again then.`,
  fellBack: (model: string, failure: Failure | null = null) =>
    failure === null || isRetryable(failure)
      ? `(The chosen model ${failure ? troubleEn[troubleOf(failure)] : troubleEn.unreachable}; ${model} answered.)`
      : `(The chosen model could not answer: ${failure.message}; ${model} answered.)`,
  empty: 'The model gave an empty answer twice. Please ask again, perhaps in other words.',
  callChanged: (intent: string, changed: readonly string[]) =>
    `Not run, although it was approved: ${intent.replace(/\.$/, '')}. ${changed.length === 0 ? 'It is not what you approved' : `Not as it was when you approved it: ${changed.join(', ')}`}. If it is asked for again, you see it as it is now.`,
  refused: 'The model declined to answer this.',
  credentialBlocked: (kinds: string) =>
    `this looks like a credential (${kinds}), so nothing was saved. Store it with "straylight secret set NAME" and refer to it by that name.`,
  credentialTaken: (kinds: string) =>
    `I removed a credential from your message before saving it (${kinds}). Store it with "straylight secret set NAME", and delete the message if others can see it.`,
  credentialInFile: (path: string, kinds: string) =>
    `workspace/${path} holds a credential (${kinds}). The model sees only a redacted copy, and a command that copies the file or reads it raw needs your approval. To remove the credential, delete the file; to keep it, store it with "straylight secret set NAME".`,
  ranUnasked: 'ran automatically',
  answeredBy: (agent: string) => `(Answered by the agent ${agent}.)`,
  expiredMeanwhile: (acts: readonly string[]) => `(Nobody answered in time, so not run: ${fewOf(acts, 'more')}.)`,
  unasked: (acts: readonly Unasked[]) => `(Ran automatically: ${unaskedActs(acts, unaskedWords.en)}.)`,
  actsLater: (sentences: readonly string[]) => `(This takes effect later: ${fewOf(sentences, 'more')}.)`,
  withheld: (why: string) => `(I held back an answer. ${why})`,
  cutOff: '[… the model reached its output limit here; ask me to go on.]',
  unconfirmed: (claims: string) => `(Not confirmed, I found no record of this: ${claims})`,
  /** `text` null: it is too long to be said here. */
  taskSays: (task: string, text: string | null) =>
    text === null
      ? `Task ${task} has answered at length: "straylight tasks show ${task}", or /tasks ${task}, shows it.`
      : `Task ${task}: ${text}`,
  stoppedHere: '[Stopped here.]',
  stopped: (done: readonly string[], cut: readonly string[]) =>
    [
      'Stopped.',
      done.length > 0 ? `Done before that: ${done.join(', ')}.` : '',
      cut.length > 0 ? `Interrupted, so part of it may have happened: ${cut.join('; ')}` : '',
      done.length + cut.length === 0 ? 'Nothing was done.' : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  restarted: ({ messages, done, cut, unbegun }: Restarted) =>
    [
      'This conversation was started afresh.',
      messages > 0
        ? messages === 1
          ? 'Your last message was dropped; send it again if you still want it.'
          : `Your last ${messages} messages were dropped; send them again if you still want them.`
        : '',
      done.length > 0 ? `Done before that: ${done.join(', ')}.` : '',
      done.length + cut.length === 0 ? 'Nothing was done.' : '',
      unbegun.length > 0 ? `Will not run: ${unbegun.map(what => what.replace(/\.$/, '')).join('; ')}.` : '',
      cut.length > 0 ? `Interrupted, so it may have happened: ${cut.join('; ')}` : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  expired: (done: readonly string[], cut: readonly string[]) =>
    [
      'The deadline has passed, so I stopped.',
      done.length > 0 ? `Done by then: ${done.join(', ')}.` : '',
      cut.length > 0 ? `Interrupted, so part of it may have happened: ${cut.join('; ')}` : '',
      done.length + cut.length === 0 ? 'Nothing was done.' : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  /** Of messages that were stopped with their turn: their beginnings, empty where they cannot be quoted. */
  unreadWords: (messages: readonly string[]) => {
    const quotes = messages.map(text => (text === '' ? 'a long or forwarded message' : `“${text}”`)).join('; ');
    return messages.length === 1
      ? `Not done, since I had not read it yet: ${quotes}. Send it again if you still want it.`
      : `Not done, since I had not read them yet: ${quotes}. Send them again if you still want them.`;
  },
  doneSoFar: (done: readonly string[]) => `Done so far: ${done.join(', ')}.`,
  stuck: (actor: string) => `${called(actor, 'en')} is stuck: nothing is pending that could continue it.`,
  limitSteps: (steps: number) => `The limit of ${steps} steps for one turn is reached.`,
  limitCalls: (calls: number) => `The limit of ${calls} tool calls for one turn is reached.`,
  limitErrors: (errors: number) => `${errors} tool calls in a row failed.`,
  unknownAct: (what: string) =>
    `I was interrupted during this, so it may or may not have happened: ${what}. I did not repeat it. Please check, then tell me what to do.`,
  quarantined: (count: number) =>
    `${count} of my actors could not be loaded and are quarantined. "straylight status" lists them.`,
  buried: (what: string) => `An actor could not process a message, so the message was set aside: ${what}.`,
  tooLate: (actor: string, event: string) =>
    `${called(actor, 'en')} had already ended. Not done: ${lateActs.en[event] ?? event}.`,
  noHandles:
    'I have no file handles left, so I cannot start commands or open files for now. I continue as soon as some are free. To avoid this, raise the limit ("ulimit -n", LimitNOFILE= of a service).',
  wordsAlone: (why: string) =>
    `The model for embeddings does not work, so memories are found by words alone: ${why} I go on as soon as it works again; "straylight memory stats" shows how far it is.`,
  auditBroken: (problem: string) =>
    `The audit log is not as I wrote it: ${problem}. "straylight audit verify" shows details.`,
  altered: (tool: string) =>
    `I did not run ${tool}: the call was changed in my database after it was recorded, or the approval of it was. I never do that myself. Find out who else can write to my files; "straylight audit verify" shows whether the audit log is intact.`,
  channelDown: (name: string, failure: Failure) => `The channel ${name} does not work: ${failure.message}`,
  channelBack: (name: string, since: string, until: string) =>
    `I could not be reached on ${name} from ${since} to ${until}. Pending messages follow or have been sent.`,
  accountWrote: (account: string, name: string) =>
    `Telegram account ${account}${name === '' ? '' : ` (“${name}”)`} wrote to your bot. Is it yours?`,
  channelWaits: (name: string, count: number, since: string) =>
    `${count === 1 ? 'A message' : `${count} messages`} for ${name} could not be sent yet, the oldest since ${since}. I keep trying.`,
  missedNotices: (count: number) => `${count} notices could not be sent in time.`,
  tooOld: (name: string) =>
    `Messages for ${name} waited longer than channels.deliver_for_hours allows and were not sent. You find them in their conversations.`,
  approvalWaits: (key: string, intent: string, hours: number) =>
    `Reminder: approval ${key} is pending and expires in ${hours} h: ${intent} /approvals shows the card again.`,
  approvalsQueued: (count: number, shown: number, intent: string) =>
    `${count === 1 ? 'One more approval waits' : `${count} more approvals wait`} behind ${shown === 1 ? 'the one' : `the ${shown}`} before you${intent === '' ? '.' : `: ${intent}`} /approvals shows ${count === 1 ? 'it' : 'them'} too.`,
  approvalExpired: (intent: string) =>
    `An approval expired without an answer, so this was not run: ${intent || 'a tool call.'} Ask for it again if you still want it.`,
  safeMode: (boots: number) =>
    `I crashed ${boots} times in a row, so I am in safe mode. Unfinished work and new messages are on hold until you tell me to continue.`,
  safeModeWaits: (incident: string) =>
    `I am in safe mode after several crashes. Your message is saved and on hold until you tell me to continue: by the button of my notice, on the page, or with: straylight actors answer ${incident} go`,
  safeModeLine: (incident: string) =>
    `unfinished work and new messages are on hold; to continue: straylight actors answer ${incident} go`,
  safeModeOver: 'Safe mode is over. Everything that was on hold continues.',
  vain: (choice: Choice) =>
    ({
      retry: 'Trying again did not help.',
      restart: 'Restarting did not help.',
      fresh: 'Starting afresh did not help.',
      cancel: 'Cancelling did not help.',
      stop: 'Stopping did not help.',
      release: 'Releasing did not help.',
      go: 'Continuing did not help.',
      leave: '',
    })[choice],
  parked: (subject: string, why: string) => {
    // it speaks of itself, and its owner does not know it by a name of its own
    if (subject === 'supervisor') return `I need you. ${why}`;
    const name = called(subject, 'en');
    return `${name} needs you. ${withoutName(why, name, 'It')}`;
  },
  howToAnswer: ({ incident, choices }: { readonly incident: string; readonly choices: readonly string[] }) =>
    `Answer with \`straylight actors answer ${incident} ${choices.join('|')}\`, in the terminal \`/answer ${incident} ${choices.join('|')}\`.`,
  ownerChooses: (subject: string, why: string, seconds: number) =>
    `${why} I cancel it in ${seconds} s if nothing changes. To keep waiting, choose to leave it as it is. (${subject})`,
  remedied: (address: string, trouble: TroubleKind, remedy: Remedy['kind'], more: Remedied = {}) => {
    const subject = called(address, 'en');
    if (trouble === 'failing' || trouble === 'cut') return `The job ${subject.slice('job:'.length)} runs once more.`;
    switch (remedy) {
      case 'retry':
        return `${subject} could not process a message at first. It was retried and succeeded.`;
      case 'clarify':
        return trouble === 'looping'
          ? `${subject} was repeating itself. I told the model, and it stopped.`
          : `${subject} responds again and continues.`;
      case 'reassign':
        return `${subject.replace('circuit-breaker:model:', '')} kept failing and recovering, so another model is used for the next hour; a new message of yours still tries it once.`;
      case 'abort':
        return `${more.what ?? subject} was cancelled${more.isChosen ? ', as you chose' : ' because it made no progress'}.`;
      default:
        return `${subject} was stuck and continues now.`;
    }
  },
  silent: (what: string, ms: number) => `No sign of life for ${Math.round(ms / 1000)} s: ${what}.`,
  flapping: (model: string, times: number) =>
    `${model} keeps failing and recovering: it was paused ${times} times within the last hour.`,
  looping: (tool: string, times: number) => `It called ${tool} ${times} times with the same arguments in this turn.`,
  spending: (session: string, { tokens = 0, micros = 0 }: PatternFacts) =>
    `${called(session, 'en')} used ${tokens} tokens${micros > 0 ? ` ($${(micros / 1_000_000).toFixed(2)})` : ''} within the last hour, and you wrote nothing there in that time.`,
  diskLow: (_disk: string, { freeMb = 0, totalMb = 0 }: PatternFacts) =>
    `The disk is nearly full: ${freeMb} of ${totalMb} MB are free. When it is full, nothing new can be saved.`,
  growing: (_database: string, { mb = 0, mbPerDay = 0 }: PatternFacts) =>
    `My database takes ${mb} MB${mbPerDay > 0 ? ` and grows by about ${mbPerDay} MB a day` : ''}.`,
  resting: (subject: string, seconds: number, why: string) =>
    `${subject} is paused for ${seconds} s after repeated errors: ${why}`,
  works: (subject: string) => `${subject} works again.`,
  undelivered: (chat: string, failure: Failure) => `A message for ${chat} could not be delivered: ${failure.message}`,
  toolQuarantined: (name: string, why: string) =>
    `My tool ${name} is quarantined after ${why}. \`/tools ${name}\` shows details; I can repair it or revert it to an earlier version.`,
  toolBroken: (name: string, why: string) =>
    `My tool ${name} cannot be used with its current files: ${why}. Fix them, or run "straylight tools revert ${name}".`,
  toolsBroken: (count: number) =>
    `${count} of my tools cannot be used with their current files. "straylight tools list" shows which and why.`,
  scriptsFlooded: (most: number) =>
    `The scripts folder holds more than ${most} files, so I read only some of them. New tools may not be found until you delete files that are no tools.`,
  tokens: (count: string) => `${count} tokens`,
  pausedBySession: ({ used, limit, next, setting }: SpentUp) =>
    `I have paused. Since your last message, this conversation has used ${used} of its limit of ${limit} (${setting}), and the next step may need ${next}. Write again and I continue.`,
  stoppedByDay: ({ used, limit, next, setting, until }: SpentUp & { readonly until: string }) =>
    `I have stopped: ${used} of today's limit of ${limit} are used (${setting}), and the next step may need ${next}. I can continue from ${until}, or after you raise the limit in config.toml and restart me.`,
  sessionUsed: (percent: number, used: string, limit: string) =>
    `(This conversation has used more than ${percent} % of its limit until your next message: ${used} of ${limit}.)`,
  dayUsed: (percent: number, used: string, limit: string) =>
    `(More than ${percent} % of today's budget is used: ${used} of ${limit}.)`,
};

const de: typeof en = {
  modelDown: failure =>
    `Ich konnte das Modell nicht erreichen: ${failureWords(failure, 'de')}. Deine Nachricht ist gespeichert; schreib noch einmal, wenn das Modell wieder erreichbar ist.`,
  modelFailed: failure => `Ich konnte nicht antworten: ${failureWords(failure, 'de')}`,
  modelRests: seconds =>
    `Das Modell pausiert nach mehreren Fehlern noch ${seconds} s. Deine Nachricht ist gespeichert; schreib dann noch einmal.`,
  fellBack: (model, failure = null) =>
    failure === null || isRetryable(failure)
      ? `(Das gewählte Modell ${failure ? troubleDe[troubleOf(failure)] : troubleDe.unreachable}; ${model} hat geantwortet.)`
      : `(Das gewählte Modell konnte nicht antworten: ${failureWords(failure, 'de')}; ${model} hat geantwortet.)`,
  empty: 'Das Modell hat zweimal eine leere Antwort gegeben. Bitte frag noch einmal, vielleicht mit anderen Worten.',
  callChanged: (intent, changed) =>
    `Nicht ausgeführt, obwohl es freigegeben war: ${intent.replace(/\.$/, '')}. ${changed.length === 0 ? 'Es ist nicht, was du freigegeben hast' : `Nicht mehr wie bei der Freigabe: ${changed.join(', ')}`}. Wird wieder danach gefragt, siehst du es, wie es jetzt ist.`,
  refused: 'Das Modell hat die Antwort abgelehnt.',
  credentialBlocked: kinds =>
    `das sieht nach Zugangsdaten aus (${kinds}), darum wurde nichts gespeichert. Hinterlege sie mit "straylight secret set NAME" und nenne sie bei diesem Namen.`,
  credentialTaken: kinds =>
    `Ich habe Zugangsdaten aus deiner Nachricht entfernt, bevor sie gespeichert wurde (${kinds}). Hinterlege sie mit "straylight secret set NAME", und lösche die Nachricht, wenn andere sie sehen können.`,
  credentialInFile: (path, kinds) =>
    `workspace/${path} enthält Zugangsdaten (${kinds}). Das Modell sieht sie nur geschwärzt, und ein Befehl, der die Datei kopiert oder roh liest, braucht deine Freigabe. Um sie zu entfernen, lösche die Datei; um sie zu behalten, hinterlege sie mit "straylight secret set NAME".`,
  ranUnasked: 'automatisch ausgeführt',
  answeredBy: agent => `(Es antwortet der Agent ${agent}.)`,
  expiredMeanwhile: acts => `(Nicht rechtzeitig beantwortet, also nicht ausgeführt: ${fewOf(acts, 'weitere')}.)`,
  unasked: acts => `(Automatisch ausgeführt: ${unaskedActs(acts, unaskedWords.de)}.)`,
  actsLater: sentences => `(Das wirkt sich später aus: ${fewOf(sentences, 'weitere')}.)`,
  withheld: why => `(Ich habe eine Antwort zurückgehalten. ${why})`,
  cutOff: '[… hier war die Ausgabegrenze des Modells erreicht; bitte mich, fortzufahren.]',
  unconfirmed: claims => `(Nicht bestätigt, hierfür habe ich keinen Beleg gefunden: ${claims})`,
  taskSays: (task, text) =>
    text === null
      ? `Aufgabe ${task} hat ausführlich geantwortet: „straylight tasks show ${task}“ oder /tasks ${task} zeigt es.`
      : `Aufgabe ${task}: ${text}`,
  stoppedHere: '[Hier angehalten.]',
  stopped: (done, cut) =>
    [
      'Angehalten.',
      done.length > 0 ? `Vorher erledigt: ${done.join(', ')}.` : '',
      cut.length > 0 ? `Unterbrochen, also vielleicht zum Teil geschehen: ${cut.join('; ')}` : '',
      done.length + cut.length === 0 ? 'Es wurde nichts getan.' : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  restarted: ({ messages, done, cut, unbegun }) =>
    [
      'Dieses Gespräch wurde von vorn begonnen.',
      messages > 0
        ? messages === 1
          ? 'Deine letzte Nachricht wurde verworfen; schick sie noch einmal, wenn sie noch gilt.'
          : `Deine letzten ${messages} Nachrichten wurden verworfen; schick sie noch einmal, wenn sie noch gelten.`
        : '',
      done.length > 0 ? `Vorher erledigt: ${done.join(', ')}.` : '',
      done.length + cut.length === 0 ? 'Es wurde nichts getan.' : '',
      unbegun.length > 0 ? `Wird nicht ausgeführt: ${unbegun.map(what => what.replace(/\.$/, '')).join('; ')}.` : '',
      cut.length > 0 ? `Unterbrochen, also vielleicht geschehen: ${cut.join('; ')}` : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  expired: (done, cut) =>
    [
      'Die Frist ist abgelaufen, darum habe ich aufgehört.',
      done.length > 0 ? `Bis dahin erledigt: ${done.join(', ')}.` : '',
      cut.length > 0 ? `Unterbrochen, also vielleicht zum Teil geschehen: ${cut.join('; ')}` : '',
      done.length + cut.length === 0 ? 'Es wurde nichts getan.' : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  unreadWords: messages => {
    const quotes = messages.map(text => (text === '' ? 'eine lange oder weitergeleitete Nachricht' : `„${text}“`));
    return messages.length === 1
      ? `Nicht getan, weil ich es noch nicht gelesen hatte: ${quotes.join('; ')}. Schick es noch einmal, wenn es noch gilt.`
      : `Nicht getan, weil ich sie noch nicht gelesen hatte: ${quotes.join('; ')}. Schick sie noch einmal, wenn sie noch gelten.`;
  },
  doneSoFar: done => `Bis dahin erledigt: ${done.join(', ')}.`,
  stuck: actor => `${called(actor, 'de')} steckt fest: Es steht nichts aus, womit es weitergehen könnte.`,
  limitSteps: steps => `Die Grenze von ${steps} Schritten je Runde ist erreicht.`,
  limitCalls: calls => `Die Grenze von ${calls} Werkzeugaufrufen je Runde ist erreicht.`,
  limitErrors: errors => `${errors} Werkzeugaufrufe nacheinander sind fehlgeschlagen.`,
  unknownAct: what =>
    `Ich wurde dabei unterbrochen, daher ist es vielleicht geschehen, vielleicht nicht: ${what}. Ich habe es nicht wiederholt; bitte sieh nach und sag mir, was ich tun soll.`,
  quarantined: count =>
    `${count} meiner Akteure konnten nicht geladen werden und stehen unter Quarantäne. "straylight status" zeigt sie.`,
  buried: what => `Ein Akteur konnte eine Nachricht nicht verarbeiten; sie ist aufgehoben: ${what}.`,
  tooLate: (actor, event) =>
    `${called(actor, 'de')} war schon zu Ende. Nicht ausgeführt: ${lateActs.de[event] ?? event}.`,
  noHandles:
    'Mir sind die Datei-Handles ausgegangen; ich kann vorerst keine Befehle starten und keine Dateien öffnen. Sobald welche frei sind, mache ich weiter. Dagegen hilft ein höheres Limit („ulimit -n“, LimitNOFILE= eines Dienstes).',
  wordsAlone: why =>
    `Das Modell für Embeddings funktioniert nicht; Erinnerungen finde ich nur über Wörter: ${why} Sobald es wieder geht, mache ich weiter; "straylight memory stats" zeigt, wie weit.`,
  auditBroken: problem =>
    `Das Audit-Protokoll ist nicht so, wie ich es geschrieben habe: ${problem}. "straylight audit verify" zeigt mehr.`,
  altered: tool =>
    `${tool} habe ich nicht ausgeführt: Der Aufruf oder seine Freigabe wurde in meiner Datenbank geändert, nachdem ich ihn festgehalten hatte. Ich selbst tue das nie. Prüfe, wer sonst in meine Dateien schreiben kann; "straylight audit verify" zeigt, ob das Audit-Protokoll unversehrt ist.`,
  channelDown: (name, failure) => `Der Kanal ${name} funktioniert nicht: ${failureWords(failure, 'de')}`,
  channelBack: (name, since, until) =>
    `Über ${name} war ich von ${since} bis ${until} nicht erreichbar. Wartende Nachrichten folgen oder sind schon gesendet.`,
  accountWrote: (account, name) =>
    `Das Telegram-Konto ${account}${name === '' ? '' : ` („${name}“)`} hat deinem Bot geschrieben. Ist es deins?`,
  channelWaits: (name, count, since) =>
    `${count === 1 ? 'Eine Nachricht' : `${count} Nachrichten`} für ${name} konnte ich noch nicht senden, die älteste von ${since}. Ich versuche es weiter.`,
  missedNotices: count => `${count} Hinweise kamen nicht rechtzeitig an.`,
  tooOld: name =>
    `Nachrichten für ${name} haben länger gewartet, als channels.deliver_for_hours erlaubt, und wurden nicht gesendet. Du findest sie in ihren Gesprächen.`,
  approvalWaits: (key, intent, hours) =>
    `Erinnerung: Freigabe ${key} ist offen und läuft in ${hours} h ab: ${intent} /approvals zeigt die Karte noch einmal.`,
  approvalsQueued: (count, shown, intent) =>
    `Hinter ${shown === 1 ? 'der einen Freigabe' : `den ${shown} Freigaben`} vor dir ${count === 1 ? 'wartet noch eine' : `warten noch ${count}`}${intent === '' ? '.' : `: ${intent}`} /approvals zeigt sie auch.`,
  approvalExpired: intent =>
    `Eine Freigabe ist ohne Antwort abgelaufen, also lief dies nicht: ${intent || 'ein Werkzeugaufruf.'} Bitte noch einmal darum, wenn du es noch willst.`,
  safeMode: boots =>
    `Ich bin ${boots}-mal hintereinander abgestürzt und darum im abgesicherten Modus. Angefangenes und neue Nachrichten ruhen, bis du mich weitermachen lässt.`,
  safeModeWaits: incident =>
    `Ich bin nach mehreren Abstürzen im abgesicherten Modus. Deine Nachricht ist gespeichert und wartet, bis du mich weitermachen lässt: mit dem Knopf meiner Meldung, auf der Seite oder mit: straylight actors answer ${incident} go`,
  safeModeLine: incident =>
    `abgesicherter Modus: Angefangenes und neue Nachrichten ruhen; weiter geht es mit: straylight actors answer ${incident} go`,
  safeModeOver: 'Der abgesicherte Modus ist vorbei. Alles, was ruhte, geht weiter.',
  vain: choice =>
    ({
      retry: 'Der neue Versuch hat nicht geholfen.',
      restart: 'Der Neustart hat nicht geholfen.',
      fresh: 'Von vorn zu beginnen hat nicht geholfen.',
      cancel: 'Das Abbrechen hat nicht geholfen.',
      stop: 'Das Beenden hat nicht geholfen.',
      release: 'Das Freigeben hat nicht geholfen.',
      go: 'Das Weitermachen hat nicht geholfen.',
      leave: '',
    })[choice],
  parked: (subject, why) => {
    if (subject === 'supervisor') return `Ich brauche dich. ${why}`;
    const name = called(subject, 'de');
    return `${name} braucht dich. ${withoutName(why, name, 'Es')}`;
  },
  howToAnswer: ({ incident, choices }) =>
    `Antworte mit \`straylight actors answer ${incident} ${choices.join('|')}\`, im Terminal mit \`/answer ${incident} ${choices.join('|')}\`.`,
  ownerChooses: (subject, why, seconds) =>
    `${why} Ich breche es in ${seconds} s ab, wenn sich nichts ändert. Soll ich weiter warten, wähle, es so zu lassen. (${subject})`,
  remedied: (address, trouble, remedy, more = {}) => {
    const subject = called(address, 'de');
    if (trouble === 'failing' || trouble === 'cut') return `Der Job ${subject.slice('job:'.length)} läuft noch einmal.`;
    switch (remedy) {
      case 'retry':
        return `${subject} konnte eine Nachricht zuerst nicht verarbeiten. Der zweite Versuch gelang.`;
      case 'clarify':
        return trouble === 'looping'
          ? `${subject} wiederholte sich. Ich habe es dem Modell gesagt, und es hat aufgehört.`
          : `${subject} reagiert wieder und läuft weiter.`;
      case 'reassign':
        return `${subject.replace('circuit-breaker:model:', '')} ist immer wieder ausgefallen, darum wird für die nächste Stunde ein anderes Modell benutzt; eine neue Nachricht von dir versucht es trotzdem einmal.`;
      case 'abort':
        return `${more.what ?? subject} wurde abgebrochen, ${more.isChosen ? 'wie du es gewählt hast' : 'weil es nicht weiterging'}.`;
      default:
        return `${subject} steckte fest und läuft wieder.`;
    }
  },
  silent: (what, ms) => `Seit ${Math.round(ms / 1000)} s kein Lebenszeichen: ${what}.`,
  flapping: (model, times) => `${model} fällt immer wieder aus: In der letzten Stunde hat es ${times}-mal pausiert.`,
  looping: (tool, times) => `Es hat ${tool} in dieser Runde ${times}-mal mit denselben Argumenten aufgerufen.`,
  spending: (session, { tokens = 0, micros = 0 }) =>
    `${called(session, 'de')} hat in der letzten Stunde ${tokens} Tokens verbraucht${micros > 0 ? ` (${(micros / 1_000_000).toFixed(2)} $)` : ''}, und du hast dort in dieser Zeit nichts geschrieben.`,
  diskLow: (_disk, { freeMb = 0, totalMb = 0 }) =>
    `Die Platte ist fast voll: ${freeMb} von ${totalMb} MB sind frei. Ist sie voll, kann nichts Neues mehr gespeichert werden.`,
  growing: (_database, { mb = 0, mbPerDay = 0 }) =>
    `Meine Datenbank belegt ${mb} MB${mbPerDay > 0 ? ` und wächst um etwa ${mbPerDay} MB am Tag` : ''}.`,
  resting: (subject, seconds, why) => `${subject} pausiert nach mehreren Fehlern ${seconds} s: ${why}`,
  works: subject => `${subject} funktioniert wieder.`,
  undelivered: (chat, failure) =>
    `Eine Nachricht an ${chat} konnte nicht zugestellt werden: ${failureWords(failure, 'de')}`,
  toolQuarantined: (name, why) =>
    `Mein Werkzeug ${name} steht unter Quarantäne: ${why}. \`/tools ${name}\` zeigt mehr; ich kann es reparieren oder auf eine frühere Fassung zurücksetzen.`,
  toolBroken: (name, why) =>
    `Mein Werkzeug ${name} lässt sich mit seinen jetzigen Dateien nicht benutzen: ${why}. Bitte berichtige sie, oder benutze "straylight tools revert ${name}".`,
  toolsBroken: count =>
    `${count} meiner Werkzeuge lassen sich mit ihren jetzigen Dateien nicht benutzen. "straylight tools list" nennt sie und sagt, warum.`,
  scriptsFlooded: most =>
    `Im Ordner scripts liegen mehr als ${most} Dateien; ich lese nur einen Teil davon. Neue Werkzeuge werden vielleicht nicht gefunden, bis du löschst, was kein Werkzeug ist.`,
  tokens: count => `${count} Tokens`,
  pausedBySession: ({ used, limit, next, setting }) =>
    `Ich habe angehalten. Seit deiner letzten Nachricht hat dieses Gespräch ${used} von höchstens ${limit} verbraucht (${setting}), und der nächste Schritt kann ${next} brauchen. Schreib wieder, dann mache ich weiter.`,
  stoppedByDay: ({ used, limit, next, setting, until }) =>
    `Ich habe aufgehört: ${used} von ${limit} für heute sind verbraucht (${setting}), und der nächste Schritt kann ${next} brauchen. Weiter geht es ab ${until}, oder nachdem du die Grenze in config.toml angehoben und mich neu gestartet hast.`,
  sessionUsed: (percent, used, limit) =>
    `(Dieses Gespräch hat mehr als ${percent} % seiner Grenze bis zu deiner nächsten Nachricht verbraucht: ${used} von ${limit}.)`,
  dayUsed: (percent, used, limit) =>
    `(Mehr als ${percent} % des Budgets für heute sind verbraucht: ${used} von ${limit}.)`,
};

const unaskedWords = catalog('domain/text/texts#unaskedWords', {
  en: {
    kind: 'standing approval',
    more: 'more',
    ends: { failed: 'failed', unknown: 'may or may not have happened', cut: 'interrupted' },
  },
  de: {
    kind: 'Dauerfreigabe',
    more: 'weitere',
    ends: { failed: 'fehlgeschlagen', unknown: 'vielleicht geschehen, vielleicht nicht', cut: 'unterbrochen' },
  },
});

/** What they did, in one line, and which standing approval let it; beyond five only how many. */
function unaskedActs(acts: readonly Unasked[], { kind, more, ends }: (typeof unaskedWords)[Language]): string {
  const lines = acts.map(({ intent, standing, ended }) => {
    const how = ended === undefined ? bare(intent) : `${bare(intent)} (${ends[ended]})`;
    return standing === undefined ? how : `${how} [${kind} ${standing}]`;
  });
  return fewOf(lines, more);
}

/** In one line; beyond five only how many. */
function fewOf(sentences: readonly string[], more: string): string {
  const rest = sentences.length > 5 ? [`${sentences.length - 5} ${more}`] : [];
  return [...sentences.slice(0, 5).map(bare), ...rest].join('; ');
}

/** A sentence within a line: blanks are one, without a full stop. */
function bare(sentence: string): string {
  return sentence.replace(/\s+/g, ' ').replace(/\.$/, '');
}

/** A sentence that begins with a name which was just said. */
function withoutName(sentence: string, name: string, pronoun: string): string {
  return sentence.startsWith(`${name} `) ? `${pronoun}${sentence.slice(name.length)}` : sentence;
}

/** The texts of one language. */
export function texts(language: Language): typeof en {
  return all[language];
}

const all = catalog('domain/text/texts', { en, de });

/** What Straylight tells a model; models read English. */
export const modelTexts = {
  waiting: (tool: string) =>
    `Not run yet: ${tool} needs the owner's approval, which was requested. Tell the owner that it is waiting, and go on with what does not depend on it. The result will come later.`,
  denied: (reason: string | undefined) =>
    `The owner denied this${reason ? ` and said: ${reason}` : ''}. It was not run. Do not ask for it again without new words from the owner.`,
  deniedBefore: (reason: string | undefined) =>
    `The owner denied this very call before${reason ? `, saying: ${reason}` : ''}, and has said nothing new since. The owner was not asked again, and it was not run. Go on without it, or ask the owner in words.`,
  revised: (args: string) => `The owner changed this call before it ran. It ran with these arguments: ${args}`,
  unrevised: (problem: string) =>
    `The owner changed this call into one that cannot be run: ${problem}. It was not run.`,
  takenBack:
    'The owner approved this and undid the approval before it started. It was not run. Do not ask for it again without new words from the owner.',
  expired: 'Nobody answered the approval in time. It was not run.',
  lapsed: 'The owner approved this, but it could not start while the approval was valid. It was not run; ask again.',
  unredeemed: {
    missing: 'There is no record of an approval for this. It was not run.',
    consumed: 'The approval for this was already used. It was not run.',
    changed: 'What was approved is not what would have run. It was not run.',
    forged: 'The approval for this is not signed by this agent. It was not run.',
  },
  /** Of a call that would have run something else than was judged. */
  changed: (message: string) => `Nothing was run: ${message.replace(/\.$/, '')}.`,
  undelivered: 'The approval could not be delivered to the owner. It was not run.',
  refused: (reasons: readonly string[]) =>
    `This is not allowed: ${reasons.map(reason => reason.replace(/\.$/, '')).join('; ')}. It was not run.`,
  cancelled: 'This was cancelled before it ended.',
  nobodyAnswers:
    'Nobody can answer here: this is a run of a scheduled job. Go on without it, and say in your reply what you need to know.',
  /** Of a call that was stopped from outside its chart, which says no more than how it ended. */
  stopped: (outcome: string, what: string): string =>
    outcome === 'unknown' ? modelTexts.unknown(`${what} was stopped while it was under way`) : modelTexts.cancelled,
  unknown: (message: string) =>
    `Nobody knows whether this happened: ${message}. It was not repeated. Say so to the owner and let the owner decide.`,
  /** Behind a notice that the owner has had as a message of its own. */
  ownerKnows: '(The owner has read this notice. Do not say the same again; add only what is new.)',
  resting: (seconds: number) =>
    `This is paused for ${seconds} s after repeated errors. It was not run. Go on without it, or tell the owner.`,
  late: (tool: string, outcome: string, intent = '') =>
    `A pending call has finished (${tool}, ${outcome}): ${intent.replaceAll('\n', ' ')}`.trim(),
  rewound: (lines: readonly string[]) =>
    `The owner rewound this conversation to here; what was said after it is set aside.${lines.length === 0 ? ' Nothing was done after it.' : ` What was done after it is not undone:\n${lines.join('\n')}\nDo not do it again as if it had not happened.`}`,
  restarted: (lines: readonly string[]) =>
    `The owner restarted this conversation and dropped the last request, so do not take it up by yourself.${lines.length === 0 ? ' Nothing was done for it.' : ` What was done for it is not undone:\n${lines.join('\n')}\nDo not do it again as if it had not happened.`}`,
  looping: (times: number) =>
    `You have now made the same tool call ${times} times with the very same arguments in this turn. Making it again will not change the answer. Go another way, or tell the owner what you need and ask.`,
  answers: (quoted: string) =>
    `The owner's next message answers this earlier message of yours:\n${quoted.replace(/^/gm, '> ')}`,
  answersUnseen:
    "The owner's next message answers a message of this program that you have not seen, such as a card or the answer to a command.",
  correction: 'The owner has corrected an earlier message; it now reads:',
  limit: (why: string) =>
    `${why} No further tools can be used in this turn. Tell the owner what is done and what is not.`,
  empty: 'Your last reply was empty. Answer the owner in words.',
  held: (why: string) =>
    `Your last reply was held back and not sent.${why === '' ? '' : ` ${why}`} Answer the owner again.`,
  claims: (lines: readonly string[]) =>
    `Your reply says that something was done for which there is no record in this turn:\n${lines.join('\n')}\nEither do it now with the tool, or answer again without saying that it was done. Say plainly what is not done.`,
};
