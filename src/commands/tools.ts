/**
 * `straylight tools`, and `/tools` in every chat: the tools the agent has written, and what their owner can do about
 * them.
 */

import type { Client } from '../api/client/client.ts';
import type { Sent } from '../api/contract.ts';
import type { Operations } from '../api/operations.ts';
import { ago, duration } from '../domain/text/ago.ts';
import type { Language } from '../domain/text/texts.ts';
import { asTyped } from '../domain/text/typed-name.ts';
import { oneLine, readable } from '../domain/text/visible.ts';
import type { ToolDetails, ToolRow } from '../domain/tools/health.ts';
import { columns, jsonText, type Style, style, type TimedCommand } from './io.ts';
import { noSuch } from './missing.ts';
import { type ToolTexts, toolTexts } from './tool-texts.ts';

/** All of them. */
export async function listTools({ agent, io, json, now }: TimedCommand<'tools'>): Promise<number> {
  const rows = (await agent.tools.list()).tools;
  for (const line of json ? [jsonText(rows)] : toolListLines(rows, now(), io.style, io.language)) io.out(line);
  return 0;
}

/** One of them. */
export async function showTool({ agent, io, json, now }: TimedCommand<'tools'>, name: string): Promise<number> {
  const tool = await agent.tools.show({ name });
  if (!tool) throw noTool({ io, json }, name);
  for (const line of json ? [jsonText(tool)] : toolLines(tool, now(), io.style, io.language ?? 'en'))
    io.out(json ? line : asTyped(line, io.program));
  return 0;
}

/** Enables, disables or reverts one. */
export async function changeTool(
  { agent, io, json }: TimedCommand<'tools'>,
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
  language: Language = 'en',
): Promise<readonly string[]> {
  const texts = toolTexts(language);
  if (name !== '') {
    const tool = await agent.tools.show({ name });
    return tool ? toolLines(tool, now, given, language, true) : [texts.missing(oneLine(name, 80))];
  }
  const { tools: rows } = await agent.tools.list();
  return rows.length === 0 ? [texts.none] : rows.flatMap(row => shortLines(row, now, given, language));
}

/** The same as Markdown, letter by letter: nothing in it is formatting. */
export function asCode(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function shortLines(row: ToolRow, now: number, { bold, warn }: Style, language: Language): string[] {
  const texts = toolTexts(language);
  const state = texts.states[row.state];
  const facts = [
    row.trusted || row.state === 'broken' ? state : `${state}, ${texts.needsApproval}`,
    row.calls === 0 ? texts.neverUsed : texts.calls(row.calls, share(row)),
    ...(row.medianMs === undefined ? [] : [duration(row.medianMs, language)]),
    ...(row.lastUsedAt === undefined ? [] : [ago(now - row.lastUsedAt, language)]),
  ];
  return [
    bold(row.name),
    ...(row.description === '' ? [] : [`  ${oneLine(row.description, 200)}`]),
    `  ${facts.join(' · ')}`,
    ...(row.reason === undefined ? [] : [warn(`  ${oneLine(row.reason, 300)}`)]),
  ];
}

function toolListLines(
  rows: readonly ToolRow[],
  now: number,
  { bold, warn }: Style,
  language: Language = 'en',
): string[] {
  const texts = toolTexts(language);
  if (rows.length === 0) return [texts.none];
  const sick = rows.filter(({ reason }) => reason !== undefined);
  return [
    ...columns([
      texts.columns,
      ...rows.map(row => [
        row.name,
        row.trusted || row.state === 'broken'
          ? texts.states[row.state]
          : `${texts.states[row.state]}, ${texts.needsApproval}`,
        String(row.calls),
        share(row),
        row.medianMs === undefined ? '–' : duration(row.medianMs, language),
        row.lastUsedAt === undefined ? '–' : ago(now - row.lastUsedAt, language),
        oneLine(row.description, 80),
      ]),
    ]).map((line, at) => (at === 0 ? bold(line) : line)),
    ...sick.map(({ name, state, reason = '' }) => warn(texts.sick(name, texts.states[state], oneLine(reason, 300)))),
  ];
}

function toolLines(tool: ToolDetails, now: number, { bold, dim }: Style, language: Language, isChat = false): string[] {
  const texts = toolTexts(language);
  const since = (at: number) => ago(now - at, language);
  return [
    bold(oneLine(tool.name, 80)),
    ...columns(factsOf(tool, now, language).map(([name = '', fact = '']) => [name, fact])),
    ...(tool.history.length > 0 ? [bold(texts.versions)] : []),
    ...columns(
      tool.history
        .slice(0, 10)
        .map(({ commit, at, subject }) => [`  ${commit.slice(0, 7)}`, since(at), oneLine(subject, 100)]),
    ),
    ...(tool.runs.length > 0 ? [bold(texts.runs)] : []),
    ...columns(
      tool.runs
        .slice(0, 10)
        .map(({ at, ok, ms, error }) => [
          `  ${since(at)}`,
          ok ? texts.ok : texts.failed,
          duration(ms, language),
          error === undefined ? '' : oneLine(error, 160),
        ]),
    ),
    ...(tool.source === undefined || isChat ? [] : [dim(texts.withCode(tool.name))]),
  ];
}

function factsOf(tool: ToolDetails, now: number, language: Language): readonly (readonly string[])[] {
  const texts = toolTexts(language);
  const { rows } = texts;
  const state = texts.states[tool.state];
  const median = tool.medianMs === undefined ? '' : duration(tool.medianMs, language);
  return [
    [rows.description, oneLine(tool.description, 300)],
    [rows.state, oneLine(tool.reason === undefined ? state : `${state}: ${tool.reason}`, 400)],
    [rows.approval, tool.trusted ? texts.trusted : texts.untrusted],
    [rows.calls, texts.used(tool.calls, share(tool), median)],
    ...(tool.lastUsedAt === undefined ? [] : [[rows.lastUsed, ago(now - tool.lastUsedAt, language)]]),
    ...(tool.lastError === undefined ? [] : [[rows.lastError, oneLine(tool.lastError, 400)]]),
    [rows.version, tool.commit === undefined ? texts.notInGit : texts.version(tool.version, tool.commit.slice(0, 7))],
    [rows.content, tool.hash.slice(0, 12)],
    ...(tool.program === undefined ? [] : [[rows.program, texts.program(tool.program, tool.timeoutSeconds)]]),
    ...(tool.parameters === undefined ? [] : [[rows.parameters, parameters(tool.parameters, texts)]]),
  ];
}

/** `text: string, n: integer (may be left out)` */
function parameters(schema: NonNullable<ToolDetails['parameters']>, texts: ToolTexts): string {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
    readonly required?: readonly string[];
  };
  const all = Object.entries(properties).map(
    ([name, { type = 'any' }]) =>
      `${name}: ${[type].flat().join(texts.or)}${required.includes(name) ? '' : texts.optional}`,
  );
  return oneLine(all.join(', ') || texts.noParameters, 400);
}

function share({ successRate }: Pick<ToolRow, 'successRate'>): string {
  return successRate === undefined ? '–' : `${Math.round(successRate * 100)} %`;
}

function noTool(at: Pick<TimedCommand<'tools'>, 'io' | 'json'>, name: string): Error {
  return noSuch(at, 'there is no tool "{name}"; "straylight tools list" lists all tools', { name: oneLine(name, 80) });
}
