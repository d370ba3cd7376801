/** "Undo that": by what was done last in this conversation, the call that undoes it, or why nothing does. */
import { argumentsOf } from '../arguments.ts';
import { fileOf } from '../grammar/files.ts';
import { intents } from '../grammar/grammar.ts';
import type { Said } from '../intent.ts';
import { describe } from '../outcome.ts';
import { isOwnTool } from '../own-tools.ts';
import { inWords, prepared, type Step } from '../plan.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import type { Turn } from '../turn.ts';

/** The steps that undo it. */
export function undoneBy({ language, said }: Pick<Step, 'language' | 'said'>, turn: Turn): readonly Step[] {
  const texts = rehearsalTexts(language);
  const { lastAct, lastActAgo, waits, before } = turn;

  if (lastAct === undefined) return [inWords(texts.nothingToUndo, language)];
  const { call, text } = lastAct;
  const question = texts.undoOlder(describe(language, call.name, argumentsOf(call.arguments)));
  // what was changed before is undone by its number
  if (said['of'] !== undefined && !isOf(said['of'], call.arguments)) return [inWords(texts.undoing, language)];
  if (said['of'] === undefined && lastActAgo > mostTurns && !asksToUndo(before?.reply ?? ''))
    return [inWords(question, language)];
  if (waits.some(({ id }) => id === call.id)) return [inWords(texts.undoWaiting, language)];
  const step = (name: string, meant: Said) =>
    prepared({ intent: named(name), text: name, language, stage: 0, said: meant });
  const args = argumentsOf(call.arguments);
  const word = (name: string) => String(args[name] ?? '');
  switch (call.name) {
    case 'memory_save':
      return step('forget', { what: word('content') });
    case 'memory_update': {
      const old = replaced(turn);
      return old === undefined
        ? [inWords(texts.undoCorrection, language)]
        : step('correct', { content: old, old: word('content') });
    }
    case 'schedule_job':
      return step('cancelJob', { what: word('say') || word('instruction') || word('name') || word('command') });
    case 'update_job':
      return [inWords(texts.undoMove(word('name')), language)];
    case 'goals':
      return args['action'] === 'add'
        ? step('dropGoal', { id: /^(\d+)\./m.exec(text)?.[1] ?? '' })
        : [inWords(texts.undoCannot, language)];
    case 'create_tool':
      return / version 1\./.test(text)
        ? step('delete', { tool: word('name') })
        : step('revert', { tool: word('name') });
    case 'delete_tool':
      return step('revert', { tool: word('name') });
    case 'undo_turn': {
      const undo = /^This undo is turn (\d+)\.$/m.exec(text)?.[1];
      return undo === undefined ? [inWords(texts.nothingToUndo, language)] : step('undoTurn', { turn: undo });
    }
    default:
      return changesFiles.test(call.name) || isOwnTool(call.name)
        ? step('undoTurn', {})
        : [inWords(texts.undoCannot, language)];
  }
}

/** After so many turns "that" is hardly what was done last. */
const mostTurns = 4;

/** Have we asked whether what is older shall be undone? */
export function asksToUndo(reply: string): boolean {
  return (['en', 'de'] as const).some(language =>
    reply.endsWith(rehearsalTexts(language).undoOlder('\u0000').split('\u0000')[1] ?? '\u0000'),
  );
}

/** Is it a change of what is named, by its name or as a list? */
function isOf(named: string, args: string): boolean {
  return [named, fileOf(named)].some(name => args.toLowerCase().includes(name.toLowerCase()));
}

const changesFiles = /^(?:write_file|edit_file|execute_command)$/;

function named(name: string) {
  const found = intents.find(one => one.name === name);
  if (found === undefined) throw new TypeError(`expected an intent ${name}`);
  return found;
}

/** What a correction has replaced, as its reply said. */
function replaced({ before, earlier }: Turn): string | undefined {
  for (const { reply } of before === undefined ? earlier : [before, ...earlier])
    for (const language of ['en', 'de'] as const) {
      const form = rehearsalTexts(language)
        .corrected('\u0000', '\u0001')
        .split(/[\u0000\u0001]/);
      const [head = '', middle = '', tail = ''] = form;
      const at = reply.indexOf(head);
      const from = at < 0 ? -1 : reply.indexOf(middle, at + head.length);
      const end = from < 0 ? -1 : reply.indexOf(tail, from + middle.length);
      if (end >= 0) return reply.slice(from + middle.length, end);
    }
  return undefined;
}
