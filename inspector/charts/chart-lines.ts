/** One transition as a line beside an arrow: what sets it off, under which condition, which writes it asks for. */

import type { AnyTransitionDefinition, StateNode } from 'xstate';
import { defined } from '../../src/domain/text/json.ts';
import type { ChartLine } from './chart-model.ts';

export interface Leaving {
  readonly line: ChartLine;
  /** Empty: it stays where it is. */
  readonly targets: readonly StateNode[];
}

/** Every transition of a state, in the order in which they are tried. */
export function linesOf(state: StateNode): readonly Leaving[] {
  const delays = new Map(state.after.map(({ eventType, delay }) => [eventType as string, delay]));
  const groups: (readonly [event: string, transitions: readonly AnyTransitionDefinition[]])[] = [
    ...(state.transitions as unknown as Map<string, AnyTransitionDefinition[]>),
    ['', (state.always ?? []) as unknown as AnyTransitionDefinition[]],
  ];
  return groups.flatMap(([event, transitions]) =>
    transitions.map((transition, at): Leaving => {
      const guard = guardText(transition.guard) ?? (at > 0 ? 'else' : undefined);
      const targets = (transition.target ?? []) as readonly StateNode[];
      const makesNothing = targets.length === 0 && transition.actions.length === 0;
      const more = makesNothing ? { kind: 'ignored' as const, text: event } : trigger(event, delays.get(event));
      return {
        targets,
        line: {
          ...more,
          event,
          ...defined({ guard }),
          actions: namedActions(transition.actions),
        },
      };
    }),
  );
}

/** One line as words: `when completion is done [mayAct]`. */
export function lineText({ kind, text, guard }: ChartLine): string {
  const words = {
    event: text,
    after: `after ${text}`,
    done: `✓ ${text}`,
    error: `✗ ${text}`,
    always: '',
    ignored: text,
  };
  return [words[kind], guard === undefined ? '' : `[${guard}]`].filter(part => part !== '').join(' ');
}

/** The actions that have a name of their own; XState's (assign, sendTo, raise, …) have none that says anything. */
export function namedActions(actions: readonly unknown[]): readonly string[] {
  return actions
    .map(action => (typeof action === 'string' ? action : ((action as { readonly type?: string }).type ?? '')))
    .filter(name => name !== '' && !name.startsWith('xstate.'));
}

function trigger(event: string, delay: unknown): Pick<ChartLine, 'kind' | 'text'> {
  if (event === '') return { kind: 'always', text: '' };
  if (delay !== undefined)
    return { kind: 'after', text: typeof delay === 'number' ? `${delay / 1000} s` : delayName(delay) };
  const [, kind, of] = /^xstate\.(done|error)\.(?:actor|state)\.(.+)$/.exec(event) ?? [];
  if (kind === 'done' || kind === 'error') return { kind, text: of === '*' ? 'any child' : (of ?? '') };
  return { kind: 'event', text: event };
}

/** A delay given inline has no name. */
function delayName(delay: unknown): string {
  return typeof delay === 'string' ? delay : 'a while';
}

/** A guard by its name; one without a name by its own text, as far as that is short. */
function guardText(guard: unknown): string | undefined {
  if (guard === undefined || guard === null) return undefined;
  if (typeof guard === 'string') return guard;
  const { type, name, guards } = guard as {
    readonly type?: string;
    readonly name?: string;
    readonly guards?: readonly unknown[];
  };
  if (guards) {
    // XState's own and(), or() and not() are functions of these names
    const parts = guards.map(part => guardText(part) ?? '');
    return name === 'not' ? `not ${parts[0]}` : parts.join(` ${name} `);
  }
  if (type) return type;
  const text = String(guard)
    .replace(/^.*?=>\s*/s, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' )', ')')
    .replaceAll(/\bcontext\.|\bevent\./g, '');
  return text.length <= longestGuard ? text : `${text.slice(0, longestGuard - 1)}…`;
}

const longestGuard = 60;
