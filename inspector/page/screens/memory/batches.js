/** What learning, imports and merging changed, batch by batch, each to be undone. */

import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { conversationLink } from '../../parts/conversation-link.js';
import { div, h2, li, section, span, ul } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { announce } from '../../view/announce.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';

/** @import { MemoryBatch } from '../../../../src/domain/memory/service.ts' */

const kinds = { observer: say('Learned'), import: say('Imported'), consolidation: say('Merged') };

/** @param {readonly MemoryBatch[]} batches @param {() => Promise<void>} onChanged */
export function batchList(batches, onChanged) {
  return section(
    { class: 'memory-batches' },
    h2({}, say('Changes')),
    ul({ class: 'memories' }, ...batches.map(batch => li({ key: batch.id }, line(batch, onChanged)))),
  );
}

/** @param {MemoryBatch} batch @param {() => Promise<void>} onChanged */
function line({ id, kind, session, at, undoneAt, memories }, onChanged) {
  return div(
    { class: 'memory' },
    div(
      { class: 'facts-line' },
      span({}, `${kinds[kind]}: ${memories === 1 ? say('1 memory') : say('{memories} memories', { memories })}`),
      session !== null && conversationLink({ session }),
      age({ since: at, format: agoText }),
      undoneAt !== null && span({}, say('undone')),
    ),
    undoneAt === null &&
      div(
        { class: 'memory-acts' },
        actButton({
          label: say('Undo'),
          confirm: say('Undo it'),
          onAct: async () => {
            await client.memory.undo({ batch: id });
            announce(say('Undone.'));
            await onChanged();
          },
        }),
      ),
  );
}
