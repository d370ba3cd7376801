/** Slash commands: those with buttons are shown by this channel, all others are answered by Straylight. */
import { type ChatCall, type ChatCommand, chatCall } from '../../../../api/chat-commands.ts';
import { chatCommands } from '../../../../api/chat-forms.ts';
import { nearCommand } from '../../../../domain/conversation/slash-names.ts';
import type { Failure } from '../../../../domain/supervision/failure.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import { orFailure } from '../or-failure.ts';
import { type Answering, answerRefusal } from './refusals.ts';
import type { UpdateMeaning } from './update-meaning.ts';

export interface CommandParts extends Answering {
  readonly language: Language;
  /** Lists what waits for the owner. */
  readonly showWaiting: (chat: string, signal: AbortSignal) => Promise<void>;
  /** Shows what a command asks for by its view. A failure: nothing was shown. */
  readonly showView: (command: ShownCommand, signal: AbortSignal) => Promise<Failure | undefined>;
}

/** A command that a view answers, under the key of its update. */
export interface ShownCommand {
  readonly chat: string;
  readonly key: string;
  readonly call: ChatCall;
}

/** Takes a command. A failure: the update has to come again. */
export type TakeCommand = (command: Command, key: string, signal: AbortSignal) => Promise<Failure | undefined>;

type Command = Extract<UpdateMeaning, { kind: 'command' }>;

/** What stands behind these is a mistake, and may have been meant as something else. */
const takesNothing: ReadonlySet<string> = new Set(['stop', 'help']);

export function takeCommands(receiver: Receiver, parts: CommandParts): TakeCommand {
  const { texts, tell } = parts;

  return async (command, key, signal) => {
    const { chat, name, args, edited } = command;
    if (edited) {
      await tell(chat, texts.editedCommand, signal);
      return undefined;
    }
    if (takesNothing.has(name) && args !== '') {
      await tell(chat, texts.takesNothing(name), signal);
      return undefined;
    }
    // approvals are shown by their cards
    if (name === 'approvals' && !/^revoke\b/.test(args)) {
      await parts.showWaiting(chat, signal);
      return undefined;
    }
    const call = callIn(command);
    if (call) {
      const failure = await parts.showView({ chat, key, call }, signal);
      return failure && answerRefusal(failure, chat, parts, signal);
    }
    const answered = await orFailure(async () => {
      // what was stopped is said by the turn itself, with what it had done by then
      if (name === 'stop') return (await receiver.abort(chat, key)) ? undefined : texts.nothingToStop;
      const answer = await receiver.command(name, args, chat, key);
      if (answer === undefined && name === 'start') return texts.welcome;
      if (answer !== undefined || name === 'help') return answer ?? texts.help(commandLines(parts));
      const known = [...Object.keys(texts.commands), ...chatCommands('en').map(one => one.name)];
      return texts.unknownCommand(name, nearCommand(name, known));
    });
    if ('failure' in answered) return answerRefusal(answered.failure, chat, parts, signal);
    if (answered.value !== undefined) await tell(chat, answered.value, signal);
    return undefined;
  };
}

/** What a command asks for by the view of an operation; undefined: it is answered by Straylight, or refused there. */
function callIn(command: ChatCommand): ChatCall | undefined {
  try {
    return chatCall(command);
  } catch {
    return undefined;
  }
}

/** What follows from operations, a line each: what it is about, and how it is typed with something behind it. */
function commandLines({ language, texts }: Pick<CommandParts, 'language' | 'texts'>): readonly string[] {
  return chatCommands(language)
    .filter(({ name }) => !Object.hasOwn(texts.commands, name))
    .map(({ name, help, ways }) =>
      [`/${name}: ${help}`, ways.map(way => `/${way}`).join(', ')].filter(Boolean).join('; '),
    );
}
