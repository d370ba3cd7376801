/**
 * Where everything in a chart stands: boxes, arrows and words, in px from the upper left corner.
 *
 * elkjs finds the places (`layered`, downwards). Arrows against the order in which the states are written are turned
 * round for it and back again after, so that the graph it sees has no cycle to break and the chart reads from its
 * beginning.
 */

import type { ElkExtendedEdge, ElkNode } from 'elkjs';
import { defined } from '../../src/domain/text/json.ts';
import { lineText } from './chart-lines.ts';
import type {
  Box,
  ChartEdge,
  ChartLayout,
  ChartLine,
  ChartModel,
  ChartNode,
  EdgeLayout,
  LabelLine,
  Point,
} from './chart-model.ts';
import { arrowHead, roundedPath } from './chart-path.ts';
import { textWidth } from './text-width.ts';

/** Goes up whenever the same chart would be drawn otherwise; a stored layout of another version is none. */
export const layoutVersion = 2;

/** What elkjs does with a graph: the same graph, with coordinates. */
export type FindPlaces = (graph: ElkNode) => Promise<ElkNode>;

/** Sizes that the drawing needs: heights of lines, font sizes. */
export const measures = { name: 13, row: 11, label: 11, head: 30, rowHeight: 17, labelHeight: 14 } as const;

/** The layout of a chart. Rejects where no place can be found for everything. */
export async function layoutOf(model: ChartModel, findPlaces: FindPlaces): Promise<ChartLayout> {
  const order = new Map(model.nodes.map(({ id }, index) => [id, index]));
  const isTurned = ({ source, target }: ChartEdge) => (order.get(source) ?? 0) > (order.get(target) ?? 0);
  const placed = await findPlaces(graphOf(model, isTurned));

  const nodes: Record<string, Box> = {};
  const sections = new Map<string, ElkExtendedEdge>();
  const collect = (node: ElkNode) => {
    if (node.id !== canvas) nodes[node.id] = boxOf(node);
    for (const edge of node.edges ?? []) sections.set(edge.id, edge);
    for (const child of node.children ?? []) collect(child);
  };
  collect(placed);

  const edges: Record<string, EdgeLayout> = {};
  for (const edge of model.edges) {
    const [section] = sections.get(edge.id)?.sections ?? [];
    if (!section) throw new Error(`no way was found for ${edge.id}`);
    const along = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(
      ({ x, y }): Point => [rounded(x), rounded(y)],
    );
    const points = straightened(isTurned(edge) ? along.toReversed() : along);
    const [label] = sections.get(edge.id)?.labels ?? [];
    const lines = labelLines(edge.lines);
    edges[edge.id] = {
      points,
      path: roundedPath(points),
      head: arrowHead(points),
      ...defined({ label: label && lines.length > 0 ? { ...boxOf(label), lines } : undefined }),
    };
  }
  return {
    version: layoutVersion,
    width: rounded(placed.width ?? 0),
    height: rounded(placed.height ?? 0),
    nodes,
    edges,
  };
}

/**
 * What stands beside an arrow: a line for each that says anything; a long guard goes beneath what it guards. A long
 * list is folded: its first lines, and how many more there are.
 */
function labelLines(lines: readonly ChartLine[]): readonly LabelLine[] {
  const all = saidLines(lines);
  if (all.length <= mostLines) return all;
  const shown = all.slice(0, mostLines - 1);
  const rest = lines.slice((shown.at(-1)?.line ?? 0) + 1).filter(line => lineText(line) !== '');
  const isSplit = all[mostLines - 1]?.line === shown.at(-1)?.line;
  if (rest.length === 0) return all;
  const more = { line: lines.length - 1, text: `+ ${rest.length} more`, title: rest.map(lineText).join('\n') };
  return [...(isSplit ? all.slice(0, mostLines) : shown), more];
}

/** So many lines stand beside an arrow at most. */
const mostLines = 4;

