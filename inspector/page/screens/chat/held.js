/** Why a conversation does not go on: it was set aside, or Straylight is in safe mode. */
import { actorSignal, roster } from '../../live/actors.js';
import { safeMode } from '../../live/agent.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';

/**
 * What holds it, and where to look; undefined: nothing does.
 * @param {string} session
 * @returns {{ readonly words: string, readonly href: string } | undefined}
 */
export function holdOf(session) {
  // looked at so that a session that appears is seen
  void roster.value;
  const status = actorSignal(session)?.value.status;
  if (status === 'suspended' || status === 'quarantined')
    return {
      words: say('This conversation is on hold. Your messages are kept until it resumes.'),
      href: href('actor', session),
    };
  if (safeMode.value === undefined) return undefined;
  return {
    words: say('Straylight is in safe mode. Your messages are kept until you resume it.'),
    href: href('approvals', safeMode.value),
  };
}
