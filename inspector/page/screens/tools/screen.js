/**
 * Tools: the agent's own and those of the program, how they do; and one of its own with its source, its versions and
 * its runs.
 */
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { dataTable } from '../../parts/lists/data-table.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { screenHead } from '../../parts/lists/screen-head.js';
import { a, component, div, h2, section, span } from '../../parts/tags.js';
import { age, formatAge, formatTook } from '../../parts/values/age.js';
import { formatCount } from '../../parts/values/amount.js';
import { readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { oneTool } from './one-tool.js';
import { toolChip } from './tool-chip.js';

/** @import { CallCounts, CoreTool, ToolRow } from '../../../../src/domain/tools/health.ts' */
/** @import { ScreenProps } from '../../view/screens.js' */
/** @import { Column } from '../../parts/lists/data-table.js' */

/** @param {readonly string[]} params */
export function titleOf([name]) {
  return name === undefined ? 'Tools' : `Tool: ${name}`;
}

/** @param {ScreenProps} props */
export function Screen({ params: [name, commit] }) {
  return name === undefined ? allTools({}) : oneTool({ key: name, name, commit });
}

const allTools = component(AllTools);

function AllTools() {
  const { value, trouble } = useReading(() => client.tools.list(), { after: ['turn'] });
  return div(
    { class: 'list-screen' },
    screenHead('Tools', { count: value && value.tools.length + value.core.length }),
    !value && (trouble ? emptyState('The tools could not be read.', trouble) : skeleton()),
    value && ownTools(value.tools),
    value && value.core.length > 0 && coreTools(value.core),
  );
}

/** @param {readonly ToolRow[]} rows */
function ownTools(rows) {
  return section(
    { class: 'list-section', 'aria-labelledby': 'own-title' },
    h2({ id: 'own-title', class: 'title' }, 'Written by the agent', ' ', span({ class: 'count' }, String(rows.length))),
    rows.length === 0
      ? emptyState(
          'Your agent has not written any tools yet.',
          a({ href: href('chat') }, 'Ask it for one'),
          ': it is written, tried and kept, with all its versions.',
        )
      : dataTable({
          label: 'The agent’s own tools',
          rows,
          keyOf: ({ name }) => name,
          hrefOf: ({ name }) => href('tools', name),
          columns: [
            nameColumn(),
            { title: 'State', show: toolChip },
            ...countColumns(),
            {
              title: 'Version',
              isNumber: true,
              show: ({ version }) => (version === 0 ? 'not in git' : String(version)),
            },
            doesColumn(),
          ],
        }),
  );
}

/** @param {readonly CoreTool[]} rows */
function coreTools(rows) {
  return section(
    { class: 'list-section', 'aria-labelledby': 'core-title' },
    h2({ id: 'core-title', class: 'title' }, 'Built-in', ' ', span({ class: 'count' }, String(rows.length))),
    dataTable({
      label: 'Built-in tools',
      rows,
      keyOf: ({ name }) => name,
      columns: [nameColumn(), ...countColumns(), doesColumn()],
    }),
  );
}

/** @template {{ readonly name: string }} Row @returns {Column<Row>} */
function nameColumn() {
  return { title: 'Tool', show: ({ name }) => span({ class: 'mono' }, name) };
}

/** @template {{ readonly description: string }} Row @returns {Column<Row>} */
function doesColumn() {
  return {
    title: 'Description',
    isWide: true,
    show: ({ description }) => span({ class: 'tool-does', dir: 'auto', title: description }, ...readable(description)),
  };
}

/** @template {Partial<CallCounts> & { readonly successRate?: number }} Row @returns {readonly Column<Row>[]} */
function countColumns() {
  return [
    { title: 'Calls', isNumber: true, show: ({ calls }) => (calls ? formatCount(calls) : undefined) },
    { title: 'Success rate', isNumber: true, show: row => shareWell(row) },
    {
      title: 'Median',
      isNumber: true,
      show: ({ medianMs }) => (medianMs === undefined ? undefined : formatTook(medianMs)),
    },
    {
      title: 'Last used',
      isNumber: true,
      show: ({ lastUsedAt }) => (lastUsedAt === undefined ? 'never' : age({ since: lastUsedAt, format: ago })),
    },
  ];
}

/** @param {Partial<CallCounts> & { readonly successRate?: number }} row */
function shareWell({ calls = 0, failures = 0, successRate }) {
  const share = successRate ?? (calls === 0 ? undefined : (calls - failures) / calls);
  return share === undefined ? undefined : `${Math.round(share * 100)} %`;
}

/** @param {number} ms */
const ago = ms => `${formatAge(ms, true)} ago`;
