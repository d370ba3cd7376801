/**
 * An example of a kind of channel: a folder. A file in `in` is a message of the owner; a reply is a file in `out`. The key
 * of a message is taken once and for ever, so it is the file's name with the time it was written: the same name may come
 * again.
 *
 * A program on this computer could write there too, so the kind claims no trust, and nobody can be asked here.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { section } from '../../config/fields.ts';
import { defineFeature } from '../../src/features/feature.ts';
import type { Channel } from '../../src/ports/channel.ts';
import { defineChannelKind } from '../../src/ports/channel-kind.ts';

/** `[channels.letterbox]` of config.toml. */
const settings = section({ folder: z.string({ error: 'the path of a folder' }).default('/nowhere') });

const letterboxKind = defineChannelKind<z.output<typeof settings>>({
  name: 'letterbox',
  title: 'Letterbox',
  settings,
  create: async ({ folder }) => letterbox(folder),
});

function letterbox(folder: string): Channel {
  const [inside, outside] = [join(folder, 'in'), join(folder, 'out')];
  for (const one of [inside, outside]) mkdirSync(one, { recursive: true });
  const closing = new AbortController();
  return {
    name: 'letterbox',
    ownerChats: [],
    connect: async () => ({ identity: folder }),
    async receive(receiver, given) {
      const signal = AbortSignal.any([given, closing.signal]);
      const watcher = watch(inside);
      try {
        while (!signal.aborted) {
          const changed = once(watcher, 'change', { signal }).catch(() => {});
          for (const name of readdirSync(inside).filter(one => one.endsWith('.txt'))) {
            const text = readFileSync(join(inside, name), 'utf8');
            const key = `${name} ${statSync(join(inside, name)).mtimeMs}`;
            await receiver.message({ key, chat: 'main', text, taint: 'owner' });
            // only what a commit holds is taken away
            rmSync(join(inside, name));
          }
          await changed;
        }
      } finally {
        watcher.close();
      }
    },
    parts: markdown => [{ kind: 'text', body: markdown }],
    async send(chat, { body }) {
      const ref = `${chat}-${randomUUID()}.txt`;
      // whole under its name, or not there
      writeFileSync(join(folder, ref), body);
      renameSync(join(folder, ref), join(outside, ref));
      return { ref };
    },
    ask: () => Promise.reject(new Error('nobody can be asked here')),
    settle: async () => {},
    preview() {},
    close: async () => closing.abort(),
  };
}

export const letterboxes = defineFeature({
  name: 'letterboxes',
  kinds: { channels: [letterboxKind] },
  open: () => ({}),
});
