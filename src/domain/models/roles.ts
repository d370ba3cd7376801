import type { EffortSettings } from './effort.ts';

/**
 * What models are needed for. `[models.roles]` gives a role a model of its own; all others use the default.
 *
 * The list is open: a program that embeds Straylight calls models in roles of its own.
 */
export interface ModelRole {
  readonly name: string;
  /** What uses it, in a few words. */
  readonly use: string;
}

/** test/domain/models/roles.test.ts holds that every role the code calls a model in stands here, and no other. */
export const modelRoles: readonly ModelRole[] = [
  { name: 'session', use: 'conversations' },
  { name: 'gate', use: 'gates that ask a model and name none' },
  { name: 'embedding', use: 'the search by meaning' },
  { name: 'observer', use: 'learning from conversations' },
  { name: 'summary', use: 'summaries of long conversations' },
  { name: 'planner', use: 'steps of a plan that have failed twice' },
  { name: 'executor', use: 'the steps of plans' },
  { name: 'scorer', use: 'choosing what leaves a full conversation' },
  { name: 'verifier', use: 'checks of a plan that no command can make' },
  { name: 'router', use: 'choosing the agent that takes a message' },
  { name: 'translator', use: 'tool calls of models in natural_tools' },
  { name: 'detector', use: 'what a reply says that was done' },
  { name: 'validator', use: 'whether the records bear that out' },
];

/** Names of settings that no call of a model follows; a reason each. */
export function idleRoles(
  roles: Readonly<Record<string, string>>,
  effort: EffortSettings = {},
): readonly { readonly setting: string; readonly why: string }[] {
  return [
    ...Object.keys(roles).flatMap(name => idle(name, `models.roles.${name}`)),
    ...Object.keys(effort).flatMap(name => (name.includes('/') ? [] : idle(name, `models.effort.${name}`))),
  ];
}

function idle(name: string, setting: string) {
  const isKnown = modelRoles.some(role => role.name === name);
  return isKnown ? [] : [{ setting, why: `there is no such role; there are ${names()}` }];
}

function names(): string {
  return modelRoles.map(({ name }) => name).join(', ');
}
