/** What a conversation has cost so far, as the budget has it; looked up again once it has rested for a moment. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Refused } from '../../../live/api.js';
import { client } from '../../../live/client.js';
import { component, span } from '../../../parts/tags.js';
import { formatDollars, formatTokens } from '../../../parts/values/amount.js';
import { say } from '../../../words/say.js';

/** @import { Amount } from '../../../../../src/domain/budget/budget.ts' */

const restMs = 1_000;

export const cost = component(Cost);

/** @param {{ id: string, rev: number }} props */
function Cost({ id, rev }) {
  const total = useSignal(/** @type {Amount | undefined} */ (undefined));
  useEffect(() => {
    const ended = new AbortController();
    const look = () =>
      client.budget.show({}, { signal: ended.signal }).then(
        ({ sessions }) => {
          total.value = sessions.find(({ session }) => session === id)?.total;
        },
        thrown => {
          // an agent without a budget has none to show
          if (!ended.signal.aborted && !(thrown instanceof Refused)) throw thrown;
        },
      );
    const timer = setTimeout(look, total.peek() === undefined ? 0 : restMs);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [id, rev]);
  if (!total.value || total.value.tokens === 0) return null;
  const { tokens, micros } = total.value;
  const words =
    micros === 0
      ? say('{tokens} tokens', { tokens: formatTokens(tokens) })
      : say('{tokens} tokens, {micros}', { tokens: formatTokens(tokens), micros: formatDollars(micros) });
  return span({ class: 'fact', title: say('in all') }, words);
}
