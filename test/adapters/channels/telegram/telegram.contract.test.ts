import { telegramChannel } from '../../../../src/adapters/channels/telegram/telegram.ts';
import { channelContract } from '../../../contracts/channel.ts';
import { telegramPeer } from '../../../peers/telegram/telegram.ts';

const owner = 42;
const stranger = 666;

channelContract('telegram', async () => {
  const peer = await telegramPeer({ known: [owner] });
  const log: string[] = [];
  const make = (token: string) =>
    telegramChannel({
      token,
      apiRoot: peer.url,
      // The second account exists in the settings only: its chat was never opened.
      allowedUsers: [owner, 43],
      log: (level, message, facts) => log.push(`${level} ${message} ${JSON.stringify(facts ?? {})}`),
    });
  const channel = { ...make(peer.token), ownerChats: [String(owner)] };
  let last = 0;
  return {
    channel,
    chat: String(owner),
    seen: () => peer.sent.all.filter(message => message.chatId === owner).map(message => message.text),
    logged: () => log,
    outside: {
      say(text) {
        peer.say(owner, text);
        last = peer.unconfirmed().at(-1) ?? 0;
      },
      unacknowledged: () => peer.unconfirmed().length,
      async acknowledged() {
        await peer.polls.until(() => peer.unconfirmed().length === 0);
      },
      redeliver: () => peer.deliverAgain(last),
      sayAsStranger(text) {
        peer.say(stranger, text);
        return String(stranger);
      },
      async press(decision) {
        const message = peer.sent.all.at(-1);
        if (message === undefined) return;
        peer.press(owner, message, decision === 'approve' ? 'Approve' : 'Deny');
        if (decision === 'deny') return;
        const yes = () => message.buttons.find(({ text }) => text.startsWith('Yes: '))?.text;
        await peer.sent.until(() => yes() !== undefined);
        peer.press(owner, message, yes() ?? '');
        await peer.answers.until(({ text }) => text === 'Approved.');
      },
      async answer(button) {
        const message = peer.sent.all.at(-1);
        const { text = '' } = message?.buttons[button] ?? {};
        if (message === undefined) return;
        const pressed = peer.press(owner, message, text);
        await peer.answers.until(({ id }) => id === pressed);
      },
      limit: seconds => peer.fail('sendMessage', { status: 429, retryAfter: seconds }),
      die: () => peer.close(),
      compete: () => peer.pollElsewhere(),
      goneChat: '43',
      withWrongToken: () => make(`${peer.token.slice(0, -1)}X`),
    },
    close: () => peer.close(),
  };
});
