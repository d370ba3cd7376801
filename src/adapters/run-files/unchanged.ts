/** The last look at what a call runs: is it what was judged and shown? */
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { changedRuns, type RunFile } from '../../domain/tools/run-file.ts';

/** Throws `denied` where a file holds something else in `now` than in `then`. */
export function mustBeUnchanged(then: readonly RunFile[] = [], now: readonly RunFile[] = []): void {
  const changed = changedRuns(then, now);
  if (changed.length === 0) return;
  const names = changed.slice(0, 5).map(name => oneLine(name, 120));
  const more = changed.length > names.length ? ` and ${changed.length - names.length} more` : '';
  throw fault(
    'denied',
    `${names.join(', ')}${more} ${changed.length === 1 ? 'is' : 'are'} not what ${changed.length === 1 ? 'it was' : 'they were'} when this call was judged, so nothing was run. Look at ${changed.length === 1 ? 'it' : 'them'}, then call it again`,
    { changed: names, cause: 'unrun' },
  );
}
