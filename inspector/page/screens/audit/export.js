/**
 * The whole chain as a file, for `straylight audit verify --file`. It changes nothing, so who may only look may have it
 * too.
 */
import { useSignal } from '@preact/signals';
import { Refused, request } from '../../live/api.js';
import { isLive } from '../../live/link.js';
import { save } from '../../live/saving.js';
import { button, component, span } from '../../parts/tags.js';
import { announce } from '../../view/announce.js';
import { say } from '../../words/say.js';

export const exportButton = component(ExportButton);

function ExportButton() {
  const isBusy = useSignal(false);
  const trouble = useSignal('');
  const load = async () => {
    isBusy.value = true;
    trouble.value = '';
    try {
      const response = await request('/api/audit/export', { method: 'GET' });
      save(await response.blob(), 'straylight-audit.jsonl');
    } catch (thrown) {
      // a connection that ends in the middle is a TypeError of the browser's
      trouble.value = thrown instanceof Refused ? thrown.message : say('The export was interrupted.');
      announce(trouble.value);
    } finally {
      isBusy.value = false;
    }
  };
  return span(
    { class: 'act' },
    button(
      {
        type: 'button',
        class: 'button small',
        disabled: isBusy.value || !isLive.value,
        title: say('All rows as a file for “straylight audit verify --file”'),
        onClick: load,
      },
      isBusy.value ? say('Exporting…') : say('Export'),
    ),
    trouble.value !== '' && span({ class: 'act-trouble', role: 'alert' }, trouble.value),
  );
}
