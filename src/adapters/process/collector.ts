/** V8's garbage collector, called by us; it is not part of the language, so it is asked for by V8's own flag. */

type Collect = (options: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}) => void;

let collect: Collect | undefined;

/** Frees what nothing holds any more and gives it back to the system, at once. */
export function collectGarbage(): void {
  if (!collect) {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
    collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as Collect;
  }
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
