/** `straylight telegram`: who may talk to the agent there, and letting an account in by a code. */

import type { Client } from '../../api/client/client.ts';
import type { AccountRequest } from '../../domain/accounts/account.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { ago, duration } from '../../domain/text/ago.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Io, jsonText } from '../io.ts';
import { sayIn } from '../say.ts';

export interface TelegramOptions {
  readonly agent: Pick<Client, 'accounts'>;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * Makes a code and says what to do with it. Where somebody can be asked, it waits for the account that sends it, and
 * asks about others that write meanwhile. Answers 0 once an account is in, or where nothing is waited for.
 */
export async function pairTelegram(
  options: TelegramOptions & {
    /** Between two looks at who has written. */
    readonly pause: () => Promise<unknown>;
    /** Answers y or n; without it nobody is asked, and nothing is waited for. */
    readonly ask?: ((question: string) => Promise<string>) | undefined;
    /** The agent hears Telegram as long as this waits, so nobody is told to start it. */
    readonly isRunning?: true;
  },
): Promise<number> {
  const { agent, io, json, now, signal, pause, ask, isRunning } = options;
  const say = sayIn(io);
  const { language = 'en', program = 'straylight' } = io;
  const known = new Set((await agent.accounts.list()).accounts.map(({ account }) => account));
  const { code, expiresAt } = await agent.accounts.pair();
  if (json) io.out(jsonText({ code, expiresAt }));
  else
    for (const line of [
      say('Send this to your bot on Telegram, from the account that is to talk to the agent:'),
      `  /start ${io.style.bold(code)}`,
      `${say('The code holds for {time} and once.', { time: duration(expiresAt - now(), language) })}${isRunning ? '' : say(' Straylight has to run: {program} start', { program })}`,
    ])
      io.out(line);
  if (json || ask === undefined) return 0;
  const declined = new Set<string>();
  io.err(io.style.dim(say('Waiting for it … Ctrl-C stops waiting; the code still holds.')));
  while (!signal.aborted) {
    const { accounts, requests, pairing } = await agent.accounts.list();
    const added = accounts.find(({ account }) => !known.has(account));
    if (added) {
      io.out(say('Telegram account {account} may now talk to the agent.', { account: named(added) }));
      return 0;
    }
    if (!pairing) {
      io.err(
        say('The code is void: its time is over, or too many wrong codes came. Make another: straylight telegram pair'),
      );
      return 1;
    }
    const request = requests.find(({ account }) => !declined.has(account));
    if (!request) await pause();
    else if (isYes(await ask(say('Telegram account {account} wrote. Allow it? [y/N] ', { account: named(request) }))))
      await agent.accounts.allow({ account: request.account });
    else declined.add(request.account);
  }
  return 0;
}

function isYes(answer: string): boolean {
  return /^(?:y(?:es)?|ja?)$/i.test(answer.trim());
}

export async function listAccounts({ agent, io, json, now }: TelegramOptions): Promise<number> {
  const list = await agent.accounts.list();
  const say = sayIn(io);
  const { language = 'en', program = 'straylight' } = io;
  const { accounts, requests, pairing } = list;
  if (json) io.out(jsonText(list));
  else {
    if (accounts.length === 0)
      io.out(say('No account is paired; those in channels.telegram.allowed_users count beside them.'));
    for (const one of accounts)
      io.out(
        say('{account}  paired {ago}, {by}', {
          account: named(one),
          ago: ago(now() - one.at, language),
          by: oneLine(one.by, 40),
        }),
      );
    for (const one of requests)
      io.out(
        say('{account}  wrote; to let it in: {program} telegram allow {number}', {
          account: named(one),
          program,
          number: one.account,
        }),
      );
    if (pairing)
      io.out(say('A code is waited for, for another {time}.', { time: duration(pairing.expiresAt - now(), language) }));
  }
  return 0;
}

export async function allowAccount({ agent, io, json }: TelegramOptions, account: string): Promise<number> {
  const answer = await agent.accounts.allow({ account });
  const say = sayIn(json ? {} : io);
  if (!answer.allowed)
    throw fault(
      'invalid',
      say(
        'no account {account} wrote while a code is waited for; make one with "straylight telegram pair", then write to the bot from it',
        { account },
      ),
    );
  io.out(json ? jsonText(answer) : say('Telegram account {account} may now talk to the agent.', { account }));
  return 0;
}

export async function removeAccount({ agent, io, json }: TelegramOptions, account: string): Promise<number> {
  const answer = await agent.accounts.remove({ account });
  const say = sayIn(json ? {} : io);
  if (!answer.removed)
    throw fault(
      'invalid',
      say(
        'account {account} is not paired; "straylight telegram accounts" lists those that are, and allowed_users in config.toml has others',
        { account },
      ),
    );
  io.out(json ? jsonText(answer) : say('Telegram account {account} may no longer talk to the agent.', { account }));
  return 0;
}

/** The name is the account's own choice, so it is cut and quoted. */
function named({ account, name }: Pick<AccountRequest, 'account' | 'name'>): string {
  return name === '' ? account : `${account} (“${oneLine(name, 64)}”)`;
}
