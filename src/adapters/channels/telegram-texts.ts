/** What the Telegram channel itself says to the owner, in one table; text in Markdown only where noted. */
import type { ApprovalOutcome, Risk } from '../../machines/domain/approval-card.ts';
import type { Missing } from './telegram-files.ts';

export type TelegramLanguage = 'en' | 'de';

export interface TelegramTexts {
  readonly emptyReply: string;
  readonly possibleRepeat: string;
  readonly asFile: (characters: string) => string;
  readonly unknownCommand: (name: string) => string;
  readonly editedCommand: string;
  readonly stopped: string;
  readonly nothingToStop: string;
  /** Markdown. */
  readonly help: string;
  readonly commands: Readonly<Record<'help' | 'status' | 'tools' | 'sandbox' | 'reset' | 'stop', string>>;
  /** The names of what a message can be, for `notTaken`. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly notTaken: (kind: string) => string;
  /** Why a file could not be taken, as the end of a sentence. */
  readonly fileMissing: Readonly<Record<Missing, string>>;
  /** For the model, beside the owner's words. */
  readonly withoutFile: (name: string, why: string) => string;
  /** For the owner. */
  readonly fileNotTaken: (name: string, why: string) => string;
  readonly refused: (why: string) => string;
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
    readonly approve: string;
    readonly deny: string;
    readonly info: string;
    readonly outcomes: Readonly<Record<ApprovalOutcome, string>>;
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
  };
}

export const telegramTexts: Readonly<Record<TelegramLanguage, TelegramTexts>> = {
  en: {
    emptyReply: '(The reply has no text.)',
    possibleRepeat: 'Possibly sent before: the last attempt got no answer.',
    asFile: characters => `The reply is too long for messages (${characters} characters), so here it is as a file.`,
    unknownCommand: name => `Unknown command /${name}. /help lists what there is.`,
    editedCommand: 'An edited command is not run. Send it again as a new message.',
    stopped: 'Stopped.',
    nothingToStop: 'Nothing was running here.',
    help: [
      'Write what you want done, or send a picture or a document. Each topic is a conversation of its own.',
      '',
      '/status: how things are',
      '/tools: the tools I have made, /tools NAME one of them',
      '/sandbox: where commands run, /reset makes it anew',
      '/stop: end what is running in this conversation',
      '/help: this list',
      '',
      'Edit a message to correct it. What needs your consent comes as a card with buttons.',
    ].join('\n'),
    commands: {
      help: 'What I understand',
      status: 'How things are',
      tools: 'The tools I have made',
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
    withoutFile: (name, why) =>
      `[The file ${JSON.stringify(name)} came with this message, but it is not here: ${why}.]`,
    fileNotTaken: (name, why) =>
      `I could not take \`${name.replaceAll('`', "'")}\`: ${why}. The words of your message have arrived.`,
    refused: why => `Not taken: ${why}`,
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
      approve: 'Approve',
      deny: 'Deny',
      info: 'Info',
      outcomes: {
        granted: 'Approved',
        denied: 'Denied',
        expired: 'Expired without an answer, so it does not run',
        undelivered: 'Could not be put to you, so it does not run',
        cancelled: 'No longer needed',
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
    },
  },
  de: {
    emptyReply: '(Die Antwort hat keinen Text.)',
    possibleRepeat: 'Vielleicht schon gesendet: Der letzte Versuch blieb ohne Antwort.',
    asFile: characters => `Die Antwort ist zu lang für Nachrichten (${characters} Zeichen), darum kommt sie als Datei.`,
    unknownCommand: name => `Unbekannter Befehl /${name}. /help zeigt, was es gibt.`,
    editedCommand: 'Ein bearbeiteter Befehl wird nicht ausgeführt. Bitte als neue Nachricht senden.',
    stopped: 'Angehalten.',
    nothingToStop: 'Hier lief nichts.',
    help: [
      'Schreib, was getan werden soll, oder schick ein Bild oder ein Dokument. Jedes Thema ist ein eigenes Gespräch.',
      '',
      '/status: wie es steht',
      '/tools: die Werkzeuge, die ich gebaut habe, /tools NAME eines davon',
      '/sandbox: wo Befehle laufen, /reset richtet das neu ein',
      '/stop: beendet, was in diesem Gespräch läuft',
      '/help: diese Liste',
      '',
      'Eine Nachricht lässt sich durch Bearbeiten berichtigen. Was deine Zustimmung braucht, kommt als Karte mit Knöpfen.',
    ].join('\n'),
    commands: {
      help: 'Was ich verstehe',
      status: 'Wie es steht',
      tools: 'Die Werkzeuge, die ich gebaut habe',
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
    withoutFile: (name, why) =>
      `[Zu dieser Nachricht gehörte die Datei ${JSON.stringify(name)}, sie ist nicht hier: ${why}.]`,
    fileNotTaken: (name, why) =>
      `Die Datei \`${name.replaceAll('`', "'")}\` konnte ich nicht annehmen: ${why}. Die Worte deiner Nachricht sind da.`,
    refused: why => `Nicht angenommen: ${why}`,
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
      approve: 'Erlauben',
      deny: 'Ablehnen',
      info: 'Info',
      outcomes: {
        granted: 'Erlaubt',
        denied: 'Abgelehnt',
        expired: 'Ohne Antwort abgelaufen, läuft also nicht',
        undelivered: 'Konnte nicht vorgelegt werden, läuft also nicht',
        cancelled: 'Nicht mehr nötig',
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
    },
  },
};
