/** How the prompts of MCP servers are shown, and what one of them lacks is asked for. */
import { type PromptArgument, promptAsTyped } from '../../../domain/mcp/offer.ts';
import type { PromptAnswer, PromptRow } from '../../../domain/mcp/service.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { defined } from '../../../domain/text/json.ts';
import { oneLine, readable } from '../../../domain/text/visible.ts';
import { type Action, type Look, lines, type Row, type View } from '../../view.ts';

export function promptList({ prompts }: { readonly prompts: readonly PromptRow[] }, look: Look): View {
  const say = texts[look.language];
  if (prompts.length === 0) return [lines(say.none(look.typed('mcp list')))];
  const rows = prompts.map(
    (row): Row => ({
      cells: [nameOf(row), row.args.map(argumentOf).join(' '), oneLine(row.description, 200)],
      actions: [{ label: say.run, operation: 'prompts.say', input: inputOf(nameOf(row), look.chat) }],
    }),
  );
  return [{ kind: 'table', head: say.columns, rows }, lines(say.how(look.typed(wordsOf(look))), 'quiet')];
}

/** That it was said, or the next of what it lacks, with what the server proposes as buttons. */
export function promptView(answer: PromptAnswer, look: Look, { id }: { readonly id?: string | undefined }): View {
  const { language, typed, chat } = look;
  const say = texts[language];
  if (answer.kind === 'said')
    return [lines(say.said(answer.session)), ...(answer.note ? [lines(answer.note, 'warn')] : [])];
  const { prompt, description, missing, proposals } = answer;
  const [next] = missing;
  const name = promptAsTyped(prompt);
  if (!next) return [];
  const input = { ...inputOf(name, id ?? chat), lacking: next.name };
  const choose = (value: string): Action => ({
    label: oneLine(value, 40),
    operation: 'prompts.say',
    input: { ...input, value },
  });
  const write: Action = {
    label: say.write(next.name),
    operation: 'prompts.say',
    input,
    asks: { field: 'value', hint: oneLine(next.description || next.name, 100) },
  };
  return [
    ...(description === '' ? [] : [lines(readable(description))]),
    lines(say.lacks(name)),
    ...missing.map(one => lines(`${one.name}: ${oneLine(one.description, 300)}`)),
    { kind: 'actions', actions: [...proposals.map(choose), write] },
    lines(typed(`${wordsOf(look, name)} ${missing.map(one => `${one.name}=…`).join(' ')}`), 'quiet'),
  ];
}

export function noPrompt({ prompt = '' }: { readonly prompt?: string }, { language, typed, chat }: Look): string {
  return texts[language].missing(oneLine(prompt, 100), typed(chat === undefined ? 'prompts' : 'prompt'));
}

function inputOf(prompt: string, id: string | undefined) {
  return { prompt, ...defined({ id }) };
}

const nameOf = ({ server, name }: Pick<PromptRow, 'server' | 'name'>) => promptAsTyped({ server, name, given: {} });

const argumentOf = ({ name, isRequired }: PromptArgument) => (isRequired ? name : `[${name}]`);

const wordsOf = ({ chat }: Look, name = 'SERVER:NAME') => `${chat === undefined ? 'prompts say' : 'prompt'} ${name}`;

const en = {
  none: (list: string) => `No MCP server has a prompt. The servers: ${list}`,
  columns: ['PROMPT', 'TAKES', 'WHAT THE SERVER SAYS OF IT'],
  run: 'Say',
  how: (typed: string) =>
    `${typed} says one, with its arguments as NAME=VALUE. What it says counts as text from outside.`,
  said: (session: string) => `Said in ${session}.`,
  lacks: (name: string) => `${name} needs more:`,
  write: (name: string) => `Give ${name}`,
  missing: (name: string, list: string) => `there is no prompt "${name}"; "${list}" lists all`,
};

const de: typeof en = {
  none: list => `Kein MCP-Server hat einen Prompt. Die Server: ${list}`,
  columns: ['PROMPT', 'NIMMT', 'WAS DER SERVER DAVON SAGT'],
  run: 'Sagen',
  how: typed => `${typed} sagt einen, mit seinen Argumenten als NAME=WERT. Was er sagt, zählt als Text von außen.`,
  said: session => `In ${session} gesagt.`,
  lacks: name => `${name} braucht mehr:`,
  write: name => `${name} angeben`,
  missing: (name, list) => `es gibt keinen Prompt „${name}“; „${list}“ zeigt alle`,
};

const texts = catalog('api/views/mcp/prompts', { en, de });
