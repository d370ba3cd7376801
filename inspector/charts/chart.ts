/**
 * A machine as something that can be drawn: its states and what leads from one to another, without coordinates.
 *
 * Pure, and plain data: the same chart gives the same model, so `hash` may name it for ever. Ids are XState's, which is
 * what the journal's `path` speaks of; `ID.*` stands for "any state of ID", `ID.^` for the dot where ID begins.
 */
import { createHash } from 'node:crypto';
import type { AnyStateMachine, StateNode } from 'xstate';
import { linesOf, namedActions } from './chart-lines.ts';
import type { ChartLine, ChartModel, ChartNode } from './chart-model.ts';

/** The model of a machine. */
export function chartOf(machine: AnyStateMachine): ChartModel {
  const nodes: ChartNode[] = [];
  const edges = new Map<string, { source: string; target: string; lines: ChartLine[] }>();

  function visit(state: StateNode): void {
    const { id, parent, key, type, tags, description } = state;
    const { help } = (state.meta ?? {}) as { readonly help?: string };
    const leaving = linesOf(state);
    nodes.push({
      id,
      parent: parent?.id ?? null,
      kind: type,
      label: parent ? key : machine.id,
      description: description ?? help ?? '',
      tags: [...tags],
      invokes: state.invoke.map(invoke => ({ id: invoke.id, src: nameOf(invoke.src) })),
      entry: namedActions(state.entry),
      exit: namedActions(state.exit),
      inner: leaving.filter(({ targets }) => targets.length === 0).map(({ line }) => line),
    });
    if (type === 'compound') {
      nodes.push(mark(state, 'initial'));
      for (const target of state.initial.target) connect(`${id}.^`, target.id);
    }
    const outward = leaving.filter(({ targets }) => targets.length > 0);
    if (outward.some(({ targets }) => targets.some(target => isWithin(target, state)))) nodes.push(mark(state, 'any'));
    for (const { line, targets } of outward)
      for (const target of targets) connect(isWithin(target, state) ? `${id}.*` : id, target.id, line);
    for (const child of Object.values(state.states) as StateNode[]) visit(child);
  }

  function connect(source: string, target: string, ...lines: ChartLine[]): void {
    const id = `${source} -> ${target}`;
    const edge = edges.get(id) ?? { source, target, lines: [] };
    edge.lines.push(...lines);
    edges.set(id, edge);
  }

  visit(machine.root as unknown as StateNode);
  const drawn = { nodes, edges: [...edges].map(([id, edge]) => ({ id, ...edge })) };
  const hash = createHash('sha256').update(JSON.stringify(drawn)).digest('hex').slice(0, 16);
  return { machine: machine.id, hash, ...drawn };
}

function mark({ id }: StateNode, kind: 'initial' | 'any'): ChartNode {
  return {
    id: kind === 'initial' ? `${id}.^` : `${id}.*`,
    parent: id,
    kind,
    label: kind === 'any' ? 'any state' : '',
    description: '',
    tags: [],
    invokes: [],
    entry: [],
    exit: [],
    inner: [],
  };
}

function isWithin(state: StateNode, ancestor: StateNode): boolean {
  return state.parent !== undefined && (state.parent === ancestor || isWithin(state.parent, ancestor));
}

/** An actor given inline has no name. */
function nameOf(src: unknown): string {
  return typeof src === 'string' ? src : 'inline';
}
