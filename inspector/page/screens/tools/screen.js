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
import { age, formatTook } from '../../parts/values/age.js';
import { formatCount } from '../../parts/values/amount.js';
import { readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';
import { oneTool } from './one-tool.js';
import { toolChip } from './tool-chip.js';

/** @import { CallCounts, CoreTool, ToolRow } from '../../../../src/domain/tools/health.ts' */
/** @import { ScreenProps } from '../../view/screens.js' */
/** @import { Column } from '../../parts/lists/data-table.js' */

/** @param {readonly string[]} params */
export function titleOf([name]) {
  return name === undefined ? say('Tools') : say('Tool: {name}', { name });
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
    screenHead(say('Tools'), { count: value && value.tools.length + value.core.length }),
    !value && (trouble ? emptyState(say('The tools could not be read.'), trouble) : skeleton()),
    value && ownTools(value.tools),
    value && value.core.length > 0 && coreTools(value.core),
  );
}

/** @param {readonly ToolRow[]} rows */
function ownTools(rows) {
  return section(
    { class: 'list-section', 'aria-labelledby': 'own-title' },
    h2(
      { id: 'own-title', class: 'title' },
      say('Written by the agent'),
      ' ',
      span({ class: 'count' }, String(rows.length)),
    ),
    rows.length === 0
      ? emptyState(
          say('Your agent has not written any tools yet.'),
          a({ href: href('chat') }, say('Ask it for one')),
          say(': it is written, tried and kept, with all its versions.'),
        )
      : dataTable({
          label: say('The agent’s own tools'),
          rows,
          keyOf: ({ name }) => name,
          hrefOf: ({ name }) => href('tools', name),
          columns: [
            nameColumn(),
            { title: say('State'), show: toolChip },
            ...countColumns(),
            {
              title: say('Version'),
              isNumber: true,
              show: ({ version }) => (version === 0 ? say('not in git') : String(version)),
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
    h2({ id: 'core-title', class: 'title' }, say('Built-in'), ' ', span({ class: 'count' }, String(rows.length))),
    dataTable({
      label: say('Built-in tools'),
      rows,
      keyOf: ({ name }) => name,
      columns: [nameColumn(), ...countColumns(), doesColumn()],
    }),
  );
}

/** @template {{ readonly name: string }} Row @returns {Column<Row>} */
function nameColumn() {
  return { title: say('Tool'), show: ({ name }) => span({ class: 'mono' }, name) };
}

/**
 * @template {{ readonly description: string, readonly does?: string | undefined }} Row
 * @returns {Column<Row>}
 */
function doesColumn() {
  return {
    title: say('Description'),
    isWide: true,
    show: ({ description, does = description }) =>
      span({ class: 'tool-does', dir: 'auto', title: does }, ...readable(does)),
  };
}

/** @template {Partial<CallCounts> & { readonly successRate?: number }} Row @returns {readonly Column<Row>[]} */
function countColumns() {
  return [
    { title: say('Calls'), isNumber: true, show: ({ calls }) => (calls ? formatCount(calls) : undefined) },
    { title: say('Success rate'), isNumber: true, show: row => shareWell(row) },
    {
      title: say('Median'),
      isNumber: true,
      show: ({ medianMs }) => (medianMs === undefined ? undefined : formatTook(medianMs)),
    },
    {
      title: say('Last used'),
      isNumber: true,
      show: ({ lastUsedAt }) => (lastUsedAt === undefined ? say('never') : age({ since: lastUsedAt, format: agoText })),
    },
  ];
}

/** @param {Partial<CallCounts> & { readonly successRate?: number }} row */
function shareWell({ calls = 0, failures = 0, successRate }) {
  const share = successRate ?? (calls === 0 ? undefined : (calls - failures) / calls);
  return share === undefined ? undefined : `${Math.round(share * 100)} %`;
}
