/** What the Telegram channel itself says to the owner, in one table; text in Markdown only where noted. */
import type { CardEnd, Risk } from '../../../domain/approvals/card.ts';
import type { Missing } from './incoming/files.ts';

export type TelegramLanguage = 'en' | 'de';

export interface TelegramTexts {
  readonly emptyReply: string;
  readonly possibleRepeat: string;
  readonly waitedSince: (instant: string) => string;
  readonly asFile: (characters: string) => string;
  readonly unknownCommand: (name: string) => string;
  readonly editedCommand: string;
  readonly stopped: string;
  readonly nothingToStop: string;
  /** Markdown. */
  readonly help: string;
  readonly commands: Readonly<
    Record<
      | 'help'
      | 'status'
      | 'approvals'
      | 'actors'
      | 'new'
      | 'sessions'
      | 'tools'
      | 'budget'
      | 'undo'
      | 'sandbox'
      | 'reset'
      | 'stop',
      string
    >
  >;
  /** The names of what a message can be, for `notTaken`. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly notTaken: (kind: string) => string;
  /** Why a file could not be taken, as the end of a sentence. */
  readonly fileMissing: Readonly<Record<Missing, string>>;
  /** For the model, beside the owner's words; so without the name, which is outside text. */
  readonly withoutFile: (why: string) => string;
  /** For the owner. */
  readonly fileNotTaken: (name: string, why: string) => string;
  readonly refused: (why: string) => string;
  /** What became of the bot's place in a chat. */
  readonly membership: {
    readonly added: (title: string, chat: number, by: number, isLeft: boolean) => string;
    readonly blocked: (user: number) => string;
    readonly unblocked: (user: number) => string;
  };
  /** What became of a message that should not stand in the chat. */
  readonly deletedHere: string;
  readonly deleteYourself: string;
  readonly card: {
    readonly question: string;
    readonly replaces: string;
    readonly risk: string;
    readonly risks: Readonly<Record<Risk, string>>;
    readonly why: string;
    readonly more: (count: number) => string;
    readonly tool: string;
    readonly session: string;
    readonly cut: (characters: string) => string;
    readonly until: string;
    readonly noDeadline: string;
    /** The word a yes has to name is this one. */
    readonly word: string;
    readonly approve: string;
    readonly deny: string;
    readonly denyWhy: string;
    readonly info: string;
    /** The second tap; it names what a yes brings about. */
    readonly yes: (what: string) => string;
    readonly back: string;
    readonly undo: string;
    readonly outcomes: Readonly<Record<CardEnd, string>>;
    readonly by: (who: string) => string;
  };
  readonly answers: {
    readonly granted: string;
    readonly undone: string;
    readonly denied: string;
    readonly changed: string;
    readonly over: string;
    readonly tooOld: string;
    readonly unknownButton: string;
    /** Granted, and to be taken back for so many seconds. */
    readonly grantedFor: (seconds: number) => string;
    readonly sure: string;
    readonly words: (word: string) => string;
    readonly wrongWord: string;
    readonly notShown: string;
    readonly stranger: string;
    readonly group: string;
    readonly copy: string;
  };
  /** "Deny and say why": a question that is answered by a reply to it. */
  readonly reason: {
    readonly question: (intent: string) => string;
    readonly how: string;
    readonly placeholder: string;
    readonly taken: string;
    readonly onlyWords: string;
    readonly edited: string;
    /** Stands after an answer that took no decision. */
    readonly nowhere: string;
  };
  /** `/approvals`. */
  readonly waiting: {
    readonly none: string;
    readonly some: (count: number) => string;
    readonly show: (key: string) => string;
    readonly more: (count: number) => string;
    readonly together: (count: number, tool: string) => string;
    readonly standing: string;
    readonly used: (used: number, most: number) => string;
    readonly revoke: (id: string) => string;
    readonly revoked: string;
    readonly notRevoked: string;
  };
  /** Several harmless questions that are alike, on one card. */
  readonly batch: {
    readonly question: (count: number, tool: string) => string;
    readonly approve: (count: number) => string;
    readonly deny: (count: number) => string;
    readonly done: (granted: number, denied: number) => string;
    /** For each that ended otherwise. */
    readonly other: (key: string, why: string) => string;
    readonly changed: string;
  };
}

