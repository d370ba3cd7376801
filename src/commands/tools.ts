/**
 * `straylight tools`, and `/tools` in every chat: the tools the agent has written, and what their owner can do about
 * them.
 */

import type { Client } from '../api/client/client.ts';
import type { Sent } from '../api/contract.ts';
import type { Operations } from '../api/operations.ts';
import { fault } from '../domain/supervision/failure.ts';
import { oneLine, readable } from '../domain/text/visible.ts';
import type { ToolDetails, ToolRow } from '../domain/tools/health.ts';
import { columns, duration, type Io, jsonText, type Style, style } from './io.ts';

export interface ToolsOptions {
  readonly agent: Pick<Client, 'tools'>;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
}

/** All of them. */
export async function listTools({ agent, io, json, now }: ToolsOptions): Promise<number> {
  const rows = (await agent.tools.list()).tools;
  for (const line of json ? [jsonText(rows)] : toolListLines(rows, now(), io.style)) io.out(line);
  return 0;
}

/** One of them. */
export async function showTool({ agent, io, json, now }: ToolsOptions, name: string): Promise<number> {
  const tool = await agent.tools.show({ name });
  if (!tool) throw noTool(name);
  for (const line of json ? [jsonText(tool)] : toolLines(tool, now(), io.style)) io.out(line);
  return 0;
}

/** Enables, disables or reverts one. */
export async function changeTool(
  { agent, io, json }: ToolsOptions,
  { name, act }: Sent<Operations['tools']['change']>,
): Promise<number> {
  const { message } = await agent.tools.change({ name, act });
  io.out(json ? jsonText({ tool: name, act, message }) : readable(message));
  return 0;
}

/** What `/tools` and `/tools NAME` show in a chat: narrow, since that may be on a telephone. */
export async function toolsText(
  agent: Pick<Client, 'tools'>,
  name: string,
  now: number,
  given: Style = style(false),
): Promise<readonly string[]> {
  if (name !== '') {
    const tool = await agent.tools.show({ name });
    return tool ? toolLines(tool, now, given, true) : [`There is no tool "${oneLine(name, 80)}"; /tools lists them.`];
  }
  const { tools: rows } = await agent.tools.list();
  return rows.length === 0 ? [none] : rows.flatMap(row => shortLines(row, now, given));
}

/** The same as Markdown, letter by letter: nothing in it is formatting. */
export function asCode(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function shortLines(row: ToolRow, now: number, { bold, warn }: Style): string[] {
  const facts = [
    row.trusted || row.state === 'broken' ? row.state : `${row.state}, needs approval`,
    row.calls === 0 ? 'never used' : `${row.calls} calls, ${share(row)} succeeded`,
    ...(row.medianMs === undefined ? [] : [duration(row.medianMs)]),
    ...(row.lastUsedAt === undefined ? [] : [`${duration(now - row.lastUsedAt)} ago`]),
  ];
  return [
    bold(row.name),
    ...(row.description === '' ? [] : [`  ${oneLine(row.description, 200)}`]),
    `  ${facts.join(' · ')}`,
    ...(row.reason === undefined ? [] : [warn(`  ${oneLine(row.reason, 300)}`)]),
  ];
}

const none = 'There are no tools yet. Ask the agent to write one.';

function toolListLines(rows: readonly ToolRow[], now: number, { bold, warn }: Style): string[] {
  if (rows.length === 0) return [none];
  const sick = rows.filter(({ reason }) => reason !== undefined);
  return [
    ...columns([
      ['TOOL', 'STATE', 'CALLS', 'SUCCESS', 'MEDIAN', 'LAST USED', 'DESCRIPTION'],
      ...rows.map(row => [
        row.name,
        row.trusted || row.state === 'broken' ? row.state : `${row.state}, needs approval`,
        String(row.calls),
        share(row),
        row.medianMs === undefined ? '–' : duration(row.medianMs),
        row.lastUsedAt === undefined ? '–' : `${duration(now - row.lastUsedAt)} ago`,
        oneLine(row.description, 80),
      ]),
    ]).map((line, at) => (at === 0 ? bold(line) : line)),
    ...sick.map(({ name, state, reason = '' }) => warn(`${name} is ${state}: ${oneLine(reason, 300)}`)),
  ];
}

function toolLines(tool: ToolDetails, now: number, { bold, dim }: Style, isChat = false): string[] {
  const facts: string[][] = [
    ['Description', oneLine(tool.description, 300)],
    ['State', oneLine(tool.reason === undefined ? tool.state : `${tool.state}: ${tool.reason}`, 400)],
    [
      'Approval',
      tool.trusted ? 'not needed; the code is trusted' : 'needed; the code is new, or was not changed by create_tool',
    ],
    [
      'Calls',
      `${tool.calls}${tool.calls === 0 ? '' : `, ${share(tool)} succeeded`}${tool.medianMs === undefined ? '' : `, median ${duration(tool.medianMs)}`}`,
    ],
    ...(tool.lastUsedAt === undefined ? [] : [['Last used', `${duration(now - tool.lastUsedAt)} ago`]]),
    ...(tool.lastError === undefined ? [] : [['Last error', oneLine(tool.lastError, 400)]]),
    ['Version', tool.commit === undefined ? 'not in git yet' : `${tool.version}, commit ${tool.commit.slice(0, 7)}`],
    ['Content', tool.hash.slice(0, 12)],
    ...(tool.program === undefined
      ? []
      : [
          [
            'Program',
            `${tool.program}${tool.timeoutSeconds === undefined ? '' : `, timeout ${tool.timeoutSeconds} s`}`,
          ],
        ]),
    ...(tool.parameters === undefined ? [] : [['Parameters', parameters(tool.parameters)]]),
  ];
  return [
    bold(oneLine(tool.name, 80)),
    ...columns(facts.map(([name = '', fact = '']) => [name, fact])),
    ...(tool.history.length > 0 ? [bold('Versions')] : []),
    ...columns(
      tool.history
        .slice(0, 10)
        .map(({ commit, at, subject }) => [
          `  ${commit.slice(0, 7)}`,
          `${duration(now - at)} ago`,
          oneLine(subject, 100),
        ]),
    ),
    ...(tool.runs.length > 0 ? [bold('Last runs')] : []),
    ...columns(
      tool.runs
        .slice(0, 10)
        .map(({ at, ok, ms, error }) => [
          `  ${duration(now - at)} ago`,
          ok ? 'ok' : 'failed',
          duration(ms),
          error === undefined ? '' : oneLine(error, 160),
        ]),
    ),
    ...(tool.source === undefined || isChat
      ? []
      : [dim(`"straylight tools show ${tool.name} --json" includes its code.`)]),
  ];
}

/** `text: string, n: integer (may be left out)` */
function parameters(schema: NonNullable<ToolDetails['parameters']>): string {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
    readonly required?: readonly string[];
  };
  const all = Object.entries(properties).map(
    ([name, { type = 'any' }]) =>
      `${name}: ${[type].flat().join(' or ')}${required.includes(name) ? '' : ' (optional)'}`,
  );
  return oneLine(all.join(', ') || 'none', 400);
}

function share({ successRate }: Pick<ToolRow, 'successRate'>): string {
  return successRate === undefined ? '–' : `${Math.round(successRate * 100)} %`;
}

function noTool(name: string): Error {
  return fault('invalid', `there is no tool "${oneLine(name, 80)}"; "straylight tools list" lists all tools`);
}
