/** Slash commands that are typed on the page: those of every channel, for the conversation that is shown. */

import type { Agent } from '../../api/client/agent.ts';
import type { Caller } from '../../api/contract.ts';
import type { Provided } from '../../api/provided.ts';
import type { SlashAnswer } from '../../commands/conversation/slash.ts';
import type { ChatTexts } from '../../commands/conversation/texts.ts';
import { columns } from '../../commands/io.ts';
import { chatOf } from '../../domain/conversation/chat-session.ts';
import { nearCommand } from '../../domain/conversation/slash-names.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import type { Features } from '../feature.ts';

/** Carries them out by `agentFor`. */
export function slashActs(
  agentFor: Features['operations']['agentFor'],
  now: () => number,
  language: Language,
): Provided['slash'] {
  return async (session, name, args, { by, commandId }: Pick<Caller, 'by' | 'commandId'>) => {
    const act = commandId && `slash:${commandId}`;
    const agent = shownIn(agentFor(by, act, session), session);
    const [{ slashAnswer }, { chatTexts }] = await Promise.all([
      import('../../commands/conversation/slash.ts'),
      import('../../commands/conversation/texts.ts'),
    ]);
    const texts = chatTexts(language);
    if (name === 'help') return help(language);
    if (name === 'stop') {
      const { aborted } = await agent.sessions.abort({ id: session });
      return plain([aborted ? texts.stopped : texts.nothingRuns]);
    }
    const pending = name === 'approvals' && args.trim() === '' ? await pendingLines(agent, texts) : [];
    const call = { agent, args, chat: chatOf(session), now: now(), language, ...defined({ act }) };
    const answer = await slashAnswer(name, call);
    if (!answer) throw fault('invalid', texts.unknown(name, nearCommand(name, await commandNames())));
    if (pending.length > 0) return { ...answer, lines: [...pending, '', ...answer.lines] };
    return answer.isCode ? answer : { ...answer, lines: answer.lines.map(line => readable(line)) };
  };
}

/** The page may show another conversation than the one its chat speaks in: that one is meant. */
function shownIn(agent: Agent, session: string): Agent {
  const list: Agent['sessions']['list'] = async input => ({ ...(await agent.sessions.list(input)), current: session });
  // its operations are made on demand, so they are not there to be copied
  const sessions: Agent['sessions'] = Object.assign(Object.create(agent.sessions), { list });
  return { ...agent, sessions };
}

/** Every other channel shows their cards; here the cards stand on a screen of their own. */
async function pendingLines(agent: Agent, texts: ChatTexts): Promise<readonly string[]> {
  const { approvals } = await agent.approvals.list({ state: 'pending' });
  if (approvals.length === 0) return [texts.noPending];
  return [texts.onPage, ...approvals.map(({ card }) => `  ${card.key}  ${oneLine(card.intent, 300)}`)];
}

async function help(language: Language): Promise<SlashAnswer> {
  const { knownCommands } = await import('../../adapters/channels/terminal/commands.ts');
  const names = await commandNames();
  const rows = knownCommands(language)
    .filter(({ name }) => names.includes(name))
    .map(({ name, args, help }) => [`/${name}${args === undefined ? '' : ` ${args}`}`, help]);
  return { lines: columns(rows), isCode: true };
}

async function commandNames(): Promise<readonly string[]> {
  const [{ slashCommands }, { chatCommands }] = await Promise.all([
    import('../../commands/conversation/slash.ts'),
    import('../../api/chat-forms.ts'),
  ]);
  return ['help', 'stop', ...Object.keys(slashCommands), ...chatCommands('en').map(({ name }) => name)];
}

function plain(lines: readonly string[]): SlashAnswer {
  return { lines, isCode: false };
}