export const telegramTexts: Readonly<Record<TelegramLanguage, TelegramTexts>> = {
  en: {
    emptyReply: '(The reply has no text.)',
    possibleRepeat: 'This may be a duplicate: an earlier attempt got no answer.',
    waitedSince: instant => `Waited since ${instant}.`,
    asFile: characters => `The reply is too long for messages (${characters} characters), so here it is as a file.`,
    unknownCommand: name => `Unknown command /${name}. /help lists what there is.`,
    editedCommand: 'An edited command is not run. Send it again as a new message.',
    stopped: 'Stopped.',
    nothingToStop: 'Nothing was running here.',
    help: [
      'Write what you want done, or send a picture or a document. Each topic is a conversation of its own.',
      '',
      '/status: how things are',
      '/approvals: what waits for your yes',
      '/tools: the tools I have made, /tools NAME one of them',
      '/budget: what was spent today, and what may be',
      '/undo: what I changed in the workspace; /undo N shows it, /undo N yes brings it back',
      '/sandbox: where commands run, /reset makes it anew',
      '/new: begin a new conversation; this one is kept',
      '/sessions: the conversations of this chat, /session N goes to one of them',
      '/actors: what is not at rest, /actor NAME one of them',
      '/stop: end what is running in this conversation',
      '/help: this list',
      '',
      'Edit a message to correct it. What needs your consent comes as a card with buttons.',
    ].join('\n'),
    commands: {
      help: 'What I understand',
      status: 'How things are',
      approvals: 'What waits for your yes',
      actors: 'What is not at rest, and what can be done about it',
      new: 'Begin a new conversation',
      sessions: 'The conversations of this chat',
      tools: 'The tools I have made',
      budget: 'What was spent today, and what may be',
      undo: 'What I changed in the workspace, and bringing it back',
      sandbox: 'Where commands run',
      reset: 'Make the sandbox anew',
      stop: 'End what is running here',
    },
    kinds: {
      voice: 'voice messages',
      audio: 'audio files',
      video: 'videos',
      video_note: 'video messages',
      sticker: 'stickers',
      animation: 'animations',
      contact: 'contacts',
      location: 'locations',
      venue: 'places',
      poll: 'polls',
      dice: 'dice',
      game: 'games',
      story: 'stories',
      checklist: 'checklists',
      paid_media: 'paid media',
      rich_message: 'rich messages',
    },
    notTaken: kind => `I cannot take ${kind} yet, so nothing of it was read. Text, pictures and documents work.`,
    fileMissing: {
      tooLarge: 'it is larger than 20 MB, and Telegram hands bots nothing larger',
      notHandedOut: 'Telegram did not hand it out',
      notKept: 'it could not be written into the workspace',
    },
    withoutFile: why => `[A file came with this message, but it is not here: ${why}.]`,
    fileNotTaken: (name, why) =>
      `I could not take \`${name.replaceAll('`', "'")}\`: ${why}. The words of your message have arrived.`,
    membership: {
      added: (title, chat, by, isLeft) =>
        `The Telegram account ${by} added me to ${title} (${chat}). I answer in no group; ${isLeft ? 'I have left it' : 'I could not leave it, so remove me there'}. Other groups of today stand in the log.`,
      blocked: user =>
        `The Telegram account ${user} has blocked me: messages to it wait until it unblocks me. If that was not you, look at the devices of your account.`,
      unblocked: user => `The Telegram account ${user} has unblocked me: what waited for it follows.`,
    },
    refused: why => `Not taken: ${why}`,
    deletedHere: 'I have deleted it from this chat.',
    deleteYourself: 'I could not delete it here, so please delete the message yourself.',
    card: {
      question: 'May I?',
      replaces: 'This card replaces an earlier one, which no longer counts.',
      risk: 'Risk',
      risks: { low: 'low', medium: 'medium', high: 'high', irreversible: 'cannot be undone' },
      why: 'Why you are asked',
      more: count => `… and ${count} more`,
      tool: 'Tool',
      session: 'Session',
      cut: characters => `… ${characters} characters in the middle are not shown here; Info shows all of it …`,
      until: 'Until',
      noDeadline: 'No deadline.',
      word: 'A yes has to name this word',
      approve: 'Approve',
      deny: 'Deny',
      denyWhy: 'Deny and say why',
      info: 'Info',
      yes: what => `Yes: ${what}`,
      back: 'Back',
      undo: 'Undo',
      outcomes: {
        granted: 'Approved',
        denied: 'Denied',
        undone: 'Taken back before it began',
        expired: 'Expired without an answer, so it does not run',
        undelivered: 'Could not be put to you, so it does not run',
        cancelled: 'No longer needed',
        replaced: 'Replaced by a newer card; use that one',
      },
      by: who => ` by ${who}`,
    },
    answers: {
      granted: 'Approved.',
      undone: 'Taken back. Nothing was run.',
      denied: 'Denied.',
      changed: 'Nothing was decided: what would run is no longer what this card shows. Use the newest card.',
      over: 'This question is no longer open.',
      tooOld: 'Nothing was decided: this card is too old to be checked. Use the newest card.',
      unknownButton: 'This button is not known any more.',
      grantedFor: seconds => `Approved. It begins in ${seconds} s; until then Undo takes it back.`,
      sure: 'Nothing is decided yet: the button now says what a yes does.',
      words: word => `Nothing is decided yet: choose the word “${word}”, as the card says.`,
      wrongWord: 'That is not the word on the card. Nothing was decided.',
      notShown: 'Nothing was decided: Telegram did not take the new buttons. Tap again.',
      stranger: 'This is not your agent. Nothing was decided.',
      group: 'Nothing was decided: cards count only in your private chat with me.',
      copy: 'Nothing was decided: this is a copy of a card. Use the card itself.',
    },
    reason: {
      question: intent => `Why not? ${intent}`,
      how: 'Reply to this message: it denies, and your words are the reason. Without a reply nothing is decided by this, and the buttons of the card stay.',
      placeholder: 'Why not?',
      taken: 'Denied, and your reason was passed on.',
      onlyWords: 'Nothing was decided: a reason is words. Reply once more, or tap Deny.',
      edited: 'An edited reason changes nothing.',
      nowhere: 'Your words were not passed on; send them as a message if they are meant for me.',
    },
    waiting: {
      none: 'Nothing waits for your yes.',
      some: count => (count === 1 ? 'One question waits for you:' : `${count} questions wait for you:`),
      show: key => `Show ${key}`,
      more: count => `… and ${count} more`,
      together: (count, tool) => `Answer ${count} × ${tool} together`,
      standing: 'What you have allowed ahead:',
      used: (used, most) => `used ${used} of ${most} times`,
      revoke: id => `Revoke ${id}`,
      revoked: 'Revoked. From now on you are asked again.',
      notRevoked: 'There was nothing to revoke: it is over already.',
    },
    batch: {
      question: (count, tool) => `May I, ${count} times? All of low risk, all with ${tool}.`,
      approve: count => `Approve all ${count}`,
      deny: count => `Deny all ${count}`,
      done: (granted, denied) => `${granted} approved, ${denied} denied.`,
      other: (key, why) => `${key}: ${why}`,
      changed: 'Nothing was decided: one of these has changed or is answered already. /approvals lists what waits.',
    },
  },
  de: {
    emptyReply: '(Die Antwort hat keinen Text.)',
    possibleRepeat: 'Vielleicht doppelt: Ein früherer Versuch blieb ohne Antwort.',
    waitedSince: instant => `Wartet seit ${instant}.`,
    asFile: characters => `Die Antwort ist zu lang für Nachrichten (${characters} Zeichen), darum kommt sie als Datei.`,
    unknownCommand: name => `Unbekannter Befehl /${name}. /help zeigt, was es gibt.`,
    editedCommand: 'Ein bearbeiteter Befehl wird nicht ausgeführt. Bitte als neue Nachricht senden.',
    stopped: 'Angehalten.',
    nothingToStop: 'Hier lief nichts.',
    help: [
      'Schreib, was getan werden soll, oder schick ein Bild oder ein Dokument. Jedes Thema ist ein eigenes Gespräch.',
      '',
      '/status: wie es steht',
      '/approvals: was auf dein Ja wartet',
      '/tools: die Werkzeuge, die ich gebaut habe, /tools NAME eines davon',
      '/budget: was heute verbraucht wurde, und was darf',
      '/undo: was ich im Arbeitsordner geändert habe; /undo N zeigt es, /undo N yes holt es zurück',
      '/sandbox: wo Befehle laufen, /reset richtet das neu ein',
      '/new: ein neues Gespräch beginnen; dieses bleibt erhalten',
      '/sessions: die Gespräche dieses Chats, /session N wechselt in eines davon',
      '/actors: was nicht ruht, /actor NAME einen davon',
      '/stop: beendet, was in diesem Gespräch läuft',
      '/help: diese Liste',
      '',
      'Eine Nachricht lässt sich durch Bearbeiten berichtigen. Was deine Zustimmung braucht, kommt als Karte mit Knöpfen.',
    ].join('\n'),
    commands: {
      help: 'Was ich verstehe',
      status: 'Wie es steht',
      approvals: 'Was auf dein Ja wartet',
      actors: 'Was nicht ruht, und was sich tun lässt',
      new: 'Ein neues Gespräch beginnen',
      sessions: 'Die Gespräche dieses Chats',
      tools: 'Die Werkzeuge, die ich gebaut habe',
      budget: 'Was heute verbraucht wurde, und was darf',
      undo: 'Was ich im Arbeitsordner geändert habe, und es zurückholen',
      sandbox: 'Wo Befehle laufen',
      reset: 'Die Sandbox neu einrichten',
      stop: 'Beendet, was hier läuft',
    },
    kinds: {
      voice: 'Sprachnachrichten',
      audio: 'Audiodateien',
      video: 'Videos',
      video_note: 'Videonachrichten',
      sticker: 'Sticker',
      animation: 'Animationen',
      contact: 'Kontakte',
      location: 'Standorte',
      venue: 'Orte',
      poll: 'Umfragen',
      dice: 'Würfel',
      game: 'Spiele',
      story: 'Storys',
      checklist: 'Checklisten',
      paid_media: 'bezahlte Medien',
      rich_message: 'gestaltete Nachrichten',
    },
    notTaken: kind =>
      `Ich kann ${kind} noch nicht annehmen; nichts davon wurde gelesen. Text, Bilder und Dokumente gehen.`,
    fileMissing: {
      tooLarge: 'sie ist größer als 20 MB, und Größeres gibt Telegram Bots nicht heraus',
      notHandedOut: 'Telegram hat sie nicht herausgegeben',
      notKept: 'sie ließ sich nicht in den Arbeitsordner schreiben',
    },
    withoutFile: why => `[Zu dieser Nachricht gehörte eine Datei, sie ist nicht hier: ${why}.]`,
    fileNotTaken: (name, why) =>
      `Die Datei \`${name.replaceAll('`', "'")}\` konnte ich nicht annehmen: ${why}. Die Worte deiner Nachricht sind da.`,
    membership: {
      added: (title, chat, by, isLeft) =>
        `Das Telegram-Konto ${by} hat mich zu ${title} (${chat}) hinzugefügt. Ich antworte in keiner Gruppe; ${isLeft ? 'ich habe sie verlassen' : 'ich konnte sie nicht verlassen, entferne mich dort'}. Weitere Gruppen von heute stehen im Protokoll.`,
      blocked: user =>
        `Das Telegram-Konto ${user} hat mich blockiert: Nachrichten dorthin warten, bis es mich freigibt. Wenn du das nicht warst, sieh die Geräte deines Kontos durch.`,
      unblocked: user => `Das Telegram-Konto ${user} hat mich freigegeben: Was dafür gewartet hat, folgt.`,
    },
    refused: why => `Nicht angenommen: ${why}`,
    deletedHere: 'Aus diesem Chat habe ich sie gelöscht.',
    deleteYourself: 'Hier konnte ich sie nicht löschen, bitte lösche die Nachricht selbst.',
    card: {
      question: 'Darf ich?',
      replaces: 'Diese Karte ersetzt eine frühere, die nicht mehr gilt.',
      risk: 'Risiko',
      risks: { low: 'niedrig', medium: 'mittel', high: 'hoch', irreversible: 'nicht rückgängig zu machen' },
      why: 'Warum ich frage',
      more: count => `… und ${count} weitere`,
      tool: 'Werkzeug',
      session: 'Gespräch',
      cut: characters => `… ${characters} Zeichen in der Mitte fehlen hier; Info zeigt alles …`,
      until: 'Bis',
      noDeadline: 'Ohne Frist.',
      word: 'Ein Ja muss dieses Wort nennen',
      approve: 'Erlauben',
      deny: 'Ablehnen',
      denyWhy: 'Ablehnen und sagen, warum',
      info: 'Info',
      yes: what => `Ja: ${what}`,
      back: 'Zurück',
      undo: 'Zurücknehmen',
      outcomes: {
        granted: 'Erlaubt',
        denied: 'Abgelehnt',
        undone: 'Zurückgenommen, bevor es begann',
        expired: 'Ohne Antwort abgelaufen, läuft also nicht',
        undelivered: 'Konnte nicht vorgelegt werden, läuft also nicht',
        cancelled: 'Nicht mehr nötig',
        replaced: 'Durch eine neuere Karte ersetzt; bitte diese nehmen',
      },
      by: who => ` von ${who}`,
    },
    answers: {
      granted: 'Erlaubt.',
      undone: 'Zurückgenommen. Nichts wurde ausgeführt.',
      denied: 'Abgelehnt.',
      changed:
        'Nichts entschieden: Was laufen würde, ist nicht mehr das auf dieser Karte. Bitte die neueste Karte nehmen.',
      over: 'Diese Frage ist nicht mehr offen.',
      tooOld: 'Nichts entschieden: Diese Karte ist zu alt, um sie zu prüfen. Bitte die neueste Karte nehmen.',
      unknownButton: 'Dieser Knopf ist nicht mehr bekannt.',
      grantedFor: seconds => `Erlaubt. Es beginnt in ${seconds} s; bis dahin lässt es sich zurücknehmen.`,
      sure: 'Noch ist nichts entschieden: Der Knopf sagt jetzt, was ein Ja bewirkt.',
      words: word => `Noch ist nichts entschieden: Wähle das Wort „${word}“, wie es auf der Karte steht.`,
      wrongWord: 'Das ist nicht das Wort auf der Karte. Nichts entschieden.',
      notShown: 'Nichts entschieden: Telegram hat die neuen Knöpfe nicht angenommen. Bitte noch einmal tippen.',
      stranger: 'Das ist nicht dein Agent. Nichts entschieden.',
      group: 'Nichts entschieden: Karten gelten nur in deinem privaten Chat mit mir.',
      copy: 'Nichts entschieden: Das ist die Kopie einer Karte. Bitte die Karte selbst nehmen.',
    },
    reason: {
      question: intent => `Warum nicht? ${intent}`,
      how: 'Antworte auf diese Nachricht: Das lehnt ab, und deine Worte sind der Grund. Ohne Antwort entscheidet sie nichts, und die Knöpfe der Karte bleiben.',
      placeholder: 'Warum nicht?',
      taken: 'Abgelehnt, und dein Grund ist weitergegeben.',
      onlyWords: 'Nichts entschieden: Ein Grund besteht aus Worten. Antworte noch einmal, oder tippe auf Ablehnen.',
      edited: 'Ein bearbeiteter Grund ändert nichts.',
      nowhere: 'Deine Worte wurden nicht weitergegeben; schick sie als Nachricht, wenn sie für mich sind.',
    },
    waiting: {
      none: 'Nichts wartet auf dein Ja.',
      some: count => (count === 1 ? 'Eine Frage wartet auf dich:' : `${count} Fragen warten auf dich:`),
      show: key => `${key} zeigen`,
      more: count => `… und ${count} weitere`,
      together: (count, tool) => `${count} × ${tool} zusammen beantworten`,
      standing: 'Was du im Voraus erlaubt hast:',
      used: (used, most) => `${used} von ${most} Mal benutzt`,
      revoke: id => `${id} widerrufen`,
      revoked: 'Widerrufen. Ab jetzt wirst du wieder gefragt.',
      notRevoked: 'Es gab nichts zu widerrufen: Es ist schon vorbei.',
    },
    batch: {
      question: (count, tool) => `Darf ich, ${count} Mal? Alles mit niedrigem Risiko, alles mit ${tool}.`,
      approve: count => `Alle ${count} erlauben`,
      deny: count => `Alle ${count} ablehnen`,
      done: (granted, denied) => `${granted} erlaubt, ${denied} abgelehnt.`,
      other: (key, why) => `${key}: ${why}`,
      changed:
        'Nichts entschieden: Eines davon hat sich geändert oder ist schon beantwortet. /approvals zeigt, was wartet.',
    },
  },
};
