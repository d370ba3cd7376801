/** Notices that this process has no file handles left, and that it has some again. */
import { closeSync, openSync } from 'node:fs';
import type { Sentence } from '../../domain/policy/sentence.ts';
import { saidOf, toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';

export interface HandleWatch {
  begin(): void;
  /** Why nothing can be opened now. */
  readonly trouble: Sentence | undefined;
  end(): void;
}

/** Often enough for a look at the status, and it costs nothing. */
const everyMs = 2_000;

/**
 * `onChange` is called when the trouble begins, and with nothing when it is over. `tryOne` opens one file and closes
 * it.
 */
export function handleWatch({
  clock,
  onChange,
  tryOne = openAndClose,
}: {
  readonly clock: Pick<Clock, 'after'>;
  readonly onChange: (trouble: Sentence | undefined) => void;
  readonly tryOne?: () => void;
}): HandleWatch {
  let trouble: Sentence | undefined;
  let cancel = () => {};

  function look(): void {
    const before = trouble;
    trouble = problem(tryOne);
    cancel = clock.after(everyMs, look);
    if ((trouble === undefined) !== (before === undefined)) onChange(trouble);
  }

  return {
    begin: look,
    get trouble() {
      return trouble;
    },
    end: () => cancel(),
  };
}

function openAndClose(): void {
  closeSync(openSync('/dev/null', 'r'));
}

function problem(tryOne: () => void): Sentence | undefined {
  try {
    tryOne();
    return undefined;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    return code === 'EMFILE' || code === 'ENFILE' ? saidOf(toFailure(thrown)) : undefined;
  }
}
