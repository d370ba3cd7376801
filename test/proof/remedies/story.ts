/**
 * What comes of a trouble, told by the chart of the incident: which remedies it asks for where none of them helps, how
 * long it waits, whom it asks what, and what each answer does.
 *
 * The table of remedies is nobody's but its file's. To take a rule out of it, the file is loaded with one line more
 * that lets it be reached.
 */
import { registerHooks } from 'node:module';
import type { Choice, Remedy, TroubleKind } from '../../../src/domain/supervision/remediation.ts';
import type { incidentMachine as Machine } from '../../../src/machines/incident/chart.ts';
import { begin, type Stand } from '../../machines/play.ts';

/** One row of the table, to be changed. */
export interface Row {
  remedies: Remedy[];
  patienceMs: number;
  parks?: boolean;
  asksFirst?: boolean;
  choices: Choice[];
}

const table = '/src/domain/supervision/remediation.ts';
const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(table)) return loaded;
    return { ...loaded, source: `${String(loaded.source)}\nexport { ladders as reached };\n` };
  },
});
const { reached } = (await import('../../../src/domain/supervision/remediation.ts')) as unknown as {
  readonly reached: Record<TroubleKind, Row>;
};
const { incidentMachine } = await import('../../../src/machines/incident/chart.ts');
hooks.deregister();

export const rows = reached;

/** A line for each thing that happens. */
export function storyOf(kind: TroubleKind): readonly string[] {
  const lines: string[] = [];
  let stand = incident(kind);
  for (let steps = 0; stand.leaf !== 'waitingForInput.open'; steps += 1) {
    if (steps > 20) return [...lines, 'it never comes to the owner'];
    if (stand.leaf === 'acting' || stand.leaf === 'waitingForInput.parking') {
      lines.push(...asked(stand), nameOf(stand.started('remedy')?.['remedy'] as Remedy));
      stand = stand.ends('remedy', undefined);
    } else if (stand.leaf === 'evaluating.waiting') {
      lines.push(`wait ${Object.values(stand.timers)[0]?.delayMs} ms`);
      stand = stand.fires();
    } else stand = stand.ends('standing', { stands: true });
  }
  const choices = asked(stand);
  const answers = (['retry', 'restart', 'fresh', 'cancel', 'stop', 'release', 'leave', 'go'] as const).flatMap(
    choice => {
      const after = stand.send({ type: 'incident.answered', by: 'cli', choice });
      if (after.status !== 'active') return [`${choice}: it is over`];
      return after.leaf === 'acting' ? [`${choice}: ${nameOf(after.started('remedy')?.['remedy'] as Remedy)}`] : [];
    },
  );
  return [...lines, ...choices, ...answers];
}

function incident(kind: TroubleKind): Stand<typeof Machine> {
  const effect = kind === 'silent' ? { effect: 'tool-call:x#3.0' } : {};
  const trouble = { kind, subject: 'session:web:main', text: 'Something is wrong.', ...effect };
  return begin({ machine: incidentMachine, address: 'incident:abcdefgh', parent: 'supervisor', input: { trouble } });
}

/** What the owner is asked in this step. */
function asked(stand: Stand<typeof Machine>): readonly string[] {
  return stand
    .sent('supervisor')
    .flatMap(({ choices }) => (Array.isArray(choices) ? [`the owner: ${choices.join(', ')}`] : []));
}

function nameOf({ kind, ...more }: Remedy): string {
  return [kind, ...Object.entries(more).map(([name, value]) => (value === true ? name : String(value)))].join(' ');
}
