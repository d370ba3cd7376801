/** What the Telegram channel itself says to the owner, in one table; text in Markdown only where noted. */
import { catalog, type Language } from '../../../domain/text/catalog.ts';
import type { Missing } from './incoming/files.ts';

export interface TelegramTexts {
  readonly emptyReply: string;
  readonly possibleRepeat: string;
  readonly waitedSince: (instant: string) => string;
  readonly asFile: (characters: string) => string;
  /** `near`: the one that was probably meant. */
  readonly unknownCommand: (name: string, near: string | undefined) => string;
  readonly editedCommand: string;
  /** Something stood behind a command that takes nothing. */
  readonly takesNothing: (name: string) => string;
  readonly nothingToStop: string;
  /** What the first message of a chat is answered with, and the list of all commands. Markdown. */
  readonly welcome: string;
  /** `commands`: those that follow from operations, a line each. */
  readonly help: (commands: readonly string[]) => string;
  readonly commands: Readonly<Record<'help' | 'approvals' | 'local' | 'cloud' | 'stop', string>>;
  /** The names of what a message can be, for `notTaken`. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly notTaken: (kind: string) => string;
  /** Of voice messages and video messages. */
  readonly noSpeech: string;
  /** Why a file could not be taken, as the end of a sentence. */
  readonly fileMissing: Readonly<Record<Missing, string>>;
  /** For the model, beside the owner's words; so without the name, which is outside text. */
  readonly withoutFile: (why: string) => string;
  /** For the owner. */
  readonly fileNotTaken: (name: string, why: string, hasWords: boolean) => string;
  /** For the model, beside the words of a message whose content is not read. */
  readonly withoutKind: (kind: string) => string;
  /** The account is the owner's from now on. Markdown. */
  readonly paired: string;
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
  /** What comes back for a tap that decides nothing. */
  readonly taps: {
    readonly unknownButton: string;
    readonly notShown: string;
    readonly stranger: string;
    readonly group: string;
    readonly copy: string;
    /** A second tap is asked for, and the tap on the word. */
    readonly again: string;
    readonly word: (word: string) => string;
  };
}

