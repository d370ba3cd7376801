/** Why a message is not taken, in each language the agent speaks. */

import type { Side } from '../../domain/models/route.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';

const en = {
  stopped: (session: string) =>
    `the conversation ${session} was stopped and answers no more messages. Start another with /new, choose another with --session, or restart this one from its beginning: on its page, on Telegram with /actor ${session}, or with straylight actors restart ${session} --fresh --yes`,
  tooLong: (most: number, length: number) =>
    `a message may have ${most} characters, this one has ${length}; send it as a file`,
  empty: 'the message is empty; write something',
  comesAfter: 'Another message is being answered in this conversation; this one comes after it.',
  noModel: {
    local:
      'no model in line runs on your machine, so nobody may answer this; name one as default or in fallbacks of [models], or send it without /local',
    cloud:
      'every model in line runs on your machine, so nobody may answer this; name a hosted one as default or in fallbacks of [models], or send it without /cloud',
  } as Readonly<Record<Side, string>>,
};

/** Why a message is not taken. */
export type MessageRefusalTexts = typeof en;

const de: MessageRefusalTexts = {
  stopped: session =>
    `Das Gespräch ${session} wurde angehalten und antwortet nicht mehr. Beginne ein anderes mit /new, wähle eines mit --session, oder beginne dieses von vorn: auf seiner Seite, in Telegram mit /actor ${session}, oder mit straylight actors restart ${session} --fresh --yes`,
  tooLong: (most, length) => `Eine Nachricht darf ${most} Zeichen haben, diese hat ${length}; schick sie als Datei.`,
  empty: 'Die Nachricht ist leer; schreib etwas.',
  comesAfter: 'In diesem Gespräch wird gerade eine andere Nachricht beantwortet; diese kommt danach.',
  noModel: {
    local:
      'Kein Modell läuft auf deinem Rechner, also darf hier niemand antworten. Nenne eines unter default oder fallbacks in [models], oder schick es ohne /local.',
    cloud:
      'Alle Modelle laufen auf deinem Rechner, also darf hier niemand antworten. Nenne ein gehostetes unter default oder fallbacks in [models], oder schick es ohne /cloud.',
  },
};

/** In the language in which the agent speaks to its owner. */
export const messageRefusals: Readonly<Record<Language, MessageRefusalTexts>> = catalog(
  'actors/channels/refusal-texts',
  { en, de },
);
