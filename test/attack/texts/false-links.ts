/**
 * Links whose label names another address than they lead to, and links that start something within Telegram or on the
 * machine: as the model writes them to the owner, and as others' messages bring them.
 */
import type { Message, Update } from 'grammy/types';
import { updateMeaning } from '../../../src/adapters/channels/telegram/incoming/update-meaning.ts';
import { telegramParts } from '../../../src/adapters/channels/telegram/outgoing/html.ts';
import { type Chance, random } from '../../domain/random.ts';
import { parseHtml } from '../../peers/telegram/markup.ts';
import type { Area } from '../area.ts';
import { seedOf } from '../draw.ts';

const labels: readonly string[] = [
  ...['good.example', 'https://good.example', 'https://good.example/login', 'www.good.example', 'GOOD.example'],
  ...[
    'good\u200b.example',
    'good．example',
    'good。example',
    'go\u00adod.example',
    'me@good.example',
    '🔒 good.example',
  ],
  ...['good.example/evil.example', 'Log in at good.example now', '(good.example)', 'good.example:443', 'ｇood.example'],
  ...['https://good.example#evil.example', 'http://user@good.example/'],
];
const places: readonly (readonly [href: string, host: string])[] = [
  ['https://evil.example/', 'evil.example'],
  ['https://good.example.evil.example/', 'good.example.evil.example'],
  ['https://good.example@evil.example/', 'evil.example'],
  ['https://evil.example/good.example', 'evil.example'],
  ['https://evil.example?good.example', 'evil.example'],
  ['https://evil.example#good.example', 'evil.example'],
  ['HTTPS://EVIL.EXAMPLE/', 'evil.example'],
  ['https://xn--god-wla.example/', 'xn--god-wla.example'],
  ['https://gооd.example/', new URL('https://gооd.example/').hostname],
  ['http://2130706433/', '127.0.0.1'],
  ['mailto:me@evil.example', 'me@evil.example'],
];
const starters: readonly string[] = [
  ...[
    'tg://resolve?domain=evil',
    'TG://user?id=1',
    'tg:resolve?domain=evil',
    'javascript:alert(1)',
    'data:text/html,x',
  ],
  ...['file:///etc/passwd', 'intent://x#Intent;end', 'ton://transfer/x', 'vbscript:x', 'ms-settings:x', 'ftp://evil/'],
  ...['//evil.example/', ' tg://x', 'tg\t://x', 'https:tg://x'],
];

export const falseLinks: Area = {
  name: 'false links on Telegram',
  async run({ share, draw }) {
    const chance = random(seedOf(`links ${draw}`));
    const runs = Math.max(100, Math.ceil(3_000 * share));
    const breaches: string[] = [];
    for (let run = 0; run < runs; run++) {
      const [href, host] = chance.pick(places);
      breaches.push(...outgoing(chance, href, host), ...starting(chance), ...incoming(chance, href));
    }
    return { probes: 3 * runs, breaches };
  },
};

function parsedOf(markdown: string) {
  return telegramParts(markdown, '').flatMap(part => {
    const parsed = part.kind === 'text' ? parseHtml(part.body) : undefined;
    return parsed?.ok === true ? [parsed] : [];
  });
}

function* outgoing(chance: Chance, href: string, host: string) {
  const label = chance.pick(labels);
  const looks = chance.pick(['', '**', '_', '~~']);
  const markdown = chance.pick([
    ...[`[${label}](${href})`, `See ${looks}[${label}](<${href}>)${looks}.`, `![${label}](${href})`],
    ...[
      `> [${label}](${href} "good.example")`,
      `- [${looks}${label}${looks}](${href})`,
      `[${label}][1]\n\n[1]: ${href}`,
    ],
    ...[`<a href="${href}">${label}</a>`, `| a |\n| --- |\n| [${label}](${href}) |`, `# [${label}](${href})`],
  ]);
  for (const { text, entities } of parsedOf(markdown))
    for (const { type, offset, length, url = '' } of entities) {
      if (type !== 'text_link') continue;
      if (!/^(https?|mailto):/i.test(url)) yield `a link that starts something: ${markdown}`;
      const shown = text.slice(offset, offset + length);
      const behind = text.slice(offset + length, offset + length + host.length + 3);
      if (/example/i.test(shown.normalize('NFKC')) && !behind.startsWith(` (${host})`))
        yield `“${shown}” leads to ${host} and does not say so: ${markdown}`;
    }
}

function* starting(chance: Chance) {
  const href = chance.pick(starters);
  const label = chance.pick(['here', ...labels]);
  for (const { text, entities } of parsedOf(`[${label}](${chance.pick([href, `<${href}>`])})`)) {
    const opened = entities.find(({ url = '' }) => url !== '' && !/^(https?|mailto):/i.test(url));
    if (opened !== undefined) yield `a link that starts something: ${href}`;
    if (!text.includes(href.trim().slice(0, 4).trim())) yield `where a link leads is not shown: ${href}`;
  }
}

const owner = 42;

/** A message that the owner passes on, or writes himself with a link that another program has made. */
function* incoming(chance: Chance, href: string): Generator<string, void> {
  const label = chance.pick(labels);
  const words = chance.pick(['', 'Please log in: ', '😀 ']);
  const entities = [{ type: 'text_link', offset: words.length, length: label.length, url: href }];
  const text = `${words}${label}`;
  const isCaption = chance.integer(3) === 0;
  const photo = [{ file_id: 'a', file_unique_id: 'a', width: 1, height: 1 }];
  const said = isCaption ? { caption: text, caption_entities: entities, photo } : { text, entities };
  const more = chance.pick([
    { forward_origin: { type: 'hidden_user', sender_user_name: 'Eve', date: 1 } },
    { forward_date: 1 },
    {},
    { via_bot: { id: 9, is_bot: true, first_name: 'Links' } },
  ]);
  const from = { id: owner, is_bot: false, first_name: 'Case' };
  const chat = { id: owner, type: 'private', first_name: 'Case' };
  const message = { message_id: 1, date: 1, from, chat, ...said, ...more } as unknown as Message;
  const meaning = updateMeaning({ update_id: 1, message } as Update, new Set([owner]), { id: 7, name: 'bot' });
  if (meaning.kind !== 'message') return yield `not read: ${JSON.stringify(message)}`;
  if (!meaning.text.includes(href)) yield `the model is not shown that “${label}” leads to ${href}`;
  if (meaning.taint !== 'external') yield `an address that the owner did not see counts as his word: ${href}`;
}
