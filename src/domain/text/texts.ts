/**
 * What Straylight itself says to its owner, in each language it speaks. One table, so that no sentence is missing in
 * one.
 */
import { called } from '../conversation/called.ts';
import { type Failure, isResting, isRetryable } from '../supervision/failure.ts';
import type { PatternFacts } from '../supervision/patterns.ts';
import type { Choice, Remedy, TroubleKind } from '../supervision/remediation.ts';
import type { Unasked } from '../tools/tool.ts';

export type Language = 'en' | 'de';

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

const en = {
  modelDown: (failure: Failure) =>
    `I could not reach the model: ${failure.message}. Your message is kept; write again when it is back.`,
  modelFailed: (failure: Failure) => `I could not answer: ${failure.message}`,
  modelRests: (seconds: number) =>
    `I could not ask the model: it failed too often and rests for another ${seconds} s. Your message is kept; write again then.`,
  fellBack: (model: string, failure: Failure | null = null) =>
    failure === null || isRetryable(failure)
      ? `(The model chosen for this ${failure && isResting(failure) ? 'has failed several times and was not asked' : 'was not reachable'}; ${model} answered.)`
      : `(The model chosen for this could not answer: ${failure.message}; ${model} answered.)`,
  empty: 'The model gave an empty answer twice. Nothing was left out by me; please ask again, perhaps in other words.',
  refused: 'The model declined to answer this.',
  credentialBlocked: (kinds: string) =>
    `this looks like a credential (${kinds}), so nothing of it was kept. Store it with "straylight secret set NAME", if it is not stored yet, and speak of it by that name.`,
  credentialTaken: (kinds: string) =>
    `I took a credential out of your message before it was kept (${kinds}). Store it with "straylight secret set NAME", if it is not stored yet, and delete the message if others can see it.`,
  credentialInFile: (path: string, kinds: string) =>
    `workspace/${path} holds a credential (${kinds}). The model sees it redacted only, and a command that copies the file or reads it raw asks you first. To remove it, delete the file there; to keep the secret, store it with "straylight secret set NAME".`,
  unasked: (acts: readonly Unasked[]) => `(Run without asking: ${unaskedActs(acts, unaskedWords.en)}.)`,
  actsLater: (sentences: readonly string[]) => `(This acts later, by itself: ${fewOf(sentences, 'more')}.)`,
  withheld: (why: string) => `(I have held back an answer. ${why})`,
  cutOff: '[… the model reached its output limit here; ask me to go on.]',
  unconfirmed: (claims: string) => `(Careful: I found no record of this: ${claims})`,
  stopped: (done: readonly string[], cut: readonly string[]) =>
    [
      'Stopped.',
      done.length > 0 ? `Done before that: ${done.join(', ')}.` : '',
      cut.length > 0 ? `Cut short, so part of it may have happened: ${cut.join('; ')}` : '',
      done.length + cut.length === 0 ? 'Nothing was done.' : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  restarted: ({ messages, done, cut, unbegun }: Restarted) =>
    [
      'This conversation was started afresh.',
      messages > 0
        ? `I have let go of your last ${messages === 1 ? 'message' : `${messages} messages`}; write again if you still want it.`
        : '',
      done.length > 0 ? `Done before that: ${done.join(', ')}.` : '',
      done.length + cut.length === 0 ? 'Nothing was done.' : '',
      unbegun.length > 0 ? `Not run any more: ${unbegun.join('; ').replace(/\.$/, '')}.` : '',
      cut.length > 0 ? `Cut short, so it may have happened: ${cut.join('; ')}` : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  expired: (done: readonly string[], cut: readonly string[]) =>
    [
      'The deadline of this has passed, so I have ended it.',
      done.length > 0 ? `Done by then: ${done.join(', ')}.` : '',
      cut.length > 0 ? `Cut short, so part of it may have happened: ${cut.join('; ')}` : '',
      done.length + cut.length === 0 ? 'Nothing was done.' : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  doneSoFar: (done: readonly string[]) => `Done so far: ${done.join(', ')}.`,
  stuck: (actor: string) => `${called(actor, 'en')} is stuck: nothing will move it.`,
  limitSteps: (steps: number) => `The limit of ${steps} steps for one turn is reached.`,
  limitCalls: (calls: number) => `The limit of ${calls} tool calls for one turn is reached.`,
  limitErrors: (errors: number) => `${errors} tool calls in a row went wrong.`,
  unknownAct: (what: string) =>
    `I was interrupted while this was under way, so it may or may not have happened: ${what}. I have not repeated it; please check, then tell me what to do.`,
  quarantined: (count: number) =>
    `${count} of my actors could not be loaded and are set aside. "straylight status" names them.`,
  buried: (what: string) => `Something could not be handled and is kept aside: ${what}.`,
  noHandles:
    'I have no file handles left, so I cannot start commands or open files for now. I go on by myself once some are free. A higher limit helps ("ulimit -n", LimitNOFILE= of a service).',
  auditBroken: (problem: string) =>
    `The audit chain is not what I wrote: ${problem}. "straylight audit verify" tells more.`,
  channelDown: (name: string, failure: Failure) => `The channel ${name} does not work: ${failure.message}`,
  channelBack: (name: string, since: string, until: string) =>
    `I could not be reached on ${name} from ${since} to ${until}. What waited follows or has been sent.`,
  channelWaits: (name: string, count: number, since: string) =>
    `${count === 1 ? 'A message' : `${count} messages`} for ${name} could not be sent yet, the oldest since ${since}. I keep trying.`,
  missedNotices: (count: number) => `${count} notices could not be sent in time.`,
  tooOld: (name: string) =>
    `Messages for ${name} waited longer than I keep trying (channels.deliver_for_hours) and were not sent. They stand in their conversations.`,
  approvalWaits: (key: string, intent: string, hours: number) =>
    `Reminder: approval ${key} still waits for your answer, for another ${hours} h: ${intent} /approvals shows the card again.`,
  approvalExpired: (intent: string) =>
    `An approval expired without an answer, so this was not run: ${intent || 'a tool call.'} Ask for it again if you still want it.`,
  safeMode: (boots: number) =>
    `I ended ${boots} times in a row without being told to. What was half done is held, and so is every new message, until you say go.`,
  safeModeWaits: (incident: string) =>
    `I am in safe mode after several crashes: your message is kept, and waits with everything else until you say go. Say it by the button of my notice, on the page, or with: straylight actors answer ${incident} go`,
  safeModeOver: 'What was held goes on.',
  vain: (choice: Choice) =>
    ({
      retry: 'Trying again did not help.',
      restart: 'Restarting did not help.',
      fresh: 'Starting afresh did not help.',
      cancel: 'Cancelling did not help.',
      stop: 'Stopping did not help.',
      release: 'Releasing did not help.',
      go: 'Going on did not help.',
      leave: '',
    })[choice],
  parked: (subject: string, why: string) => {
    const name = called(subject, 'en');
    return `${name} needs you. ${withoutName(why, name, 'It')}`;
  },
  howToAnswer: ({ incident, choices }: { readonly incident: string; readonly choices: readonly string[] }) =>
    `Answer with \`straylight actors answer ${incident} ${choices.join('|')}\`, in the terminal \`/answer ${incident} ${choices.join('|')}\`.`,
  ownerChooses: (subject: string, why: string, seconds: number) =>
    `${why} I cancel it in ${seconds} s if it stays so. Leave it if it may take its time. (${subject})`,
  remedied: (address: string, trouble: TroubleKind, remedy: Remedy['kind'], more: Remedied = {}) => {
    const subject = called(address, 'en');
    switch (remedy) {
      case 'retry':
        return `What ${subject} could not handle was handed over once more, and this time it was handled.`;
      case 'clarify':
        return trouble === 'looping'
          ? `${subject} was going round in circles. I told the model so, and it has stopped repeating itself.`
          : `${subject} has given a sign of life and goes on.`;
      case 'reassign':
        return `${subject.replace('circuit-breaker:model:', '')} worked and failed by turns, so another model is asked for the next hour.`;
      case 'abort':
        return `${more.what ?? subject} was cancelled, as ${more.isChosen ? 'you chose' : 'it did not go on'}.`;
      default:
        return `${subject} was stuck and goes on again.`;
    }
  },
  silent: (what: string, ms: number) => `No sign of life for ${Math.round(ms / 1000)} s: ${what}.`,
  flapping: (model: string, times: number) =>
    `${model} works and fails by turns: it had to be left alone ${times} times within the hour.`,
  looping: (tool: string, times: number) =>
    `It has called ${tool} ${times} times with the same arguments in this turn.`,
  spending: (session: string, { tokens = 0, micros = 0 }: PatternFacts) =>
    `${called(session, 'en')} has used ${tokens} tokens${micros > 0 ? ` ($${(micros / 1_000_000).toFixed(2)})` : ''} within the last hour, and you have said nothing there meanwhile.`,
  diskLow: (_disk: string, { freeMb = 0, totalMb = 0 }: PatternFacts) =>
    `The disk is nearly full: ${freeMb} of ${totalMb} MB are left. When it is full, nothing new can be kept.`,
  growing: (_database: string, { mb = 0, mbPerDay = 0 }: PatternFacts) =>
    `My database has ${mb} MB${mbPerDay > 0 ? ` and grows by about ${mbPerDay} MB a day` : ''}.`,
  resting: (subject: string, seconds: number, why: string) =>
    `${subject} failed too often and is not asked for ${seconds} s: ${why}`,
  works: (subject: string) => `${subject} works again.`,
  undelivered: (chat: string, failure: Failure) => `A message for ${chat} could not be delivered: ${failure.message}`,
  toolQuarantined: (name: string, why: string) =>
    `My tool ${name} is set aside after ${why}. \`/tools ${name}\` tells more; I can repair it or take it back to an earlier version.`,
  toolBroken: (name: string, why: string) =>
    `My tool ${name} cannot be used as its files are now: ${why}. Mend them, or "straylight tools revert ${name}".`,
  toolsBroken: (count: number) =>
    `${count} of my tools cannot be used as their files are now. "straylight tools list" names them and says why.`,
  scriptsFlooded: (most: number) =>
    `The scripts folder holds more than ${most} files, so I look at a part of it and at the tools I know. A new tool may not be found there until the rest is deleted.`,
  tokens: (count: string) => `${count} tokens`,
  pausedBySession: ({ used, limit, next, setting }: SpentUp) =>
    `I have paused. Since you last wrote, this conversation has used ${used} of the ${limit} it may (${setting}), and the next step may need ${next}. Write again and I go on.`,
  stoppedByDay: ({ used, limit, next, setting, until }: SpentUp & { readonly until: string }) =>
    `I have stopped: ${used} of the ${limit} for today are used (${setting}), and the next step may need ${next}. I can go on from ${until}, or as soon as you raise the limit in config.toml and start me again.`,
  sessionUsed: (percent: number, used: string, limit: string) =>
    `(More than ${percent} % of what this conversation may use before you write again is used: ${used} of ${limit}.)`,
  dayUsed: (percent: number, used: string, limit: string) =>
    `(More than ${percent} % of today's budget is used: ${used} of ${limit}.)`,
};

const de: typeof en = {
  modelDown: failure =>
    `Ich konnte das Modell nicht erreichen: ${failure.message}. Deine Nachricht ist gespeichert; schreib noch einmal, wenn es wieder da ist.`,
  modelFailed: failure => `Ich konnte nicht antworten: ${failure.message}`,
  modelRests: seconds =>
    `Ich konnte das Modell nicht fragen: Es ist zu oft fehlgeschlagen und ruht noch ${seconds} s. Deine Nachricht ist gespeichert; schreib dann noch einmal.`,
  fellBack: (model, failure = null) =>
    failure === null || isRetryable(failure)
      ? `(Das dafür gewählte Modell ${failure && isResting(failure) ? 'ist mehrmals fehlgeschlagen und wurde nicht gefragt' : 'war nicht erreichbar'}; ${model} hat geantwortet.)`
      : `(Das dafür gewählte Modell konnte nicht antworten: ${failure.message}; ${model} hat geantwortet.)`,
  empty:
    'Das Modell hat zweimal eine leere Antwort gegeben. Ich habe nichts weggelassen; bitte frag noch einmal, vielleicht mit anderen Worten.',
  refused: 'Das Modell hat die Antwort abgelehnt.',
  credentialBlocked: kinds =>
    `das sieht nach Zugangsdaten aus (${kinds}), darum wurde nichts davon behalten. Hinterlege sie mit "straylight secret set NAME", falls sie es noch nicht sind, und nenne sie bei diesem Namen.`,
  credentialTaken: kinds =>
    `Ich habe Zugangsdaten aus deiner Nachricht genommen, bevor sie behalten wurde (${kinds}). Hinterlege sie mit "straylight secret set NAME", falls sie es noch nicht sind, und lösche die Nachricht, wenn andere sie sehen können.`,
  credentialInFile: (path, kinds) =>
    `workspace/${path} enthält Zugangsdaten (${kinds}). Das Modell sieht sie nur geschwärzt, und ein Befehl, der die Datei kopiert oder roh liest, fragt dich vorher. Zum Entfernen lösche die Datei dort; um das Geheimnis zu behalten, hinterlege es mit "straylight secret set NAME".`,
  unasked: acts => `(Ungefragt ausgeführt: ${unaskedActs(acts, unaskedWords.de)}.)`,
  actsLater: sentences => `(Das wirkt später von selbst: ${fewOf(sentences, 'weitere')}.)`,
  withheld: why => `(Ich habe eine Antwort zurückgehalten. ${why})`,
  cutOff: '[… hier war die Ausgabegrenze des Modells erreicht; bitte mich, fortzufahren.]',
  unconfirmed: claims => `(Vorsicht: Hierfür habe ich keinen Beleg gefunden: ${claims})`,
  stopped: (done, cut) =>
    [
      'Angehalten.',
      done.length > 0 ? `Vorher erledigt: ${done.join(', ')}.` : '',
      cut.length > 0 ? `Abgebrochen, also vielleicht zum Teil geschehen: ${cut.join('; ')}` : '',
      done.length + cut.length === 0 ? 'Es wurde nichts getan.' : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  restarted: ({ messages, done, cut, unbegun }) =>
    [
      'Dieses Gespräch wurde von vorn begonnen.',
      messages > 0
        ? `${messages === 1 ? 'Deine letzte Nachricht' : `Deine letzten ${messages} Nachrichten`} habe ich fallen gelassen; schreib noch einmal, wenn du es noch willst.`
        : '',
      done.length > 0 ? `Vorher erledigt: ${done.join(', ')}.` : '',
      done.length + cut.length === 0 ? 'Es wurde nichts getan.' : '',
      unbegun.length > 0 ? `Läuft nicht mehr: ${unbegun.join('; ').replace(/\.$/, '')}.` : '',
      cut.length > 0 ? `Abgebrochen, also vielleicht geschehen: ${cut.join('; ')}` : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  expired: (done, cut) =>
    [
      'Die Frist hierfür ist um, also habe ich es beendet.',
      done.length > 0 ? `Bis dahin erledigt: ${done.join(', ')}.` : '',
      cut.length > 0 ? `Abgebrochen, also vielleicht zum Teil geschehen: ${cut.join('; ')}` : '',
      done.length + cut.length === 0 ? 'Es wurde nichts getan.' : '',
    ]
      .filter(text => text !== '')
      .join(' '),
  doneSoFar: done => `Bis dahin erledigt: ${done.join(', ')}.`,
  stuck: actor => `${called(actor, 'de')} steckt fest: Nichts bewegt es mehr.`,
  limitSteps: steps => `Die Grenze von ${steps} Schritten je Anfrage ist erreicht.`,
  limitCalls: calls => `Die Grenze von ${calls} Werkzeugaufrufen je Anfrage ist erreicht.`,
  limitErrors: errors => `${errors} Werkzeugaufrufe nacheinander sind fehlgeschlagen.`,
  unknownAct: what =>
    `Ich wurde dabei unterbrochen, daher ist es vielleicht geschehen, vielleicht nicht: ${what}. Ich habe es nicht wiederholt; bitte sieh nach und sag mir, was ich tun soll.`,
  quarantined: count =>
    `${count} meiner Akteure konnten nicht geladen werden und sind beiseitegelegt. "straylight status" nennt sie.`,
  buried: what => `Etwas konnte nicht verarbeitet werden und ist aufgehoben: ${what}.`,
  noHandles:
    'Mir sind die Datei-Handles ausgegangen; ich kann vorerst keine Befehle starten und keine Dateien öffnen. Sobald welche frei sind, mache ich von selbst weiter. Ein höheres Limit hilft („ulimit -n“, LimitNOFILE= eines Dienstes).',
  auditBroken: problem =>
    `Die Audit-Kette ist nicht, was ich geschrieben habe: ${problem}. "straylight audit verify" sagt mehr.`,
  channelDown: (name, failure) => `Der Kanal ${name} funktioniert nicht: ${failure.message}`,
  channelBack: (name, since, until) =>
    `Über ${name} war ich von ${since} bis ${until} nicht erreichbar. Was gewartet hat, folgt oder ist schon gesendet.`,
  channelWaits: (name, count, since) =>
    `${count === 1 ? 'Eine Nachricht' : `${count} Nachrichten`} für ${name} konnte ich noch nicht senden, die älteste von ${since}. Ich versuche es weiter.`,
  missedNotices: count => `${count} Hinweise kamen nicht rechtzeitig an.`,
  tooOld: name =>
    `Nachrichten für ${name} haben länger gewartet, als ich es versuche (channels.deliver_for_hours), und wurden nicht gesendet. Sie stehen in ihren Gesprächen.`,
  approvalWaits: (key, intent, hours) =>
    `Erinnerung: Freigabe ${key} wartet noch ${hours} h auf deine Antwort: ${intent} /approvals zeigt die Karte noch einmal.`,
  approvalExpired: intent =>
    `Eine Freigabe ist ohne Antwort abgelaufen, also lief dies nicht: ${intent || 'ein Werkzeugaufruf.'} Bitte noch einmal darum, wenn du es noch willst.`,
  safeMode: boots =>
    `Ich bin ${boots}-mal hintereinander ungewollt beendet worden. Was halb getan war, ruht, auch neue Nachrichten, bis du „weiter“ sagst.`,
  safeModeWaits: incident =>
    `Ich bin nach mehreren Abstürzen im abgesicherten Modus: Deine Nachricht ist aufgehoben und wartet wie alles andere, bis du „weiter“ sagst: mit dem Knopf meiner Meldung, auf der Seite oder mit: straylight actors answer ${incident} go`,
  safeModeOver: 'Was ruhte, geht weiter.',
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
    const name = called(subject, 'de');
    return `${name} braucht dich. ${withoutName(why, name, 'Es')}`;
  },
  howToAnswer: ({ incident, choices }) =>
    `Antworte mit \`straylight actors answer ${incident} ${choices.join('|')}\`, im Terminal mit \`/answer ${incident} ${choices.join('|')}\`.`,
  ownerChooses: (subject, why, seconds) =>
    `${why} Ich breche es in ${seconds} s ab, wenn es so bleibt. Lass es, wenn es dauern darf. (${subject})`,
  remedied: (address, trouble, remedy, more = {}) => {
    const subject = called(address, 'de');
    switch (remedy) {
      case 'retry':
        return `Was ${subject} nicht verarbeiten konnte, wurde noch einmal übergeben, und diesmal ging es.`;
      case 'clarify':
        return trouble === 'looping'
          ? `${subject} drehte sich im Kreis. Ich habe es dem Modell gesagt, und es wiederholt sich nicht mehr.`
          : `${subject} hat ein Lebenszeichen gegeben und läuft weiter.`;
      case 'reassign':
        return `${subject.replace('circuit-breaker:model:', '')} ging und versagte im Wechsel, darum wird für die nächste Stunde ein anderes Modell gefragt.`;
      case 'abort':
        return `${more.what ?? subject} wurde abgebrochen, ${more.isChosen ? 'wie du es gewählt hast' : 'da es nicht weiterging'}.`;
      default:
        return `${subject} steckte fest und läuft wieder.`;
    }
  },
  silent: (what, ms) => `Seit ${Math.round(ms / 1000)} s kein Lebenszeichen: ${what}.`,
  flapping: (model, times) =>
    `${model} geht und versagt im Wechsel: In der letzten Stunde musste es ${times} Mal in Ruhe gelassen werden.`,
  looping: (tool, times) => `Es hat ${tool} in diesem Zug ${times} Mal mit denselben Argumenten aufgerufen.`,
  spending: (session, { tokens = 0, micros = 0 }) =>
    `${called(session, 'de')} hat in der letzten Stunde ${tokens} Token verbraucht${micros > 0 ? ` (${(micros / 1_000_000).toFixed(2)} $)` : ''}, und du hast dort inzwischen nichts gesagt.`,
  diskLow: (_disk, { freeMb = 0, totalMb = 0 }) =>
    `Die Platte ist fast voll: ${freeMb} von ${totalMb} MB sind frei. Ist sie voll, kann nichts Neues mehr behalten werden.`,
  growing: (_database, { mb = 0, mbPerDay = 0 }) =>
    `Meine Datenbank hat ${mb} MB${mbPerDay > 0 ? ` und wächst um etwa ${mbPerDay} MB am Tag` : ''}.`,
  resting: (subject, seconds, why) =>
    `${subject} ist zu oft fehlgeschlagen und wird ${seconds} s lang nicht gefragt: ${why}`,
  works: subject => `${subject} funktioniert wieder.`,
  undelivered: (chat, failure) => `Eine Nachricht an ${chat} konnte nicht zugestellt werden: ${failure.message}`,
  toolQuarantined: (name, why) =>
    `Mein Werkzeug ${name} ist beiseitegelegt: ${why}. \`/tools ${name}\` sagt mehr; ich kann es reparieren oder auf eine frühere Fassung zurücksetzen.`,
  toolBroken: (name, why) =>
    `Mein Werkzeug ${name} lässt sich mit seinen jetzigen Dateien nicht benutzen: ${why}. Bitte berichtige sie, oder "straylight tools revert ${name}".`,
  toolsBroken: count =>
    `${count} meiner Werkzeuge lassen sich mit ihren jetzigen Dateien nicht benutzen. "straylight tools list" nennt sie und sagt, warum.`,
  scriptsFlooded: most =>
    `Im Ordner scripts liegen mehr als ${most} Dateien; ich sehe mir einen Teil davon an und die Werkzeuge, die ich kenne. Ein neues Werkzeug wird dort vielleicht nicht gefunden, bis der Rest gelöscht ist.`,
  tokens: count => `${count} Tokens`,
  pausedBySession: ({ used, limit, next, setting }) =>
    `Ich habe angehalten. Seit deiner letzten Nachricht hat dieses Gespräch ${used} von höchstens ${limit} verbraucht (${setting}), und der nächste Schritt kann ${next} brauchen. Schreib wieder, dann mache ich weiter.`,
  stoppedByDay: ({ used, limit, next, setting, until }) =>
    `Ich habe aufgehört: ${used} von ${limit} für heute sind verbraucht (${setting}), und der nächste Schritt kann ${next} brauchen. Weiter geht es ab ${until}, oder sobald du die Grenze in config.toml anhebst und mich neu startest.`,
  sessionUsed: (percent, used, limit) =>
    `(Mehr als ${percent} % dessen, was dieses Gespräch verbrauchen darf, bis du wieder schreibst, sind verbraucht: ${used} von ${limit}.)`,
  dayUsed: (percent, used, limit) =>
    `(Mehr als ${percent} % des Budgets für heute sind verbraucht: ${used} von ${limit}.)`,
};

const unaskedWords = {
  en: {
    kind: 'standing approval',
    more: 'more',
    ends: { failed: 'failed', unknown: 'may or may not have happened', cut: 'cut short' },
  },
  de: {
    kind: 'Dauerfreigabe',
    more: 'weitere',
    ends: { failed: 'fehlgeschlagen', unknown: 'vielleicht geschehen, vielleicht nicht', cut: 'abgebrochen' },
  },
} as const;

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
  return language === 'de' ? de : en;
}

/** What Straylight tells a model; models read English. */
export const modelTexts = {
  waiting: (tool: string) =>
    `Not run yet: ${tool} needs the owner's approval, which has been asked for. Tell the owner that it is waiting, and go on with what does not depend on it. The result will come later.`,
  denied: (reason: string | undefined) =>
    `The owner denied this${reason ? ` and said: ${reason}` : ''}. It was not run. Do not ask for it again without new words from the owner.`,
  deniedBefore: (reason: string | undefined) =>
    `The owner denied this very call before${reason ? `, saying: ${reason}` : ''}, and has said nothing new since. It was not put before the owner again and not run. Go on without it, or ask the owner in words.`,
  revised: (args: string) => `The owner changed this call before it ran. It ran with these arguments: ${args}`,
  unrevised: (problem: string) =>
    `The owner changed this call into one that cannot be run: ${problem}. It was not run.`,
  takenBack:
    'The owner approved this and took it back before it began. It was not run. Do not ask for it again without new words from the owner.',
  expired: 'Nobody answered the approval in time. It was not run.',
  lapsed: 'The owner approved this, but it could not begin while the approval was valid. It was not run; ask again.',
  unredeemed: {
    missing: 'There is no record of an approval for this. It was not run.',
    consumed: 'The approval for this was used up before. It was not run.',
    changed: 'What was approved is not what would have run. It was not run.',
    forged: 'The approval for this does not bear the signature of this agent. It was not run.',
  },
  undelivered: 'The approval could not be put before the owner. It was not run.',
  refused: (reasons: readonly string[]) =>
    `This is not allowed: ${reasons.map(reason => reason.replace(/\.$/, '')).join('; ')}. It was not run.`,
  cancelled: 'This was cancelled before it ended.',
  /** Of a call that was stopped from outside its chart, which says no more than how it ended. */
  stopped: (outcome: string, what: string): string =>
    outcome === 'unknown' ? modelTexts.unknown(`${what} was stopped while it was under way`) : modelTexts.cancelled,
  unknown: (message: string) =>
    `Nobody knows whether this happened: ${message}. It was not repeated. Say so to the owner and let the owner decide.`,
  resting: (seconds: number) =>
    `This has failed too often and rests for another ${seconds} s; until then it is refused. It was not run. Go on without it, or tell the owner.`,
  late: (tool: string, outcome: string, intent = '') =>
    `A result that was waited for has come (${tool}, ${outcome}): ${intent.replaceAll('\n', ' ')}`.trim(),
  rewound: (lines: readonly string[]) =>
    `The owner has taken this conversation back to here; what was said after it is set aside.${lines.length === 0 ? ' Nothing was done after it.' : ` What was done after it is not undone:\n${lines.join('\n')}\nDo not do it again as if it had not happened.`}`,
  restarted: (lines: readonly string[]) =>
    `The owner has had this conversation begin again; what was last asked was let go, so do not take it up by yourself.${lines.length === 0 ? ' Nothing was done for it.' : ` What was done for it is not undone:\n${lines.join('\n')}\nDo not do it again as if it had not happened.`}`,
  looping: (times: number) =>
    `You have now made the same tool call ${times} times with the very same arguments in this turn. Making it again will not change the answer. Go another way, or tell the owner what you need and ask.`,
  correction: 'The owner has corrected an earlier message; it now reads:',
  limit: (why: string) =>
    `${why} No further tools can be used in this turn. Tell the owner what is done and what is not.`,
  empty: 'Your last reply was empty. Answer the owner in words.',
  held: (why: string) =>
    `Your last reply was held back and not sent.${why === '' ? '' : ` ${why}`} Answer the owner again.`,
  claims: (lines: readonly string[]) =>
    `Your reply says that something was done for which there is no record in this turn:\n${lines.join('\n')}\nEither do it now with the tool, or answer again without saying that it was done.`,
};
