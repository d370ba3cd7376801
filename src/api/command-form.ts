/** How something is asked for on the command line: the words, what follows them, and the options. */
import type { Words } from '../domain/text/catalog.ts';

export interface CommandForm {
  /** What follows `straylight`: `approvals approve`. */
  readonly words: string;
  /** It is meant where the first word stands alone. */
  readonly isDefault?: true;
  /** What it does, in one sentence. */
  readonly help: string | Words;
  /** What all commands with this first word are about, for the list of commands; one form of them says it. */
  readonly about?: string | Words;
  /** What has to follow the words, in order: each field with what the help calls it. */
  readonly args?: Readonly<Record<string, string>>;
  /** The last argument takes all words that follow. */
  readonly isOpen?: true;
  /** Its words are for another program, whose options stand behind `--`. */
  readonly isForProgram?: true;
  /** The arguments may be left out. */
  readonly isOptional?: true;
  /** The argument may be left out, and is then all of standard input. */
  readonly isFromInput?: true;
  /** By name, without the dashes. */
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Exactly one of these options has to be given. */
  readonly oneOf?: readonly string[];
  /**
   * What it destroys or takes back, in a sentence with its arguments in braces. It is said, and done only with `--yes`;
   * where an option stands in place of the arguments, that option asks for a word of its own.
   */
  readonly will?: string | Words;
  /** Fields that follow from the words. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Fields that a chat gives, where it shows less than the command line. */
  readonly inChat?: Readonly<Record<string, string | number | boolean>>;
  /** Fields that follow from the chat it is typed in: its own address, or that of the conversation it speaks in. */
  readonly ofChat?: Readonly<Record<string, 'chat' | 'conversation'>>;
  /** Other words that a chat takes for it: `jobs` before a name alone, `jobs pause`. */
  readonly also?: readonly string[];
  /** Words that a chat takes behind the arguments alone, `undo 3 yes`: it is done, each with the fields that it gives. */
  readonly behind?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  /** The agent has to run for it. Looking wakes nothing: what was interrupted goes on when its owner speaks to it. */
  readonly wakes?: true;
}

export interface CommandOption {
  readonly help: string | Words;
  /** What the help calls its value; an option without one is a flag. */
  readonly value?: string;
  /** The field it gives. Without it, the command reads the option itself. */
  readonly field?: string;
  /** What a flag gives its field, if not `true`. */
  readonly gives?: string;
  /** It may be given more than once. */
  readonly isList?: true;
  /** The command cannot do without it. */
  readonly isNeeded?: true;
  /** It stands in place of the arguments. */
  readonly isInstead?: true;
  /** With it, the agent has to run. */
  readonly wakes?: true;
}
