/** The channels of an agent in a test: two screens, and a Telegram with a real peer behind it. */
import type { TestContext } from 'node:test';
import type { Channels } from '../../src/actors/channels/channels.ts';
import { screenChannel } from '../../src/adapters/channels/screen/screen.ts';
import { telegramChannel } from '../../src/adapters/channels/telegram/telegram.ts';
import type { ApprovalCard } from '../../src/domain/approvals/card.ts';
import type { Channel } from '../../src/ports/channel.ts';
import { type TelegramPeer, telegramPeer } from '../peers/telegram/telegram.ts';
import { openStores, type Stores, session } from './stores.ts';

export const owners = [42, 43] as const;

export interface Carried extends Stores {
  readonly peer: TelegramPeer;
  readonly channels: Channels;
  /** A delivery as the session's commit writes it. */
  queue(id: string, text: string): void;
  /** An approval as its first step writes it; answers its address. */
  ask(exact?: string): string;
}

export async function carried(t: TestContext): Promise<Carried> {
  const stores = openStores(t);
  const peer = await telegramPeer({ known: owners });
  const telegram = telegramChannel({ token: peer.token, apiRoot: peer.url, allowedUsers: owners });
  const web = screenChannel({ name: 'web', ownerChats: ['main'] });
  t.after(async () => {
    await telegram.close();
    await web.close();
    await peer.close();
  });
  const channels = new Map<string, Channel>([
    ['web', web],
    ['telegram', telegram],
  ]);
  return {
    ...stores,
    peer,
    channels,
    queue: (id, text) =>
      stores.conversation.queueDelivery({
        id,
        channel: 'telegram',
        chat: '42',
        session,
        body: text.length > 2000 ? stores.blob(text) : text,
        at: 1,
      }),
    ask(exact = 'To: a@b.example') {
      const address = 'approval:k3Qm9xTd';
      const card: ApprovalCard = {
        key: 'k3Qm9xTd',
        session,
        tool: 'send_mail',
        intent: 'Send a mail',
        risk: 'medium',
        reasons: ['The tool send_mail acts outside.'],
        exact: '',
        digest: 'd'.repeat(64),
        nonce: 'nonce-1',
        repeat: false,
      };
      stores.conversation.openApproval({ address, session, card, exact, at: 1 });
      return address;
    },
  };
}
