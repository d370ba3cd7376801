/** What the owner has allowed ahead: one tool, within a pattern, until a day and so many times. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Refused } from '../../live/api.js';
import { client } from '../../live/client.js';
import { listen } from '../../live/events.js';
import { actButton } from '../../parts/act-button.js';
import { component, div, h2, li, span, ul } from '../../parts/tags.js';
import { clockTime } from '../../parts/values/age.js';
import { exactly } from '../../parts/values/visible.js';
import { say } from '../../words/say.js';

/** @import { ArgumentPattern, StandingApproval } from '../../../../src/domain/approvals/standing.ts' */

const standing = signal(/** @type {readonly StandingApproval[]} */ ([]));

export const standingList = component(StandingList);

function StandingList() {
  useEffect(() => {
    void read();
    // one that is given with a yes comes a moment after it: when the act is over
    const ends = ['fresh', 'approval', 'command'].map(name => listen(name, () => void read()));
    return () => {
      for (const end of ends) end();
    };
  }, []);
  if (standing.value.length === 0) return null;
  return div(
    { class: 'standing-list' },
    h2({ class: 'title' }, say('Standing approvals'), span({ class: 'count' }, String(standing.value.length))),
    ul(
      {},
      ...standing.value.map(one =>
        li(
          { key: one.id, class: 'standing-one' },
          span({ class: 'mono' }, ...exactly(patternWords(one))),
          span(
            { class: 'next-facts' },
            one.session !== undefined && say('in {replace}, ', { replace: one.session.replace(/^session:/, '') }),
            say('until {one}, used {used} of {most} times', {
              one: clockTime(one.until),
              used: one.used,
              most: one.most,
            }),
          ),
          actButton({
            label: say('Revoke'),
            onAct: async () => {
              await client.standing.revoke({ id: one.id });
              await read();
            },
          }),
        ),
      ),
    ),
  );
}

async function read() {
  try {
    standing.value = (await client.standing.list()).standing;
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
  }
}

/** @param {StandingApproval} one */
function patternWords({ tool, arguments: pattern }) {
  return [tool, ...Object.entries(pattern).map(([name, one]) => `${name} ${argumentWords(one)}`)].join(' · ');
}

/** @param {ArgumentPattern} one */
function argumentWords(one) {
  if ('prefix' in one) return say('starts with {prefix}', { prefix: one.prefix });
  if ('glob' in one) return say('matches {glob}', { glob: one.glob });
  if ('words' in one) return `${one.words.join(' ')}${one.more ? ' …' : ''}`;
  return typeof one.is === 'string' ? one.is : JSON.stringify(one.is);
}
