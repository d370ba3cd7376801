/** The requests of a conversation, newest first, each with its size as a bar. */

import { useSignal } from '@preact/signals';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { a, component, div, li, nav, ol, span } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { formatTokens } from '../../parts/values/amount.js';
import { readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';

/** @import { RequestRow } from '../../../../src/domain/context/sent-request.ts' */

export const requestList = component(RequestList);

/** @param {{ session: string, requests: readonly RequestRow[], next?: number | undefined, shown: number | undefined }} props */
function RequestList({ session, requests, next, shown }) {
  const older = useSignal(
    /** @type {{ rows: readonly RequestRow[], next?: number | undefined } | undefined} */ (undefined),
  );
  const rows = [...requests, ...(older.value?.rows ?? []).filter(({ step }) => step < (requests.at(-1)?.step ?? 0))];
  const before = older.value ? older.value.next : next;
  const more = async () => {
    const page = await client.requests.list({ id: session, before, limit: 100 });
    older.value = { rows: [...(older.value?.rows ?? []), ...page.requests], next: page.next };
  };
  return nav(
    { class: 'request-list', 'aria-label': say('Requests to the model') },
    ol(
      {},
      ...rows.map(row =>
        li(
          { key: row.step },
          a(
            {
              class: 'request-row',
              href: href('context', session, String(row.step)),
              'data-row': '',
              'aria-current': row.step === shown ? 'true' : undefined,
            },
            span({ class: 'request-step mono' }, `#${row.step}`),
            age({ since: row.at, format: agoText }),
            span({ class: 'request-tokens' }, formatTokens(tokensOf(row))),
            span({ class: 'request-model', dir: 'auto' }, ...readable(row.model)),
            fullness(row),
          ),
        ),
      ),
    ),
    before !== undefined && div({ class: 'request-more' }, actButton({ label: say('Older requests'), onAct: more })),
  );
}

/** As the model counted it, else as we did. @param {RequestRow} row */
export function tokensOf({ parts: { system, tools, memories, history }, inputTokens }) {
  return inputTokens > 0 ? inputTokens : system + tools + memories + history;
}

/** How much of the window it takes. @param {RequestRow} row */
function fullness(row) {
  const share = Math.min(1, tokensOf(row) / Math.max(1, row.parts.window));
  return span(
    { class: 'limit-bar', 'aria-hidden': 'true' },
    span({ class: 'limit-spent', style: { width: `${(share * 100).toFixed(1)}%` } }),
  );
}