function saidLines(lines: readonly ChartLine[]): readonly LabelLine[] {
  return lines.flatMap(({ kind, text, guard }, line): LabelLine[] => {
    const mark = kind === 'done' || kind === 'error' || kind === 'after' ? kind : undefined;
    const said: LabelLine = { line, text, ...defined({ mark }) };
    if (guard === undefined) return text === '' ? [] : [said];
    const short = guard.length > longestGuard ? `${guard.slice(0, longestGuard - 1)}…` : guard;
    const guarded = { guard: `[${short}]`, ...defined({ title: short === guard ? undefined : guard }) };
    if (text === '' || text.length + short.length <= shortLine) return [{ ...said, ...guarded }];
    return [said, { line, text: '', ...guarded }];
  });
}

/** Of a guard written out in the chart, in letters. */
const longestGuard = 26;
/** What still goes into one line. */
const shortLine = 22;

/** Above the states in a compound one its name, and a row for each thing that runs in it. */
function headOf({ invokes }: ChartNode): number {
  return measures.head + invokes.length * measures.rowHeight;
}

/**
 * A machine is drawn as a frame around its states only where it has something to show for itself; else it is the
 * canvas.
 */
function isRootFramed({ edges }: ChartModel, { id, kind, invokes }: ChartNode): boolean {
  return (
    kind !== 'compound' || invokes.length > 0 || edges.some(({ source, target }) => source === id || target === id)
  );
}

const canvas = ' ';

function graphOf(model: ChartModel, isTurned: (edge: ChartEdge) => boolean): ElkNode {
  const { nodes, edges } = model;
  const within = (parent: string | null): ElkNode[] =>
    nodes
      .filter(node => node.parent === parent)
      .map(node => {
        if (node.kind !== 'compound' && node.kind !== 'parallel') return { id: node.id, ...sizeOf(node) };
        const padding = `[top=${headOf(node) + 8},left=${side},bottom=${side},right=${side}]`;
        const least = `(${sizeOf(node).width},${headOf(node) + 2 * side})`;
        const sized = {
          'elk.padding': padding,
          'elk.nodeSize.constraints': 'MINIMUM_SIZE',
          'elk.nodeSize.minimum': least,
        };
        return { id: node.id, children: within(node.id), layoutOptions: { ...options, ...sized } };
      });
  const root = nodes.find(({ parent }) => parent === null);
  const isFramed = root === undefined || isRootFramed(model, root);
  return {
    id: isFramed ? canvas : root.id,
    layoutOptions: { ...options, 'elk.padding': '[top=12,left=12,bottom=12,right=12]' },
    children: within(isFramed ? null : root.id),
    edges: edges.map(edge => {
      const lines = labelLines(edge.lines);
      const [source, target] = isTurned(edge) ? [edge.target, edge.source] : [edge.source, edge.target];
      return {
        id: edge.id,
        sources: [source],
        targets: [target],
        // a label without a text would be none to elkjs
        labels: lines.length === 0 ? undefined : [{ text: edge.id, ...labelSize(lines), layoutOptions: inline }],
      };
    }),
  };
}

const side = 14;

const inline = { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' } as const;

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.layering.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '4',
} as const;

function sizeOf({ kind, label, invokes }: ChartNode): { readonly width: number; readonly height: number } {
  if (kind === 'initial') return { width: 10, height: 10 };
  if (kind === 'history') return { width: 24, height: 24 };
  if (kind === 'any') return { width: textWidth(label, measures.label) + 22, height: 24 };
  const name = textWidth(label, measures.name, 'strong') + 38;
  const rows = invokes.map(({ src }) => textWidth(src, measures.row, 'mono') + 70);
  return {
    width: Math.max(name, ...rows),
    height: measures.head + invokes.length * measures.rowHeight + (invokes.length > 0 ? 3 : 0),
  };
}

function labelSize(lines: readonly LabelLine[]): { readonly width: number; readonly height: number } {
  const widths = lines.map(({ mark, text, guard = '' }) => {
    const words = text === '' || guard === '' ? text + guard : `${text} ${guard}`;
    return textWidth(words, measures.label) + (mark ? 15 : 0) + (mark === 'after' ? 34 : 0) + 8;
  });
  return { width: Math.max(...widths), height: lines.length * measures.labelHeight + 4 };
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Without points on the line between their neighbours. */
function straightened(points: readonly Point[]): readonly Point[] {
  return points.filter((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || !after) return true;
    return !((before[0] === point[0] && point[0] === after[0]) || (before[1] === point[1] && point[1] === after[1]));
  });
}
