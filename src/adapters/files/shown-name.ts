/** A name that somebody chose, as it is shown. */
import { readable } from '../../domain/text/visible.ts';

/** On one line: nothing in it can look like a line of ours. */
export function shownName(name: string): string {
  return readable(name).replaceAll('\n', '⟨U+000A⟩');
}
