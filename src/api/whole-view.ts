/** What a view leaves out: the question before what cannot be taken back, and a word where there is nothing. */
import { catalog, inWords } from '../domain/text/catalog.ts';
import { oneLine } from '../domain/text/visible.ts';
import type { CommandForm } from './command-form.ts';
import type { Operation } from './contract.ts';
import { type Action, type Look, lines, type View } from './view.ts';

const nothing = catalog('api/whole-view#nothing', { en: 'There is none.', de: 'Es gibt nichts.' });

/** An operation by its whole name. */
type Find = (name: string) => Pick<Operation, 'slash' | 'commands'> | undefined;

/** A button asks in the words of its operation's form (`will`) where its action has no question of its own. */
export function wholeView(view: View, look: Look, find: Find): View {
  const asking = (action: Action): Action => {
    const confirm = action.confirm ?? willOf(formOf(action, look, find), action.input, look);
    return confirm === undefined ? action : { ...action, confirm };
  };
  const whole = view.map(block => {
    if (block.kind === 'actions') return { ...block, actions: block.actions.map(asking) };
    if (block.kind !== 'table') return block;
    const rows = block.rows.map(row => (row.actions ? { ...row, actions: row.actions.map(asking) } : row));
    return { ...block, rows };
  });
  return whole.some(block => isSeen(block)) ? whole : [lines(nothing[look.language], 'quiet'), ...whole];
}

function isSeen(block: View[number]): boolean {
  if (block.kind === 'table') return block.rows.length > 0;
  return block.kind !== 'actions' && block.lines.length > 0;
}

/** What a form says would be done; undefined: it is done without a question. */
export function willOf(
  form: CommandForm | undefined,
  input: Readonly<Record<string, unknown>>,
  { language }: Look,
): string | undefined {
  if (form?.will === undefined) return undefined;
  return inWords(form.will, language).replace(/\{(\w+)\}/g, (_, field: string) =>
    oneLine(String(input[field] ?? ''), 120),
  );
}

/** The form by which an action is typed; in a chat the forms of chats. */
export function formOf({ operation, input }: Action, { chat }: Look, find: Find): CommandForm | undefined {
  const { slash, commands } = find(operation) ?? {};
  return ((chat !== undefined && slash) || commands)?.find(({ fixed = {} }) =>
    Object.entries(fixed).every(([field, value]) => input[field] === value),
  );
}
