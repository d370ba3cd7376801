/** What each model is used for, whether it responds, how much it takes at once, and another try of one that is paused. */

import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { actButton } from '../../parts/act-button.js';
import { chip } from '../../parts/chip.js';
import { b, component, div, h2, li, p, section, span, ul } from '../../parts/tags.js';
import { formatCount } from '../../parts/values/amount.js';
import { readable } from '../../parts/values/visible.js';
import { say } from '../../words/say.js';

/** @import { ModelView, ModelsView } from '../../../../src/domain/models/view.ts' */

export const modelCards = component(ModelCards);

function ModelCards() {
  const { value: view, trouble, again } = useReading(() => client.models.list({}));
  if (!view && trouble === undefined) return null;
  return section(
    { class: 'list-section', 'aria-labelledby': 'model-cards-title' },
    h2({ id: 'model-cards-title', class: 'title' }, say('Models')),
    view
      ? ul(
          { class: 'model-cards' },
          ...view.models.map(model => li({ key: model.name, class: 'limit-card' }, ...cardOf(model, view, again))),
        )
      : p({ class: 'quiet-note' }, say('The models could not be read. {trouble}', { trouble })),
  );
}

/** @param {ModelView} model @param {ModelsView} view @param {() => Promise<void>} again */
function cardOf(model, { roles }, again) {
  const { name, problem, isLocal, takesTools, takesImages } = model;
  const uses = roles
    .filter(({ models, use }) => use !== undefined && models.includes(name))
    .map(({ role }) => roleWords[role] ?? role);
  const facts = [
    isLocal ? say('on your own machine') : say('hosted'),
    ...contextOf(model),
    ...(takesTools === false ? [say('no tools')] : []),
    ...(takesImages ? [say('takes pictures')] : []),
  ];
  return [
    div(
      { class: 'model-head' },
      b({ class: 'model-name', dir: 'ltr' }, name),
      problem === undefined
        ? chip('healthy', [b({}, say('responds'))])
        : chip('failed', [b({}, say('does not respond'))]),
    ),
    div({ class: 'section-note' }, facts.join(' · ')),
    uses.length > 0 && div({ class: 'section-note' }, say('Used for: {uses}', { uses: uses.join(', ') })),
    problem !== undefined && p({ class: 'model-problem', dir: 'auto' }, ...readable(problem)),
    problem !== undefined &&
      span(
        {},
        actButton({
          label: say('Try again'),
          onAct: async () => {
            await client.models.retry({ model: name });
            await again();
          },
        }),
      ),
  ];
}

/** @type {Readonly<Record<string, string>>} */
const roleWords = {
  session: say('conversations'),
  embedding: say('search by meaning'),
  observer: say('learning from conversations'),
  gate: say('gates'),
  translator: say('calls of tools in words'),
};

/** How much it takes at once, and where that is set. @param {ModelView} model */
function contextOf({ contextTokens, limit = 'model' }) {
  if (contextTokens === undefined) return [];
  const takes = say('takes {count} tokens at once', { count: formatCount(contextTokens) });
  const where = limitWords[limit];
  return [where === '' ? takes : `${takes} (${where})`];
}

/** @type {Readonly<Record<NonNullable<ModelView['limit']>, string>>} */
const limitWords = {
  llamacpp: say('set in llama.cpp'),
  lmstudio: say('set in LM Studio'),
  vllm: say('set in vLLM'),
  ollama: say('set in Ollama'),
  'ollama-settings': say('set in config.toml'),
  'ollama-memory': say('as the memory allows'),
  settings: say('set in config.toml'),
  assumed: say('assumed'),
  model: '',
};
