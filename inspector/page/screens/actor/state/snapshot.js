/** The whole state of an actor, as it is stored or as it was: a tree to search and to copy. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Refused } from '../../../live/api.js';
import { client } from '../../../live/client.js';
import { copyButton } from '../../../parts/copy-button.js';
import { emptyState, skeleton } from '../../../parts/lists/empty.js';
import { component, div, input } from '../../../parts/tags.js';
import { say } from '../../../words/say.js';
import { at } from '../store.js';
import { valueTree } from './value-tree.js';

/** @import { Actor } from '../actor.js' */

/** An actor that is busy is not asked more often than this. */
const everyMs = 1_000;

export const snapshotTab = component(SnapshotTab);

/** @param {{ actor: Actor }} props */
function SnapshotTab({ actor }) {
  const search = useSignal('');
  const now = useSignal(/** @type {{ snapshot?: unknown, trouble?: string, at: number } | undefined} */ (undefined));
  const step = at.value;
  const rev = actor.last.value?.seq;
  useEffect(() => {
    if (step !== null) return undefined;
    const ended = new AbortController();
    const timer = setTimeout(
      () => {
        client.actors.snapshot({ id: actor.id }, { signal: ended.signal }).then(
          ({ snapshot }) => {
            now.value = { snapshot, at: performance.now() };
          },
          thrown => {
            if (ended.signal.aborted) return;
            if (!(thrown instanceof Refused)) throw thrown;
            now.value = { trouble: thrown.message, at: performance.now() };
          },
        );
      },
      now.peek() === undefined ? 0 : Math.max(0, everyMs - (performance.now() - (now.peek()?.at ?? 0))),
    );
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [actor.id, step, rev]);

  const replayed = actor.replayed.value;
  const shown = step === null ? now.value : replayed?.seq === step ? replayed : undefined;
  if (!shown) return skeleton(6);
  if (shown.trouble !== undefined) return emptyState(say('This state cannot be shown.'), shown.trouble);
  const { snapshot } = shown;
  return div(
    { class: 'snapshot' },
    div(
      { class: 'tab-tools' },
      input({
        class: 'filter',
        type: 'search',
        placeholder: say('Search the state'),
        'aria-label': say('Search the state'),
        'data-filter': '',
        value: search.value,
        onInput: event => (search.value = event.currentTarget.value),
      }),
      copyButton(() => JSON.stringify(snapshot, null, 2), { what: say('the state') }),
    ),
    div(
      { class: 'tab-scroll tree-root', tabIndex: 0, role: 'region', 'aria-label': say('State') },
      ...Object.entries(snapshot ?? {}).map(([name, value]) =>
        valueTree({ key: name, name, value, search: search.value.trim().toLowerCase() }),
      ),
    ),
  );
}
