/** All operations, by subject: everything an owner can ask or do while Straylight runs. */

import type { Contract } from './contract.ts';
import { accounts } from './subjects/accounts.ts';
import { actors } from './subjects/actors.ts';
import { approvals } from './subjects/approvals.ts';
import { audit, traces } from './subjects/audit.ts';
import { budget } from './subjects/budget.ts';
import { conversations } from './subjects/conversations.ts';
import { goals } from './subjects/goals.ts';
import { jobs } from './subjects/jobs.ts';
import { memory } from './subjects/memory.ts';
import { models } from './subjects/models.ts';
import { sessions } from './subjects/sessions.ts';
import { standing } from './subjects/standing.ts';
import { state } from './subjects/state.ts';
import { tasks } from './subjects/tasks.ts';
import { sandbox, secrets, tools } from './subjects/tools.ts';
import { undo } from './subjects/undo.ts';

export const operations = {
  state,
  sessions,
  conversations,
  approvals,
  standing,
  actors,
  jobs,
  tasks,
  goals,
  tools,
  sandbox,
  secrets,
  undo,
  memory,
  budget,
  models,
  audit,
  traces,
  accounts,
} as const satisfies Contract;

export type Operations = typeof operations;
