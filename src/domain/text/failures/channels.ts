/** What fails between us and Telegram. */
import type { Forms } from './forms.ts';

export const channels: Forms = {
  'Telegram cannot be reached for {1} ({2}); is there a network, and is channels.telegram.api_root right?':
    'Telegram ist für {1} nicht erreichbar ({2}); gibt es ein Netz, und stimmt channels.telegram.api_root?',
  'Telegram is not set up: make a bot with @BotFather, and put its token into .env as STRAYLIGHT_TELEGRAM_TOKEN':
    'Telegram ist nicht eingerichtet: Leg mit @BotFather einen Bot an, und trag sein Token als STRAYLIGHT_TELEGRAM_TOKEN in .env ein',
  'commands run without a sandbox here, so a further account is added in config.toml only: channels.telegram.allowed_users':
    'hier laufen Befehle ohne Sandbox, ein weiteres Konto kommt also nur in config.toml dazu: channels.telegram.allowed_users',
  'Telegram did not answer {1} in time': 'Telegram hat {1} nicht rechtzeitig beantwortet',
  'no answer to {1} came from Telegram ({2}): the message may have been sent or not':
    'auf {1} hat Telegram nicht geantwortet ({2}): Die Nachricht ist vielleicht gesendet, vielleicht nicht',
  'Telegram answered {1} with {2}: {3}': 'Telegram hat {1} mit {2} beantwortet: {3}',
  'Telegram rejected the bot token ({1}); get one from @BotFather and put it in STRAYLIGHT_TELEGRAM_TOKEN':
    'Telegram hat das Token des Bots abgelehnt ({1}); hol eines von @BotFather, und trag es als STRAYLIGHT_TELEGRAM_TOKEN ein',
  '{1}; a webhook is set for this bot; remove it, since polling and a webhook exclude each other':
    '{1}; für diesen Bot ist ein Webhook gesetzt; entfern ihn, denn Abfragen und Webhook schließen einander aus',
  'another program receives the messages of this bot; stop it, or give this one a token of its own':
    'ein anderes Programm empfängt die Nachrichten dieses Bots; halt es an, oder gib diesem ein eigenes Token',
  '{1} was cancelled': '{1} wurde abgebrochen',
};
