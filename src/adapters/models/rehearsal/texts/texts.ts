/** What the rehearsal model says, in both languages: one table, so that no sentence is missing in one. */

import { createRequire } from 'node:module';
import type { Language } from '../intent.ts';
import type { Ended } from '../turn.ts';
import type * as Day from './day.ts';
import { workTexts } from './work.ts';

// With the first question about the day.
const load = createRequire(import.meta.url);

/** What became of a call whose result came late; then follows what it was to do. */
const lateHeads: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    done: 'Done',
    failed: 'That failed',
    denied: 'Denied, so not done',
    undone: 'You undid the approval, so not done',
    expired: 'Not approved in time, so not done',
    cancelled: 'Cancelled',
    unknown: 'Interrupted',
  },
  de: {
    done: 'Erledigt',
    failed: 'Das ging nicht',
    denied: 'Abgelehnt, also nicht geschehen',
    undone: 'Du hast die Freigabe zurückgenommen, also nicht geschehen',
    expired: 'Nicht rechtzeitig freigegeben, also nicht geschehen',
    cancelled: 'Abgebrochen',
    unknown: 'Unterbrochen',
  },
};

const numbered = (lines: readonly string[]) => lines.map((line, at) => `${at + 1}. ${line}`).join('\n');

const en = {
  whoAmI:
    'I am the built-in demo model (rehearsal): rules, no AI. I understand a few kinds of request (say “help”) and use the real tools.',
  howToChooseModel:
    'For a real model type `/setup` in the terminal where you started me, or stop me and run `straylight init`: it finds the models of this machine, and takes an API key or the address of a server. My memory is kept.',
  greeting: 'Hello.',
  thanks: 'You are welcome.',
  wellbeing: 'Everything runs. What can I do for you?',
  farewell: 'Goodbye. “/exit” leaves the chat.',
  alright: 'All right.',
  help: (lines: readonly string[]) =>
    `I understand requests like these, also several in one message (“…, then …”):\n${lines.map(line => `- ${line}`).join('\n')}`,
  helpInShort: (lines: readonly string[]) =>
    `You can say such things, also several in one message (“…, then …”):\n${lines.map(line => `- ${line}`).join('\n')}\n“help” shows all that I understand.`,
  noTools: 'No tools are on offer here, so I can only talk.',
  orderTaken: 'I keep to that from now on, as far as my rules go: each model that you choose reads it word for word.',
  orderRevoked: 'An order is revoked by its number or by words of it: “revoke order 2”. What was revoked stands below.',
  notUnderstood: (text: string, examples: readonly string[]) =>
    `I did not understand “${text}”. What I understand looks like this: ${examples.map(example => `“${example}”`).join(' or ')}. “help” shows the rest.`,
  understoodAs: (parts: readonly string[]) => `I understood this much: ${parts.join('; ')}.`,
  shallRemember: (text: string) => `Shall I remember “${text}”? Say “yes”, or “remember that …”.`,
  rememberWhat: 'What shall I remember?',
  remindWhen: (what: string) => `When shall I remind you: “${what}”? Say it like “tomorrow at 9” or “in 20 minutes”.`,
  remindWhat: (schedule: string) => `What shall I remind you of, “${schedule}”? Nothing is set yet.`,
  alarm: 'alarm',
  remindEach:
    'These are two reminders with two times, and I am not sure of both. Nothing is set yet. Say each with its day and time in a message of its own.',
  runWhat: 'Which command shall I run?',
  searchWhat: 'What shall I look for in memory?',
  nothingReferredTo: (text: string) => `“${text}”: what it refers to is not there, so I left it out.`,
  noPictures: 'I cannot look into pictures and files.',
  onlyPassedOn: 'What you passed on is material to me, not a request; I did nothing with it.',
  noTool: (what: string) => `For ${what} there is no tool on offer here, so it is not done.`,
  notStarted: (what: string) => `Not begun: ${what}. The limit of this turn is reached.`,
  now: (text: string) => `It is ${text}.`,
  noClock: 'I do not know what time it is.',
  spending:
    'I am rules and cost nothing. What models have cost today, and the limits, stand in /budget (`straylight budget` on the command line).',
  jobSet: 'The job is set.',
  noJobs: 'There are no jobs.',
  tooOften: (schedule: string) =>
    `“${schedule}” is thousands of times a day: you would be told each time, and a real model costs a call each time. Nothing is set. Once a minute is the most often that I set: say it with “every minute”. If you mean it, \`straylight jobs add\` takes it.`,
  cancelWhich: (names: readonly string[]) =>
    `Which one? Nothing is cancelled yet. Say ${names.map(name => `“cancel the job ${name}”`).join(' or ')}.`,
  cancelAll: (names: readonly string[]) =>
    `That ends ${names.length} jobs: ${names.join(', ')}. Nothing is cancelled yet. Say “yes”, and all of them are.`,
  noSuchJob: (what: string) =>
    `No reminder or job is about “${what}”: one that was for a single time is gone once it has run. “which jobs are there?” lists what is set.`,
  updating:
    'Stop me (`straylight stop`), run `git pull && npm ci` in the folder of the program, and start me again. CHANGELOG.md says what changes; a copy of the database is made first. The whole way: docs/updating-and-removing.md.',
  removing:
    'Stop me (`straylight stop`), then delete the home (~/.straylight, where no other was chosen) and the folder of the program. Services, keys and the sandbox: docs/updating-and-removing.md lists them.',
  stopping:
    '`/exit` or Ctrl-D leaves the chat. I stop with Ctrl-C (twice) where I was started, with `straylight stop` from elsewhere, and as a service with `systemctl --user stop straylight`. Unfinished work goes on at the next start.',
  somethingWaits: (waiting: readonly string[]) =>
    `This waits for your approval: ${waiting.join('; ')}. /approvals shows it, and all else that waits; on the command line \`straylight approvals\` does.`,
  nothingWaits: 'In this conversation no call waits for you. /approvals shows what waits in others, /status all else.',
  seeApprovals: '/approvals shows the cards of approvals, and `straylight approvals` on the command line.',
  beyond:
    'I cannot do that: I am rules, know only what I was told, and write nothing of my own. A real model can. A page of the web I read if you name it: “fetch https://example.com”.',
  moveWhen: 'To when? Say it like this: “move the reminder to 10:30”, or “… to tomorrow at 9”. Nothing is changed yet.',
  moveRepeated: (name: string) =>
    `The job ${name} runs again and again, so say the whole: “move the job ${name} to every Monday at 9”. Nothing is changed yet.`,
  moveWhich: (names: readonly string[], when: string) =>
    `Which one? Nothing is moved yet. Say ${names.map(name => `“move the job ${name} to ${when}”`).join(' or ')}.`,
  byZero: 'Nothing can be divided by 0.',
  costsNothing: 'I am rules and cost nothing.',
  nothingToUndo:
    'I have done nothing in this conversation that could be undone. /undo lists what all turns changed in the workspace (`straylight undo` on the command line).',
  undoOlder: (what: string) =>
    `The last that I did was some messages ago: ${what}. Shall I undo that? Say “yes”. Nothing was changed.`,
  undoWaiting: 'That has not happened yet, so there is nothing to undo: deny it on its card. /approvals shows it.',
  undoCannot: 'That cannot be undone: what was sent, forgotten or cancelled stays so. Nothing was changed.',
  undoMove: (name: string) =>
    `I do not know when that was before. Say it: “move the job ${name} to tomorrow at 9”. Nothing was changed.`,
  undoCorrection: 'I cannot tell what that replaced. Say what is true, such as “actually, my shoe size is 44”.',
  undoing:
    'What turns changed in the workspace can be brought back: /undo lists them, /undo N shows one, and /undo N yes brings it back (`straylight undo` on the command line). A message or a request that went out stays out.',
  places:
    'Files that I write lie in `workspace`, a folder of the home (~/.straylight, where no other was chosen; `straylight status` says which). Beside it lie the settings (`config.toml`), the database (`straylight.db`, with all memories), keys, and the logs (`logs/straylight.jsonl`).',
  saved: (text: string) => `Saved: “${text}”.`,
  savedPending: (text: string) =>
    `“${text}” is pending: these words may come from untrusted content. Accept it with /memory pending, or say it in a message of its own.`,
  savedBeside: (text: string) =>
    `Saved: “${text}”. I could not tell which memory it corrects; say “forget that …” with what is not true any more.`,
  corrected: (text: string, old: string) => `Corrected: “${text}”.${old === '' ? '' : ` It replaces “${old}”.`}`,
  correctWhat:
    'What does that correct? Say the whole sentence, such as “actually, the frame number of my bike is 4412”. Nothing was changed.',
  correctWhich: (content: string, facts: readonly string[]) =>
    `“${content}” may correct more than one memory, so nothing was changed yet:\n${numbered(facts.map(fact => `“${fact}”`))}\nWhich of them shall it replace? A number, or “none” to keep all of them and this one too.`,
  valueWhich: (value: string, facts: readonly string[]) =>
    `I cannot tell what “${value}” corrects, so nothing was changed yet:\n${numbered(facts.map(fact => `“${fact}”`))}\nWhere does it belong? A number, or “none”.`,
  keptAsIs: 'All right. Nothing was changed.',
  knownSo: (fact: string) => `My memory says so already: “${fact}”.`,
  forgotten: 'Forgotten. The messages that held it are blanked once this reply is out.',
  notForgotten:
    'Not forgotten: this wish may come from untrusted content. Say it in a message of its own, or use the page under Memory or `straylight memory forget`.',
  forgottenWords: 'Forgotten. The memories and messages that held it are blanked once this reply is out.',
  forgetWhat: 'What shall I forget?',
  forgetWhich: (facts: readonly string[]) =>
    `I have forgotten nothing yet; more than one memory may be meant:\n${numbered(facts.map(fact => `“${fact}”`))}\nWhich of them shall I forget? For example “2”, “1 and 2”, “all” or “none”.`,
  forgottenSeveral: (many: number) =>
    `Forgotten: ${many} memories. The messages that held them are blanked once this reply is out.`,
  keptAll: 'All right. Nothing is forgotten.',
  whichUnclear: (question: string) => `I cannot tell which of them you mean. ${question}`,
  putBefore: (question: string) =>
    `Other things were said since I asked, so I did nothing on your “yes”. If you still mean this: ${question}`,
  nothingOpen: 'I had asked nothing that waits for a yes, so I did nothing. Say what I shall do.',
  nothingOffered: 'There is nothing open to choose from, so I did nothing. Say in full what I shall do.',
  doneSoFar: (deeds: readonly string[]) =>
    `${deeds.length === 0 ? 'In this conversation I have changed nothing so far.' : `Done in this conversation:\n${numbered(deeds)}`}\nWhat was done in all conversations, and when: \`straylight audit list\` on the command line.`,
  noCommand: 'No command was run in this conversation.',
  nothingToRepeat: 'There is nothing yet that I could do again.',
  sayInFull: 'I do not do that a second time by myself. If you want it again, say the whole sentence.',
  whichZone: (name: string) =>
    `Time zones called “${name}” are several, or none. Say it by its place, such as “tomorrow at 9 Asia/Kolkata”. Nothing is set yet.`,
  sameReminder: 'It is set for that time already, so no second one is set. Another day is: “and on Sunday at 9”.',
  forgetThis: (fact: string) => `Do you mean “${fact}”? Say “yes”, and it is forgotten.`,
  forgetAll:
    'Nothing is forgotten yet: I do not do that on a word in the chat. `straylight memory forget --all` (in a terminal) forgets all memories, with those that are pending or archived, and blanks the messages that held them; it says how many and asks you first. Files, jobs, goals and tools stay. “forget that …” forgets one thing.',
  nothingToForget: 'I found nothing about that in my memory, so there is nothing to forget.',
  onlySaid: (words: string) =>
    `No memory says that. It was only said in a conversation; /memory forget "${words}" takes it out of all messages, once you say yes (\`straylight memory forget --words "${words}"\` on the command line).`,
  ran: (command: string, output: string) =>
    output === '' ? `\`${command}\` ended and printed nothing.` : `\`${command}\` gave:\n${output}`,
  answered: (text: string) => `Your answer: “${text}”.`,
  didIt: (tool: string, text: string) => `${tool} answered${text}`,
  memory: (facts: readonly string[]) => `My memory says: ${facts.map(fact => `“${fact}”`).join('. Also: ')}.`,
  nearest: (facts: readonly string[]) =>
    `Nothing in my memory clearly answers that. The nearest is: ${facts.map(fact => `“${fact}”`).join(', ')}.`,
  said: (lines: readonly string[]) => `I have not saved it, but you said ${lines.join(' and ')}.`,
  listed: (facts: readonly string[]) => `In my memory:\n${facts.map(fact => `- “${fact}”`).join('\n')}`,
  nothing: 'I found nothing about that in my memory, and I know only what I was told.',
  latest: (facts: readonly string[]) => `The latest I was told: ${facts.map(fact => `“${fact}”`).join(', ')}.`,
  empty: 'My memory is still empty. Tell me something: “remember that …”.',
  retract: 'I take that back: there is no record that it was done in this turn.',
  late: (tool: string, outcome: string, intent: string, text: string) => {
    const what = intent === '' ? `A pending call (${tool}) has finished: ${outcome}` : intent;
    const how = intent === '' ? '' : `${lateHeads.en[outcome] ?? `Finished (${outcome})`}: `;
    return `${how}${what.replace(/\.$/, '')}.${text === '' ? '' : `\n${text}`}`;
  },
  typedYes: (waiting: readonly string[]) =>
    `Your word decided nothing: an approval is answered on its card, not in words. What waits: ${waiting.join('; ')}. /approvals shows it; on the command line \`straylight approvals\` does, with the commands that answer it.`,
  notRepeated: (what: string) => `I did not repeat ${what}. Look whether it happened, and ask again if you want it.`,
  lateUnknown:
    'Straylight was interrupted while it ran, so nobody knows whether it happened. It was not repeated: look, and ask again if you want it.',
  calls: {
    memory_save: (of: string) => `saving “${of}”`,
    memory_search: (of: string) => `the search in memory for “${of}”`,
    memory_update: (of: string) => `correcting a memory: “${of}”`,
    memory_forget: () => 'forgetting a memory',
    forget_words: () => 'forgetting all memories and messages that hold these words',
    undo_turn: () => 'undoing the last change in the workspace',
    agent_status: () => 'looking that up',
    schedule_job: (of: string) => `setting a job: “${of}”`,
    update_job: (of: string) => `changing the job “${of}”`,
    cancel_job: (of: string) => `ending the job “${of}”`,
    execute_command: (of: string) => `the command \`${of}\``,
    ask_owner: (of: string) => `the question “${of}”`,
    create_tool: (of: string) => `making the tool “${of}”`,
    delete_tool: (of: string) => `deleting the tool “${of}”`,
    revert_tool: (of: string) => `taking the tool “${of}” back`,
    show_tool: (of: string) => `the look at the tool “${of}”`,
    read_file: (of: string) => `reading the file “${of}”`,
    write_file: (of: string) => `writing the file “${of}”`,
    edit_file: (of: string) => `changing the file “${of}”`,
    list_files: () => 'the list of the files',
    search_files: (of: string) => `the search in the files for “${of}”`,
    send_file: (of: string) => `sending the file “${of}”`,
    run_plan: () => 'carrying out the plan',
    web_fetch: (of: string) => `reading ${of}`,
    web_search: (of: string) => `the search of the web for “${of}”`,
    web_request: (of: string) => `the request to ${of}`,
  } as Readonly<Record<string, (of: string) => string>>,
  otherCall: (tool: string) => `the tool ${tool}`,
  ended: {
    done: what => `Done: ${what}.`,
    failed: (what, text) => `It did not work: ${what}. ${text}`,
    pending: what => `Waiting for your approval: ${what}. It has not happened yet; the result will follow.`,
    denied: (what, text) => `Denied, so not done: ${what}.${text}`,
    expired: what => `Not done, because nobody answered the approval in time: ${what}.`,
    undelivered: what => `Not done, because the approval could not be delivered to you: ${what}.`,
    refused: (what, text) => `Not allowed, so not done: ${what}. ${text}`,
    cancelled: what => `Cancelled before it ended: ${what}.`,
    unknown: (what, text) =>
      `Nobody knows whether this happened: ${what}. Please check and tell me what to do. ${text}`,
  } as Readonly<Record<Ended, (what: string, text: string) => string>>,
};

