/**
 * A chart as a Mermaid flowchart, for pages that draw Mermaid themselves (a README on GitHub).
 *
 * A flowchart and not a `stateDiagram`: that one cannot lead from inside one compound state into another.
 */
import type { ChartEdge, ChartLine, ChartModel, ChartNode } from './chart-model.ts';

/** Mermaid text, without the fence. */
export function mermaidOf({ machine, nodes, edges }: ChartModel): string {
  // a prefix, since a state may be named as a word of Mermaid's own (`end`)
  const name = (id: string) =>
    `s_${id
      .slice(machine.length + 1)
      .replace('^', 'begin')
      .replace('*', 'any')
      .replaceAll(/\W/g, '_')}`;
  const within = (parent: string, indent: string): string[] =>
    nodes
      .filter(node => node.parent === parent)
      .flatMap(node => {
        if (node.kind !== 'compound' && node.kind !== 'parallel') return [`${indent}${shape(node, name(node.id))}`];
        return [
          `${indent}subgraph ${name(node.id)}["${quoted(node.label)}"]`,
          ...within(node.id, `${indent}  `),
          `${indent}end`,
        ];
      });
  const root = nodes.find(({ parent }) => parent === null);
  return [
    'flowchart TD',
    ...(root ? within(root.id, '  ') : []),
    ...edges.map(edge => `  ${name(edge.source)} ${arrow(edge)} ${name(edge.target)}`),
    ...styles.flatMap(([kind, look]) => {
      const these = nodes.filter(node => node.kind === kind).map(({ id }) => name(id));
      return these.length === 0 ? [] : [`  classDef ${kind} ${look}`, `  class ${these.join(',')} ${kind}`];
    }),
  ].join('\n');
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

/** Looks that stand in either theme: colour is left to the page. */
const styles = [
  ['initial', 'fill:#888,stroke:#888'],
  ['any', 'stroke-dasharray:4 3'],
] as const;

function shape({ kind, label, invokes }: ChartNode, id: string): string {
  if (kind === 'initial') return `${id}(( ))`;
  if (kind === 'history') return `${id}(("H"))`;
  const running = invokes.map(({ src }) => `<br/><i>${quoted(src)}</i>`).join('');
  const text = `"${quoted(label)}${running}"`;
  return kind === 'final' ? `${id}([${text}])` : `${id}(${text})`;
}

/** Dashed: it happens by itself. */
function arrow({ lines }: ChartEdge): string {
  const text = lines.map(line => quoted(lineText(line))).filter(line => line !== '');
  const isAutomatic = lines.every(({ kind }) => kind === 'always');
  const shaft = isAutomatic ? '-.->' : '-->';
  return text.length === 0 ? shaft : `${shaft}|"${text.join('<br/>')}"|`;
}

/** As it may stand between quotation marks. */
function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