export const telegramTexts: Readonly<Record<Language, TelegramTexts>> = catalog('adapters/channels/telegram/texts', {
  en: {
    emptyReply: '(The reply has no text.)',
    possibleRepeat: 'This may be a duplicate.',
    waitedSince: instant => `Delayed since ${instant}.`,
    asFile: characters => `The reply is too long for a message (${characters} characters). Here it is as a file.`,
    unknownCommand: (name, near) =>
      `Unknown command /${name}.${near === undefined ? '' : ` Did you mean /${near}?`} /help lists all commands.`,
    editedCommand: 'An edited command is not run. Send it again as a new message.',
    takesNothing: name => `Not done: nothing belongs behind /${name}. Send it alone.`,
    nothingToStop: 'Nothing was running here.',
    welcome: [
      'I am your agent. Write what you want done, for example:',
      '',
      '- remind me tomorrow at 8 to pay the rent',
      '- remember that my sister’s birthday is 4 May',
      '- or send a picture or a file, and ask about it',
      '',
      'Whatever needs your approval comes with buttons. /help lists the commands.',
    ].join('\n'),
    help: commands =>
      [
        'Write what you want done, or send pictures, files or a location. Each topic is a conversation of its own.',
        '',
        '/approvals: pending approvals',
        ...commands,
        '/local TEXT: only a model on your machine answers this message; /cloud TEXT: only a hosted one',
        '/stop: stops the running turn',
        '/help: this list',
        '',
        'Edit a message to correct it. I ask for approval with a card and buttons.',
      ].join('\n'),
    commands: {
      help: 'All commands',
      approvals: 'Pending approvals',
      local: 'A model on your machine answers: /local TEXT',
      cloud: 'A hosted model answers: /cloud TEXT',
      stop: 'Stop the running turn',
    },
    kinds: {
      voice: 'voice messages',
      video_note: 'video messages',
      poll: 'polls',
      dice: 'dice',
      game: 'games',
      story: 'stories',
      checklist: 'checklists',
      paid_media: 'paid media',
      rich_message: 'rich messages',
    },
    notTaken: kind => `I cannot read ${kind} yet. Send text, pictures, files or a location.`,
    noSpeech:
      'I cannot listen to voice messages or video messages yet. Write it, or dictate it: the microphone on the keyboard of your phone turns speech into text.',
    fileMissing: {
      tooLarge: 'it is larger than 20 MB, the limit of Telegram for bots',
      notHandedOut: 'Telegram did not provide it',
      notKept: 'it could not be saved in the workspace',
    },
    withoutFile: why => `[A file came with this message, but it is not here: ${why}.]`,
    fileNotTaken: (name, why, hasWords) =>
      `I did not get \`${name.replaceAll('`', "'")}\`: ${why}.${hasWords ? ' I did get the text of your message.' : ''}`,
    withoutKind: kind => `[Something came with this message that you cannot be shown: ${kind}.]`,
    membership: {
      added: (title, chat, by, isLeft) =>
        `The Telegram account ${by} added me to ${title} (${chat}). I do not work in groups. ${isLeft ? 'I left it' : 'I could not leave it; please remove me'}. The log lists any other groups of today.`,
      blocked: user =>
        `The Telegram account ${user} has blocked me. Messages to it wait until it unblocks me. If that was not you, check the devices of your account.`,
      unblocked: user => `The Telegram account ${user} has unblocked me. Its pending messages follow.`,
    },
    paired: 'This account is paired: I listen to it from now on. Write what you want done; /help lists the commands.',
    refused: why => `Not accepted: ${why}`,
    deletedHere: 'I deleted it from this chat.',
    deleteYourself: 'I could not delete it. Please delete the message yourself.',
    taps: {
      unknownButton: 'This button no longer works.',
      notShown: 'Not decided. Telegram did not show the new buttons. Tap again.',
      stranger: 'This is not your agent.',
      group: 'Not decided. Use the card in your private chat with me.',
      copy: 'Not decided. This is a copy. Use the original card.',
      again: 'Tap again to confirm.',
      word: word => `To confirm, tap the word “${word}”.`,
    },
  },
  de: {
    emptyReply: '(Die Antwort hat keinen Text.)',
    possibleRepeat: 'Diese Nachricht kommt vielleicht doppelt.',
    waitedSince: instant => `Verspätet, seit ${instant}.`,
    asFile: characters => `Die Antwort ist zu lang für eine Nachricht (${characters} Zeichen). Hier ist sie als Datei.`,
    unknownCommand: (name, near) =>
      `Unbekannter Befehl /${name}.${near === undefined ? '' : ` Meinst du /${near}?`} /help zeigt alle Befehle.`,
    editedCommand: 'Ein bearbeiteter Befehl wird nicht ausgeführt. Bitte als neue Nachricht senden.',
    takesNothing: name => `Nicht ausgeführt: Hinter /${name} gehört nichts. Schick es allein.`,
    nothingToStop: 'Hier lief nichts.',
    welcome: [
      'Ich bin dein Agent. Schreib, was getan werden soll, zum Beispiel:',
      '',
      '- erinnere mich morgen um 8 an die Miete',
      '- merk dir, dass meine Schwester am 4. Mai Geburtstag hat',
      '- oder schick ein Bild oder eine Datei und frag danach',
      '',
      'Was deine Freigabe braucht, kommt mit Knöpfen. /help zeigt alle Befehle.',
    ].join('\n'),
    help: commands =>
      [
        'Schreib, was getan werden soll, oder schick Bilder, Dateien oder einen Standort. Jedes Thema ist ein eigenes Gespräch.',
        '',
        '/approvals: offene Freigaben',
        ...commands,
        '/local TEXT: nur ein Modell auf deinem Rechner antwortet auf diese Nachricht; /cloud TEXT: nur ein gehostetes',
        '/stop: hält die laufende Runde an',
        '/help: diese Liste',
        '',
        'Bearbeite eine Nachricht, um sie zu berichtigen. Um Freigaben bitte ich mit einer Karte und Knöpfen.',
      ].join('\n'),
    commands: {
      help: 'Alle Befehle',
      approvals: 'Offene Freigaben',
      local: 'Ein lokales Modell antwortet: /local TEXT',
      cloud: 'Ein gehostetes Modell antwortet: /cloud TEXT',
      stop: 'Die laufende Runde anhalten',
    },
    kinds: {
      voice: 'Sprachnachrichten',
      video_note: 'Videonachrichten',
      poll: 'Umfragen',
      dice: 'Würfel',
      game: 'Spiele',
      story: 'Storys',
      checklist: 'Checklisten',
      paid_media: 'bezahlte Medien',
      rich_message: 'gestaltete Nachrichten',
    },
    notTaken: kind => `Ich kann ${kind} noch nicht lesen. Schick Text, Bilder, Dateien oder einen Standort.`,
    noSpeech:
      'Ich kann Sprach- und Videonachrichten noch nicht anhören. Schreib es, oder diktiere: das Mikrofon auf der Tastatur deines Telefons macht aus Sprache Text.',
    fileMissing: {
      tooLarge: 'sie ist größer als 20 MB, die Grenze von Telegram für Bots',
      notHandedOut: 'Telegram hat sie nicht bereitgestellt',
      notKept: 'sie ließ sich nicht im Arbeitsordner speichern',
    },
    withoutFile: why => `[Zu dieser Nachricht gehörte eine Datei, sie ist nicht hier: ${why}.]`,
    fileNotTaken: (name, why, hasWords) =>
      `Die Datei \`${name.replaceAll('`', "'")}\` ist nicht angekommen: ${why}.${hasWords ? ' Der Text deiner Nachricht ist da.' : ''}`,
    withoutKind: kind => `[Mit dieser Nachricht kam etwas, das du nicht sehen kannst: ${kind}.]`,
    membership: {
      added: (title, chat, by, isLeft) =>
        `Das Telegram-Konto ${by} hat mich zu ${title} (${chat}) hinzugefügt. Ich arbeite nicht in Gruppen. ${isLeft ? 'Ich habe sie verlassen' : 'Ich konnte sie nicht verlassen, bitte entferne mich'}. Weitere Gruppen von heute stehen im Protokoll.`,
      blocked: user =>
        `Das Telegram-Konto ${user} hat mich blockiert. Nachrichten dorthin warten, bis es mich freigibt. Wenn du das nicht warst, prüfe die Geräte deines Kontos.`,
      unblocked: user => `Das Telegram-Konto ${user} hat mich freigegeben. Die wartenden Nachrichten folgen.`,
    },
    paired:
      'Dieses Konto ist verbunden, ab jetzt höre ich darauf. Schreib, was getan werden soll; /help zeigt alle Befehle.',
    refused: why => `Nicht angenommen: ${why}`,
    deletedHere: 'Ich habe sie aus diesem Chat gelöscht.',
    deleteYourself: 'Ich konnte sie nicht löschen. Bitte lösche die Nachricht selbst.',
    taps: {
      unknownButton: 'Dieser Knopf funktioniert nicht mehr.',
      notShown: 'Nicht entschieden. Telegram hat die neuen Knöpfe nicht gezeigt. Bitte tippe noch einmal.',
      stranger: 'Das ist nicht dein Agent.',
      group: 'Nicht entschieden. Nimm die Karte in deinem privaten Chat mit mir.',
      copy: 'Nicht entschieden. Das ist eine Kopie. Bitte nimm die Karte selbst.',
      again: 'Tippe noch einmal, um zu bestätigen.',
      word: word => `Tippe auf das Wort „${word}“, um zu bestätigen.`,
    },
  },
});