const de: typeof en = {
  whoAmI:
    'Ich bin das eingebaute Demomodell (rehearsal): Regeln, keine KI. Ich verstehe einige Arten von Bitten (sag „hilfe“) und benutze die echten Werkzeuge.',
  howToChooseModel:
    'Für ein echtes Modell gib `/setup` in dem Terminal ein, in dem du mich gestartet hast, oder halt mich an und ruf `straylight init` auf: es findet die Modelle dieses Rechners und nimmt einen API-Schlüssel oder die Adresse eines Servers. Mein Gedächtnis bleibt erhalten.',
  greeting: 'Hallo.',
  thanks: 'Gern geschehen.',
  wellbeing: 'Alles läuft. Was kann ich für dich tun?',
  farewell: 'Bis bald. „/exit“ verlässt das Gespräch.',
  alright: 'In Ordnung.',
  help: lines =>
    `Ich verstehe Bitten wie diese, auch mehrere in einer Nachricht („…, dann …“):\n${lines.map(line => `- ${line}`).join('\n')}`,
  helpInShort: lines =>
    `Solches kannst du sagen, auch mehreres in einer Nachricht („…, dann …“):\n${lines.map(line => `- ${line}`).join('\n')}\n„hilfe“ zeigt alles, was ich verstehe.`,
  noTools: 'Hier sind keine Werkzeuge im Angebot, ich kann also nur reden.',
  orderTaken:
    'Daran halte ich mich ab jetzt, soweit meine Regeln reichen: Jedes Modell, das du wählst, liest es Wort für Wort.',
  orderRevoked:
    'Eine Anweisung wird mit ihrer Nummer oder ihren Worten widerrufen: „widerrufe Anweisung 2“. Was widerrufen wurde, steht darunter.',
  notUnderstood: (text, examples) =>
    `„${text}“ habe ich nicht verstanden. Ich verstehe zum Beispiel: ${examples.map(example => `„${example}“`).join(' oder ')}. „hilfe“ zeigt den Rest.`,
  understoodAs: parts => `So viel habe ich verstanden: ${parts.join('; ')}.`,
  shallRemember: text => `Soll ich mir „${text}“ merken? Sag „ja“ oder „merke dir, dass …“.`,
  rememberWhat: 'Was soll ich mir merken?',
  remindWhen: what => `Wann soll ich dich erinnern: „${what}“? Sag zum Beispiel „morgen um 9“ oder „in 20 Minuten“.`,
  remindWhat: schedule => `Woran soll ich dich erinnern, „${schedule}“? Noch ist nichts eingerichtet.`,
  alarm: 'Wecker',
  remindEach:
    'Das sind zwei Erinnerungen mit zwei Zeiten, und ich bin mir nicht bei beiden sicher. Noch ist nichts gesetzt. Sag jede mit Tag und Uhrzeit in einer eigenen Nachricht.',
  runWhat: 'Welchen Befehl soll ich ausführen?',
  searchWhat: 'Wonach soll ich im Gedächtnis suchen?',
  nothingReferredTo: text => `„${text}“: Worauf sich das bezieht, gibt es nicht, deshalb habe ich es ausgelassen.`,
  noPictures: 'In Bilder und Dateien kann ich nicht hineinsehen.',
  onlyPassedOn: 'Was du weitergeleitet hast, ist für mich Material und keine Bitte; ich habe nichts damit gemacht.',
  noTool: what => `Dafür ist hier kein Werkzeug im Angebot, es ist also nicht geschehen: ${what}.`,
  notStarted: what => `Nicht begonnen: ${what}. Die Grenze dieser Anfrage ist erreicht.`,
  now: text => `Es ist ${(load('./day.ts') as typeof Day).germanDay(text)}.`,
  noClock: 'Ich weiß nicht, wie spät es ist.',
  spending:
    'Ich bestehe aus Regeln und koste nichts. Was Modelle heute gekostet haben und welche Grenzen gelten, steht in /budget (auf der Kommandozeile `straylight budget`).',
  jobSet: 'Der Job ist eingerichtet.',
  noJobs: 'Es gibt keine Jobs.',
  tooOften: schedule =>
    `„${schedule}“ wäre tausende Male am Tag: Jedes Mal wird es dir gesagt, und ein echtes Modell kostet jedes Mal einen Aufruf. Eingerichtet ist nichts. Öfter als einmal in der Minute richte ich nichts ein: Sag es mit „jede Minute“. Wenn du es so meinst: \`straylight jobs add\` nimmt es.`,
  cancelWhich: names =>
    `Welchen? Noch ist nichts beendet. Sag ${names.map(name => `„lösche den Job ${name}“`).join(' oder ')}.`,
  cancelAll: names =>
    `Das beendet ${names.length} Jobs: ${names.join(', ')}. Noch ist nichts beendet, und was ich mir gemerkt habe, bleibt. Sag „ja“, dann sind es alle.`,
  noSuchJob: what =>
    `Um „${what}“ geht es in keiner Erinnerung und keinem Job: Was nur für ein Mal war, ist weg, sobald es gelaufen ist. „welche Jobs gibt es?“ nennt, was gesetzt ist.`,
  updating:
    'Halte mich an (`straylight stop`), führe im Ordner des Programms `git pull && npm ci` aus und starte mich wieder. CHANGELOG.md sagt, was sich ändert; vorher entsteht eine Kopie der Datenbank. Der ganze Weg: docs/updating-and-removing.md.',
  removing:
    'Halte mich an (`straylight stop`), dann lösche den Datenordner (~/.straylight, wenn kein anderer gewählt ist) und den Ordner des Programms. Dienste, Schlüssel und Sandbox: docs/updating-and-removing.md zählt sie auf.',
  stopping:
    '`/exit` oder Strg-D verlässt das Gespräch. Mich beendet Strg-C (zweimal), wo ich gestartet wurde, `straylight stop` von anderswo und als Dienst `systemctl --user stop straylight`. Unfertige Arbeit geht beim nächsten Start weiter.',
  somethingWaits: waiting =>
    `Auf deine Freigabe wartet: ${waiting.join('; ')}. /approvals zeigt es und alles, was sonst wartet, auf der Kommandozeile \`straylight approvals\`.`,
  nothingWaits:
    'In diesem Gespräch wartet kein Aufruf auf dich. /approvals zeigt, was in anderen wartet, /status alles Übrige.',
  seeApprovals: '/approvals zeigt die Karten der Freigaben, auf der Kommandozeile `straylight approvals`.',
  beyond:
    'Das kann ich nicht: Ich bestehe aus Regeln, weiß nur, was man mir gesagt hat, und schreibe nichts Eigenes. Ein echtes Modell kann es. Eine Seite im Netz lese ich, wenn du sie nennst: „hole https://example.com“.',
  moveWhen:
    'Auf wann? Sag es so: „verschieb die Erinnerung auf 10:30“, oder „… auf morgen um 9“. Noch ist nichts geändert.',
  moveRepeated: name =>
    `Der Job ${name} läuft immer wieder, sag also das Ganze: „verschieb den Job ${name} auf jeden Montag um 9“. Noch ist nichts geändert.`,
  moveWhich: (names, when) =>
    `Welchen? Noch ist nichts verschoben. Sag ${names.map(name => `„verschieb den Job ${name} auf ${when}“`).join(' oder ')}.`,
  byZero: 'Durch 0 lässt sich nicht teilen.',
  costsNothing: 'Ich bestehe aus Regeln und koste nichts.',
  nothingToUndo:
    'In diesem Gespräch habe ich nichts getan, das sich rückgängig machen ließe. /undo zeigt, was alle Runden im Arbeitsordner geändert haben (auf der Kommandozeile `straylight undo`).',
  undoOlder: what =>
    `Was ich zuletzt getan habe, ist einige Nachrichten her: ${what}. Soll ich das rückgängig machen? Sag „ja“. Geändert ist nichts.`,
  undoWaiting:
    'Das ist noch nicht geschehen, also gibt es nichts rückgängig zu machen: Lehne es auf seiner Karte ab. /approvals zeigt sie.',
  undoCannot:
    'Das lässt sich nicht rückgängig machen: Was verschickt, vergessen oder beendet ist, bleibt so. Geändert ist nichts.',
  undoMove: name =>
    `Wann das vorher war, weiß ich nicht. Sag es: „verschieb den Job ${name} auf morgen um 9“. Geändert ist nichts.`,
  undoCorrection:
    'Was das ersetzt hat, weiß ich nicht mehr. Sag, was stimmt, etwa „eigentlich ist meine Schuhgröße 44“.',
  undoing:
    'Was Runden im Arbeitsordner geändert haben, lässt sich zurückholen: /undo zeigt sie, /undo N eine davon, und /undo N ja stellt sie wieder her (auf der Kommandozeile `straylight undo`). Eine Nachricht oder Anfrage, die hinausging, bleibt draußen.',
  places:
    'Dateien, die ich schreibe, liegen in `workspace`, einem Ordner im Datenordner (~/.straylight, wenn kein anderer gewählt ist; `straylight status` sagt, welcher). Daneben liegen die Einstellungen (`config.toml`), die Datenbank (`straylight.db`, mit allen Erinnerungen), Schlüssel und die Protokolle (`logs/straylight.jsonl`).',
  saved: text => `Gespeichert: „${text}“.`,
  savedPending: text =>
    `„${text}“ ist vorgemerkt: Die Worte stammen vielleicht aus Ungeprüftem. Bestätige es mit /memory pending, oder sag es in einer eigenen Nachricht.`,
  savedBeside: text =>
    `Gespeichert: „${text}“. Welche Erinnerung es berichtigt, weiß ich nicht; sag „vergiss, dass …“ mit dem, was nicht mehr stimmt.`,
  corrected: (text, old) => `Berichtigt: „${text}“.${old === '' ? '' : ` Das ersetzt „${old}“.`}`,
  correctWhat:
    'Was wird damit berichtigt? Sag den ganzen Satz, etwa „nein, die Rahmennummer meines Fahrrads ist 4412“. Geändert ist nichts.',
  correctWhich: (content, facts) =>
    `„${content}“ kann mehr als eine Erinnerung berichtigen, noch ist nichts geändert:\n${numbered(facts.map(fact => `„${fact}“`))}\nWelche davon soll es ersetzen? Eine Nummer, oder „keine“, dann bleiben alle und dies kommt dazu.`,
  valueWhich: (value, facts) =>
    `Was „${value}“ berichtigt, ist mir nicht klar, noch ist nichts geändert:\n${numbered(facts.map(fact => `„${fact}“`))}\nWohin gehört es? Eine Nummer, oder „keine“.`,
  keptAsIs: 'In Ordnung. Geändert ist nichts.',
  knownSo: fact => `So steht es schon in meinem Gedächtnis: „${fact}“.`,
  forgotten: 'Vergessen. Die Nachrichten, in denen es stand, werden nach dieser Antwort geschwärzt.',
  notForgotten:
    'Nicht vergessen: Der Wunsch stammt vielleicht aus Ungeprüftem. Sag es in einer eigenen Nachricht, oder tu es auf der Seite unter Gedächtnis oder mit `straylight memory forget`.',
  forgottenWords:
    'Vergessen. Die Erinnerungen und Nachrichten, in denen es stand, werden nach dieser Antwort geschwärzt.',
  forgetWhat: 'Was soll ich vergessen?',
  forgetWhich: facts =>
    `Noch habe ich nichts vergessen; mehrere Erinnerungen können gemeint sein:\n${numbered(facts.map(fact => `„${fact}“`))}\nWelche davon soll ich vergessen? Zum Beispiel „2“, „1 und 2“, „alle“ oder „keine“.`,
  forgottenSeveral: many =>
    `Vergessen: ${many} Erinnerungen. Die Nachrichten, in denen sie standen, werden nach dieser Antwort geschwärzt.`,
  keptAll: 'In Ordnung. Vergessen ist nichts.',
  whichUnclear: question => `Welche davon du meinst, ist mir nicht klar. ${question}`,
  putBefore: question =>
    `Seit meiner Frage ging es um anderes, auf dein „ja“ hin habe ich darum nichts getan. Wenn du dies noch meinst: ${question}`,
  nothingOpen: 'Ich hatte nichts gefragt, das auf ein Ja wartet, und habe darum nichts getan. Sag, was ich tun soll.',
  nothingOffered: 'Es steht nichts zur Wahl, darum habe ich nichts getan. Sag in einem ganzen Satz, was ich tun soll.',
  doneSoFar: deeds =>
    `${deeds.length === 0 ? 'In diesem Gespräch habe ich bisher nichts verändert.' : `In diesem Gespräch getan:\n${numbered(deeds)}`}\nWas in allen Gesprächen geschah, und wann: \`straylight audit list\` auf der Kommandozeile.`,
  noCommand: 'In diesem Gespräch lief kein Befehl.',
  nothingToRepeat: 'Es gibt noch nichts, was ich noch einmal tun könnte.',
  sayInFull: 'Das tue ich nicht von selbst ein zweites Mal. Willst du es noch einmal, dann sag den ganzen Satz.',
  whichZone: name =>
    `Zeitzonen namens „${name}“ gibt es mehrere oder keine. Sag sie mit ihrem Ort, etwa „morgen um 9 Uhr Asia/Kolkata“. Eingerichtet ist noch nichts.`,
  sameReminder:
    'Für diese Zeit ist sie schon gesetzt, eine zweite setze ich nicht. Ein anderer Tag: „und am Sonntag um 9“.',
  forgetThis: fact => `Meinst du „${fact}“? Sag „ja“, und es ist vergessen.`,
  forgetAll:
    'Noch ist nichts vergessen: Auf ein Wort im Chat hin tue ich das nicht. `straylight memory forget --all` (in einem Terminal) vergisst alle Erinnerungen, auch vorgemerkte und abgelegte, und leert die Nachrichten, in denen sie standen; es sagt vorher, wie viele es sind, und fragt. Dateien, Jobs, Ziele und Werkzeuge bleiben. „vergiss, dass …“ vergisst eines. Meinst du die gesetzten Erinnerungen: „beende alle Jobs“.',
  nothingToForget: 'Dazu habe ich in meinem Gedächtnis nichts gefunden, es gibt also nichts zu vergessen.',
  onlySaid: words =>
    `Gemerkt habe ich mir das nicht. Es wurde nur in einem Gespräch gesagt; /memory forget "${words}" nimmt es aus allen Nachrichten, sobald du zustimmst (auf der Kommandozeile \`straylight memory forget --words "${words}"\`).`,
  ran: (command, output) =>
    output === '' ? `\`${command}\` ist zu Ende und hat nichts ausgegeben.` : `\`${command}\` ergab:\n${output}`,
  answered: text => `Deine Antwort: „${text}“.`,
  didIt: (tool, text) => `${tool} hat geantwortet${text}`,
  memory: facts => `Mein Gedächtnis sagt: ${facts.map(fact => `„${fact}“`).join('. Außerdem: ')}.`,
  nearest: facts =>
    `Nichts in meinem Gedächtnis beantwortet das klar. Am nächsten kommt: ${facts.map(fact => `„${fact}“`).join(', ')}.`,
  said: lines => `Gespeichert habe ich es nicht, aber du hast gesagt: ${lines.join(' und ')}.`,
  listed: facts => `In meinem Gedächtnis:\n${facts.map(fact => `- „${fact}“`).join('\n')}`,
  nothing: 'Dazu habe ich in meinem Gedächtnis nichts gefunden, und ich weiß nur, was man mir gesagt hat.',
  latest: facts => `Zuletzt wurde mir gesagt: ${facts.map(fact => `„${fact}“`).join(', ')}.`,
  empty: 'Mein Gedächtnis ist noch leer. Erzähl mir etwas: „merke dir, dass …“.',
  retract: 'Ich nehme das zurück: Dass es in dieser Anfrage geschehen ist, steht nirgends.',
  late: (tool, outcome, intent, text) => {
    const what = intent === '' ? `Ein wartender Aufruf (${tool}) ist fertig: ${outcome}` : intent;
    const how = intent === '' ? '' : `${lateHeads.de[outcome] ?? `Fertig (${outcome})`}: `;
    return `${how}${what.replace(/\.$/, '')}.${text === '' ? '' : `\n${text}`}`;
  },
  typedYes: waiting =>
    `Dein Wort hat nichts entschieden: Eine Freigabe wird auf ihrer Karte beantwortet, nicht mit Worten. Es wartet: ${waiting.join('; ')}. /approvals zeigt es, auf der Kommandozeile \`straylight approvals\` mit den Befehlen, die es beantworten.`,
  notRepeated: what =>
    `Ich habe das nicht wiederholt: ${what}. Sieh nach, ob es geschehen ist, und bitte noch einmal darum, wenn du es willst.`,
  lateUnknown:
    'Straylight wurde dabei unterbrochen, darum weiß niemand, ob es geschehen ist. Es wurde nicht wiederholt: sieh nach, und bitte noch einmal darum, wenn du es willst.',
  calls: {
    memory_save: of => `„${of}“ speichern`,
    memory_search: of => `die Suche im Gedächtnis nach „${of}“`,
    memory_update: of => `eine Erinnerung berichtigen: „${of}“`,
    memory_forget: () => 'eine Erinnerung vergessen',
    forget_words: () => 'alle Erinnerungen und Nachrichten mit diesen Worten vergessen',
    undo_turn: () => 'die letzte Änderung im Arbeitsordner rückgängig machen',
    agent_status: () => 'das nachsehen',
    schedule_job: of => `einen Job einrichten: „${of}“`,
    update_job: of => `den Job „${of}“ ändern`,
    cancel_job: of => `den Job „${of}“ beenden`,
    execute_command: of => `der Befehl \`${of}\``,
    ask_owner: of => `die Frage „${of}“`,
    create_tool: of => `das Werkzeug „${of}“ machen`,
    delete_tool: of => `das Werkzeug „${of}“ löschen`,
    revert_tool: of => `das Werkzeug „${of}“ zurücksetzen`,
    show_tool: of => `das Werkzeug „${of}“ zeigen`,
    read_file: of => `die Datei „${of}“ lesen`,
    write_file: of => `die Datei „${of}“ schreiben`,
    edit_file: of => `die Datei „${of}“ ändern`,
    list_files: () => 'die Liste der Dateien',
    search_files: of => `die Suche in den Dateien nach „${of}“`,
    send_file: of => `die Datei „${of}“ schicken`,
    run_plan: () => 'den Plan ausführen',
    web_fetch: of => `${of} lesen`,
    web_search: of => `die Suche im Web nach „${of}“`,
    web_request: of => `die Anfrage an ${of}`,
  },
  otherCall: tool => `das Werkzeug ${tool}`,
  ended: {
    done: what => `Erledigt: ${what}.`,
    failed: (what, text) => `Das ging nicht: ${what}. ${text}`,
    pending: what => `Wartet auf deine Freigabe: ${what}. Es ist noch nicht geschehen; das Ergebnis folgt.`,
    denied: (what, text) => `Abgelehnt, also nicht geschehen: ${what}.${text}`,
    expired: what => `Nicht geschehen, weil niemand rechtzeitig geantwortet hat: ${what}.`,
    undelivered: what => `Nicht geschehen, weil dir die Freigabe nicht zugestellt werden konnte: ${what}.`,
    refused: (what, text) => `Nicht erlaubt, also nicht geschehen: ${what}. ${text}`,
    cancelled: what => `Vor dem Ende abgebrochen: ${what}.`,
    unknown: (what, text) =>
      `Niemand weiß, ob es geschehen ist: ${what}. Bitte sieh nach und sag mir, was zu tun ist. ${text}`,
  },
};

/** The sentences of one language. */
export function rehearsalTexts(language: Language): typeof en & ReturnType<typeof workTexts> {
  const spoken = language === 'de' ? de : en;
  return { ...spoken, ...workTexts(language) };
}
