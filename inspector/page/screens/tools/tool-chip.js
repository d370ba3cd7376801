/** How one of the agent's own tools is, as a chip; and whether it asks before it runs. */

import { chip } from '../../parts/chip.js';
import { span } from '../../parts/tags.js';
import { wordFor } from '../../words/names.js';
import { say } from '../../words/say.js';

/** @import { ToolRow } from '../../../../src/domain/tools/health.ts' */
/** @import { Look } from '../../parts/look.js' */

/** @type {Readonly<Record<ToolRow['state'], Look>>} */
const looks = { ok: 'healthy', untested: 'idle', quarantined: 'failed', broken: 'failed', disabled: 'suspended' };

/** @param {Pick<ToolRow, 'state' | 'trusted' | 'reason'>} row */
export function toolChip({ state, trusted, reason }) {
  return [
    chip(looks[state], [wordFor(state)], reason),
    !trusted && state !== 'broken' && span({ class: 'section-note' }, say(' asks before it runs')),
  ];
}
