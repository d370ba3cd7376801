/**
 * What `npm test` prints: what Node's own reporter has, without what Node says of a file that is not counted
 * (preload.ts), as if counting had failed.
 */
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';

interface TestEvent {
  readonly type: string;
  readonly data: { readonly message?: string };
}

const ofCounting =
  /^Failed to get 'result' from coverage profile response:$|"Precise coverage has not been started\."/m;

async function* told(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  for await (const event of events)
    if (event.type !== 'test:stderr' || !ofCounting.test(event.data.message ?? '')) yield event;
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<unknown> {
  yield* Readable.from(told(events)).compose(new spec());
}
