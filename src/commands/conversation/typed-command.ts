/** Commands such as `/status` where no screen is: in lines that are piped into a chat, and in the text of `ask`. */
import { chatCommands } from '../../api/chat-forms.ts';
import type { Agent } from '../../api/client/agent.ts';
import { chatOf } from '../../domain/conversation/chat-session.ts';
import { nearCommand, slashCommandIn, type TypedCommand } from '../../domain/conversation/slash-names.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { readable } from '../../domain/text/visible.ts';
import { waitingLines } from '../approvals/card.ts';
import { commandOf } from '../arguments/forms.ts';
import type { Io } from '../io.ts';
import { type Say, sayIn } from '../say.ts';
import { slashAnswer, slashCommands } from './slash.ts';
import { chatTexts } from './texts.ts';

/** Commands that are not of every channel. */
const ofLines = ['help', 'stop', 'quit', 'exit'];

/** Every command that a line can be. */
function commandNames(): readonly string[] {
  return [...new Set([...Object.keys(slashCommands), ...chatCommands('en').map(({ name }) => name), ...ofLines])];
}

/** The command that was probably meant, before what lists them all. */
function meantInstead(name: string, say: Say): string {
  const near = nearCommand(name, commandNames());
  return near === undefined ? '' : say('did you mean {near}? ', { near: `/${near}` });
}

/** Throws `invalid` if the text is a command: `ask` sends it nowhere, so that no model takes it for a message. */
export function refuseCommand(text: string, io: Pick<Io, 'language' | 'program'> = {}): void {
  const say = sayIn(io);
  const { name, args } = slashCommandIn(text) ?? {};
  if (name === undefined) return;
  const isKnown = commandNames().includes(name);
  // with words behind it it may be a path
  if (!isKnown && args !== '') return;
  if (!isKnown)
    throw fault(
      'invalid',
      say('there is no command /{name}; {meant}"/help" in "straylight chat" lists all commands', {
        name,
        meant: meantInstead(name, say),
      }),
    );
  const advice = commandOf(name)
    ? say('use "{instead}"', { instead: `straylight ${name}` })
    : say('use it in "straylight chat"');
  throw fault(
    'invalid',
    say('/{name} is a command of a chat, and "straylight ask" only sends messages; {advice}', { name, advice }),
  );
}

export interface LineCommandCall {
  readonly agent: Agent;
  readonly io: Io;
  /** The conversation of the chat. */
  readonly session: string;
  readonly now: number;
}

/**
 * Carries out a command that stands in a line, and prints its answer. Answers the conversation the chat is in
 * afterwards. Rejects with `invalid` for a command that does not exist here.
 */
export async function lineCommand({ name, args }: TypedCommand, call: LineCommandCall): Promise<string> {
  const { agent, io, session, now } = call;
  const { language } = await agent.memory.stats();
  const texts = chatTexts(language);
  const say = sayIn({ ...io, language });
  if (name === 'help') {
    const names = commandNames()
      .filter(one => one !== 'exit')
      .toSorted();
    io.out(texts.commands(names.map(one => `/${one}`).join(', ')));
    return session;
  }
  if (name === 'stop') {
    const { aborted } = await agent.sessions.abort({ id: session });
    io.out(aborted ? texts.stopped : texts.nothingRuns);
    return session;
  }
  if (name === 'approvals' && args === '') {
    const { approvals } = await agent.approvals.list({ state: 'pending' });
    for (const line of approvals.length === 0
      ? [texts.noPending]
      : waitingLines(approvals, now, io.style, { language }))
      io.out(line);
  }
  const answer = await slashAnswer(name, { agent, args, chat: chatOf(session), now, language, style: io.style });
  if (!answer)
    throw fault(
      'invalid',
      say('there is no command /{name}; {meant}/help lists all commands', { name, meant: meantInstead(name, say) }),
    );
  io.out(answer.isCode ? answer.lines.join('\n') : readable(answer.lines.join('\n')));
  return answer.session ?? session;
}
