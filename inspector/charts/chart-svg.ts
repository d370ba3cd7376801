/**
 * A chart as one SVG file, for pages that show pictures (a README). It follows the reader's theme, needs no script and
 * no font, and looks as in the inspector while nothing is alight.
 */
import type { Box, ChartLayout, ChartModel, ChartNode, EdgeLayout, LabelLine } from './chart-model.ts';
import { measures } from './layout.ts';

/** SVG text, ending in a line break. */
export function svgOf(model: ChartModel, { width, height, nodes, edges }: ChartLayout): string {
  const box = (id: string) => nodes[id] ?? { x: 0, y: 0, width: 0, height: 0 };
  const isFrame = ({ kind }: ChartNode) => kind === 'compound' || kind === 'parallel';
  const isCanvas = ({ id }: ChartNode) => box(id).x === 0 && box(id).y === 0;
  const frames = model.nodes.filter(node => isFrame(node) && !isCanvas(node));
  const drawnEdges = model.edges.flatMap(edge => {
    const drawn = edges[edge.id];
    const isAutomatic = edge.lines.every(({ kind }) => kind !== 'event');
    return drawn ? [{ drawn, isAutomatic }] : [];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(`The chart ${model.machine}`)}</title>`,
    `<style>${style}</style>`,
    ...frames.map(node => frame(box(node.id), depthOf(model, node))),
    ...drawnEdges.map(({ drawn, isAutomatic }) => arrow(drawn, isAutomatic)),
    ...frames.map(node => heading(node, box(node.id), depthOf(model, node))),
    ...model.nodes.filter(node => !isFrame(node)).map(node => state(node, box(node.id))),
    ...drawnEdges.map(({ drawn }) => words(drawn)),
    '</svg>\n',
  ].join('\n');
}

function frame({ x, y, width, height }: Box, depth: number): string {
  return `<rect class="f d${Math.min(depth, 3)}" x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>`;
}

/** Above the arrows that lead through it, with a rim in the colour of its frame. */
function heading(node: ChartNode, { x, y }: Box, depth: number): string {
  return [text(`n d${Math.min(depth, 3)}`, x + 14, y + 20, node.label), ...rows(node, x + 14, y)].join('');
}

function state(node: ChartNode, { x, y, width, height }: Box): string {
  const middle = y + height / 2;
  if (node.kind === 'initial') return `<circle class="i" cx="${x + width / 2}" cy="${middle}" r="4"/>`;
  const look = { any: 'a', final: 's', history: 's', atomic: 's', compound: 's', parallel: 's' }[node.kind];
  const outer = `<rect class="${look}" x="${x}" y="${y}" width="${width}" height="${height}" rx="7"/>`;
  const inner = `<rect class="o" x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="5"/>`;
  if (node.kind === 'any') return outer + text('l m', x + width / 2, middle + 4, node.label);
  if (node.kind === 'history') return outer + text('n m', x + width / 2, middle + 4, 'H');
  return [
    outer,
    node.kind === 'final' ? inner : '',
    text('n', x + 14, y + 20, node.label),
    ...rows(node, x + 14, y),
  ].join('');
}

function rows({ invokes }: ChartNode, x: number, y: number): readonly string[] {
  return invokes.map(({ src }, index) => text('r', x, y + measures.head + 8 + index * measures.rowHeight, `↻ ${src}`));
}

function arrow({ path, head }: EdgeLayout, isAutomatic: boolean): string {
  return `<path class="e${isAutomatic ? ' t' : ''}" d="${path}"/><path class="h" d="${head}"/>`;
}

function words({ label }: EdgeLayout): string {
  if (!label) return '';
  const { x, y, width, height, lines } = label;
  const said = lines.map((line, index) =>
    text('l m', x + width / 2, y + 13 + index * measures.labelHeight, wordsOf(line)),
  );
  return `<rect class="b" x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>${said.join('')}`;
}

function wordsOf({ mark, text: said, guard }: LabelLine): string {
  return [mark === undefined ? '' : { done: '✓', error: '✕', after: 'after' }[mark], said, guard ?? '']
    .filter(part => part !== '')
    .join(' ');
}

function text(look: string, x: number, y: number, said: string): string {
  return said === '' ? '' : `<text class="${look}" x="${x}" y="${y}">${escaped(said)}</text>`;
}

function depthOf({ nodes }: ChartModel, node: ChartNode): number {
  let depth = 0;
  for (let parent = node.parent; parent !== null; depth += 1)
    parent = nodes.find(({ id }) => id === parent)?.parent ?? null;
  return depth;
}

function escaped(said: string): string {
  return said.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const style = [
  'text{font-family:ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif;fill:#1b1c1f}',
  '.n{font-size:13px;font-weight:600}.l{font-size:11px}.m{text-anchor:middle}',
  '.r{font-size:11px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#4c5057}',
  '.f,.s,.a,.o{stroke:#b3b3ac;stroke-width:1}.s,.b{fill:#fff}.o,.a{fill:none}.a{stroke-dasharray:4 3}.b{fill-opacity:.85}',
  'text.n{paint-order:stroke;stroke-width:5px;stroke-linejoin:round}text.d1{stroke:#f7f7f5}text.d2{stroke:#efefec}text.d3{stroke:#e8e8e4}',
  'rect.d0{fill:#fff}rect.d1{fill:#f7f7f5}rect.d2{fill:#efefec}rect.d3{fill:#e8e8e4}',
  '.e{fill:none;stroke:#828790;stroke-width:1.2}.t{stroke-dasharray:4 3}.h,.i{fill:#828790}',
  '@media(prefers-color-scheme:dark){text{fill:#eceef1}.r{fill:#b0b5be}.f,.s,.a,.o{stroke:#4a4f58}.s,.b{fill:#17181b}',
  'text.d1{stroke:#1d1f23}text.d2{stroke:#24262b}text.d3{stroke:#2b2e34}',
  'rect.d0{fill:#17181b}rect.d1{fill:#1d1f23}rect.d2{fill:#24262b}rect.d3{fill:#2b2e34}.e{stroke:#6e7582}.h,.i{fill:#6e7582}.b{fill-opacity:.85}}',
].join('');
