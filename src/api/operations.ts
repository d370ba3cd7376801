/** All operations, by subject: everything an owner can ask or do while Straylight runs. */
import { actors } from './actors.ts';
import { approvals } from './approvals.ts';
import { audit, traces } from './audit.ts';
import { budget } from './budget.ts';
import type { Contract } from './contract.ts';
import { memory } from './memory.ts';
import { sessions } from './sessions.ts';
import { standing } from './standing.ts';
import { state } from './state.ts';
import { sandbox, secrets, tools } from './tools.ts';
import { undo } from './undo.ts';

export const operations = {
  state,
  sessions,
  approvals,
  standing,
  actors,
  tools,
  sandbox,
  secrets,
  undo,
  memory,
  budget,
  audit,
  traces,
} as const satisfies Contract;

export type Operations = typeof operations;
