/** How much of a limit is used, as a bar with marks at 50, 75 and 90 %, and where it goes if it goes on so. */
import { div, span } from './tags.js';

/** Percent of a limit at which the owner is notified. */
const marks = [50, 75, 90];

/**
 * Without a limit there is nothing to draw.
 * @param {object} props
 * @param {string} props.label what is limited
 * @param {string} props.words the amounts, as they are read
 * @param {number} props.spent
 * @param {number | null} props.limit
 * @param {number | undefined} [props.forecast]
 */
export function limitBar({ label, words, spent, limit, forecast }) {
  if (limit === null) return null;
  const percent = shareOf(spent, limit);
  const coming = forecast === undefined ? percent : Math.max(percent, shareOf(forecast, limit));
  const look = percent >= 100 ? 'failed' : percent >= 75 ? 'needs' : 'working';
  return div(
    {
      class: `limit-bar ink-${look}`,
      role: 'meter',
      'aria-label': label,
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': Math.min(100, Math.round(percent)),
      'aria-valuetext': words,
      title: `${Math.round(percent)} %`,
    },
    coming > percent && span({ class: 'limit-coming', style: { width: `${Math.min(100, coming)}%` } }),
    span({ class: 'limit-spent', style: { width: `${Math.min(100, percent)}%` } }),
    ...marks.map(mark => span({ class: 'limit-mark', style: { left: `${mark}%` } })),
  );
}

/** @param {number} spent @param {number} limit */
function shareOf(spent, limit) {
  if (limit === 0) return spent > 0 ? 100 : 0;
  return (spent / limit) * 100;
}
