/** A view as lines of text: on the command line, and in chats without buttons. */
import { callOf, saidAhead } from '../api/chat-commands.ts';
import type { Client } from '../api/client/client.ts';
import { absence } from '../api/contract.ts';
import { operationOf } from '../api/operations.ts';
import type { Line, Look, View } from '../api/view.ts';
import { fault } from '../domain/supervision/failure.ts';
import { asTyped } from '../domain/text/typed-name.ts';
import { oneLine } from '../domain/text/visible.ts';
import { hangOf, wrapped } from '../domain/text/writing/cells.ts';
import { sayUnconfirmed } from './arguments/confirmed.ts';
import type { Values } from './arguments/forms.ts';
import { type Io, jsonText, type Style } from './io.ts';
import { tableLines } from './table.ts';

export function viewLines(view: View, style: Style): readonly string[] {
  const width = style.width?.();
  return view.flatMap(block => {
    if (block.kind === 'lines')
      return block.lines.flatMap(({ text, tone }) =>
        (width === undefined ? [text] : wrapped(text, width, hangOf(text))).map(row => toned(row, tone, style)),
      );
    if (block.kind === 'code') return block.lines.map(line => `    ${oneLine(line, 200)}`);
    if (block.kind === 'actions') return [];
    const { head, rows } = block;
    const cells = rows.map(row =>
      row.cells.map((cell, at) => oneLine(cell, at === row.cells.length - 1 ? 2_000 : 200)),
    );
    const drawn = tableLines(head ? [head.map(title => title.toUpperCase()), ...cells] : cells, width);
    return drawn.flatMap((lines, at) => {
      const tone = head && at === 0 ? 'strong' : rows[head ? at - 1 : at]?.tone;
      return lines.map(text => toned(text, tone, style));
    });
  });
}

function toned(text: string, tone: Line['tone'], { bold, dim, warn }: Style): string {
  if (tone === undefined) return text;
  return { strong: bold, quiet: dim, warn }[tone](text);
}

export interface ViewCall {
  readonly agent: Client;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
  /** `yes`: it is done without being said first. */
  readonly options?: Values;
}

/** Asks for an operation and prints what it answers. Rejects with `invalid` where there is none of it. */
export async function printView(
  call: ViewCall,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<number> {
  const operation = operationOf(name);
  const input = operation?.typed?.(given) ?? given;
  const { agent, io, json, options = {} } = call;
  const look = lookOf(call);
  const ahead = await saidAhead(agent, name, input, look);
  if (ahead.length > 0 && options['yes'] !== true) {
    sayUnconfirmed(ahead, json, io);
    return 1;
  }
  if (!json) for (const line of ahead) io.out(line);
  const answer = await callOf(agent, name, input);
  if (answer === undefined) throw fault('invalid', absence(operation, { name, input, look }));
  return printAnswer(call, name, answer, input);
}

/** Prints what an operation has answered to this input; why nothing was done, on standard error. */
export function printAnswer(
  call: Omit<ViewCall, 'agent'>,
  name: string,
  answer: unknown,
  input: Readonly<Record<string, unknown>>,
): number {
  const { io, json } = call;
  const operation = operationOf(name);
  if (!operation?.view) throw new Error(`nothing prints what ${name} answers`);
  const outcome = operation.outcome?.(answer) ?? 'done';
  const shown = () => viewLines(operation.view?.(answer, lookOf(call), input) ?? [], io.style);
  if (json) io.out(jsonText(operation.json ? operation.json(answer, input) : answer));
  else if (outcome === 'nothing') io.err(`straylight: ${shown().join('\n')}`);
  else for (const line of shown()) io.out(line);
  return outcome === 'done' ? 0 : 1;
}

export function lookOf({ io, json, now }: Pick<ViewCall, 'io' | 'json' | 'now'>): Look {
  return {
    language: json ? 'en' : (io.language ?? 'en'),
    now: now(),
    typed: words => asTyped(`straylight ${words}`, io.program),
  };
}
