/** Runs one piece of work after another, whatever becomes of each. */
export function oneByOne(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
