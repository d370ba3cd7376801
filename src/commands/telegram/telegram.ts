/** `straylight telegram pair`: letting an account in by a code. */

import { accountName } from '../../api/views/accounts.ts';
import { duration } from '../../domain/text/ago.ts';
import { jsonText, type TimedCommand } from '../io.ts';
import { sayIn } from '../say.ts';

/**
 * Makes a code and says what to do with it. Where somebody can be asked, it waits for the account that sends it, and
 * asks about others that write meanwhile. Answers 0 once an account is in, or where nothing is waited for.
 */
export async function pairTelegram(
  options: TimedCommand<'accounts'> & {
    readonly signal: AbortSignal;
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
      io.out(say('Telegram account {account} may now talk to the agent.', { account: accountName(added) }));
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
    else if (
      isYes(await ask(say('Telegram account {account} wrote. Allow it? [y/N] ', { account: accountName(request) })))
    )
      await agent.accounts.allow({ account: request.account });
    else declined.add(request.account);
  }
  return 0;
}

function isYes(answer: string): boolean {
  return /^(?:y(?:es)?|ja?)$/i.test(answer.trim());
}
