/**
 * What Straylight under test does to the outside and to its own file, written down from within its process. It changes
 * nothing.
 */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { crashPoint } from '#crash-points';
import type { HostStore } from '../../../src/ports/store.ts';
import { defineTool, type Tool } from '../../../src/ports/tool.ts';
import { leave } from './trace.ts';

/** Tools of an embedding program: one that reads, one that acts on the world. */
export function tracingTools(trace: string): readonly Tool[] {
  return [
    defineTool({
      name: 'look_up',
      description: 'Looks an item up.',
      schema: z.object({ item: z.string() }),
      effect: 'read',
      intent: ({ item }) => `Look up ${item}.`,
      async run({ item }, { call }) {
        leave(trace, { what: 'read', name: `${item} ${call}` });
        return { text: `${item}: in stock`, taint: 'owner' };
      },
    }),
    defineTool({
      name: 'post_letter',
      description: 'Posts a letter, for good.',
      schema: z.object({ to: z.string() }),
      effect: 'act',
      intent: ({ to }) => `Post a letter to ${to}.`,
      async run({ to }) {
        crashPoint('act.before post_letter');
        leave(trace, { what: 'act', name: to });
        crashPoint('act.after post_letter');
        return { text: `posted to ${to}`, taint: 'owner' };
      },
    }),
  ];
}

/** Every command that `execute_command` starts leaves a line: the command is the last argument of the shell. */
export function traceCommands(trace: string): void {
  const { spawn } = childProcess;
  childProcess.spawn = ((file: string, args: readonly string[], options: { env?: Record<string, string> }) => {
    const isCommand = options?.env?.['STRAYLIGHT_RUN'] !== undefined;
    if (isCommand) {
      crashPoint('act.before execute_command');
      leave(trace, { what: 'act', name: args.at(-1) ?? '' });
    }
    const child = spawn(file, args, options as object);
    if (isCommand) crashPoint('act.after execute_command');
    return child;
  }) as typeof spawn;
  syncBuiltinESMExports();
}

/** Rows that are written once per id: an insert that changes nothing means that the same work was done twice. */
const onceRows = /INSERT OR IGNORE INTO (messages|turns|deliveries|approvals)\b/;

/** Backstops hide bugs: whatever an index refuses or an `OR IGNORE` swallows leaves a line. */
export function traceRefusals(trace: string): void {
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function traced(this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql) as Database.Statement;
    if (!/^\s*(INSERT|UPDATE)/.test(sql)) return statement;
    const run = statement.run.bind(statement);
    const table = onceRows.exec(sql)?.[1];
    statement.run = (...values: unknown[]) => {
      try {
        const result = run(...values);
        if (table !== undefined && result.changes === 0)
          leave(trace, { what: 'refused', name: `${table} ${String(values[0])}` });
        return result;
      } catch (error) {
        leave(trace, { what: 'refused', name: String(error) });
        throw error;
      }
    };
    return statement;
  } as typeof prepare;
}

/** An act that is looked for before it starts and found would have been started twice. */
export function traceFences(store: HostStore, trace: string): void {
  const { act } = store;
  Object.assign(store, {
    act(key: string) {
      const found = act(key);
      if (found) leave(trace, { what: 'refused', name: `act ${key} (${found.status})` });
      return found;
    },
  } satisfies Pick<HostStore, 'act'>);
}
