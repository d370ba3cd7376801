/** What a question of the agent offers as answers, a button each. Other words are an answer too. */
import { actorSignal, roster } from '../live/actors.js';
import { canAct } from '../live/agent.js';
import { say } from '../words/say.js';
import { button, component, div } from './tags.js';
import { readable } from './values/visible.js';

export const answerButtons = component(AnswerButtons);

/**
 * Of the question that what is said next would answer: the one that was asked first.
 * @param {{ session: string, onAnswer: (text: string) => void }} props
 */
function AnswerButtons({ session, onAnswer }) {
  const question = questionOf(session);
  if (!question?.options || answered.has(question.id)) return null;
  return div(
    { class: 'question-answers', role: 'group', 'aria-label': say('Answers') },
    ...question.options.map(option =>
      button(
        {
          key: option,
          type: 'button',
          class: 'button',
          dir: 'auto',
          disabled: !canAct.value,
          onClick: () => {
            // the question has its answer then, and its buttons are gone before Straylight says so
            answered.add(question.id);
            onAnswer(option);
          },
        },
        ...readable(option),
      ),
    ),
  );
}

/** Calls whose question was answered here. @type {Set<string>} */
const answered = new Set();

/** @param {string} session */
function questionOf(session) {
  const asking = roster.value.filter(
    ({ parent, status, leaf }) => parent === session && status === 'active' && leaf === 'waitingForInput.answer',
  );
  const [first] = asking.sort((one, other) => one.since - other.since);
  return first && actorSignal(first.id)?.value;
}
