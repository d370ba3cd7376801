/** Jobs that are ready to be added with one press. */
import { useSignal } from '@preact/signals';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { component, div, h2, h3, input, label, li, p, section, ul } from '../../parts/tags.js';
import { announce } from '../../view/announce.js';
import { language, say } from '../../words/say.js';

/** @import { JobRow } from '../../../../src/domain/jobs/service.ts' */

const ready = /** @type {const} */ ([
  {
    template: 'morning-briefing',
    title: say('Morning briefing'),
    text: say('Every weekday at 7:30: what is scheduled, which goals are due, and what waits for you.'),
  },
  {
    template: 'weekly-review',
    title: say('Weekly review'),
    text: say('Every Friday at 17:00: goals reached and open, and one suggestion for next week.'),
  },
  {
    template: 'watch-page',
    title: say('Watch a page'),
    text: say('Every hour: you hear of it when the page is different from the time before.'),
  },
]);

export const templates = component(Templates);

/** @param {{ jobs: readonly JobRow[], onAdded: () => Promise<void> }} props */
function Templates({ jobs, onAdded }) {
  const url = useSignal('');
  const left = ready.filter(({ template }) => !jobs.some(({ name }) => name === template));
  if (left.length === 0) return null;
  return section(
    { class: 'list-section', 'aria-labelledby': 'templates-title' },
    h2({ id: 'templates-title', class: 'title' }, say('Ready to add')),
    ul(
      { class: 'job-templates' },
      ...left.map(({ template, title, text }) => {
        const isPage = template === 'watch-page';
        const address = url.value.trim();
        return li(
          { key: template, class: 'job-template' },
          h3({ class: 'week-name' }, title),
          p({ class: 'section-note' }, text),
          isPage &&
            label(
              { class: 'section-note' },
              say('Address of the page'),
              input({
                class: 'filter',
                type: 'url',
                placeholder: 'https://example.org/news',
                value: url.value,
                onInput: event => (url.value = event.currentTarget.value),
              }),
            ),
          div(
            {},
            actButton({
              label: say('Add {title}', { title: language === 'en' ? title.toLowerCase() : title }),
              unavailable: isPage && address === '' ? say('Enter the address of the page first.') : undefined,
              onAct: async () => {
                const { message } = await client.jobs.define({ template, url: isPage ? address : undefined });
                announce(message);
                await onAdded();
              },
            }),
          ),
        );
      }),
    ),
  );
}
