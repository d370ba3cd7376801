/** Several questions in one request: the page asks at once for what it shows behind its first rows. */
import { refusalBody, refuse, toRefusal } from '../../src/api/refusal.ts';
import { type Call, findRoute, parseTarget, type Route, refuseOtherQuery } from './routes.ts';

/** So many questions at most. */
const most = 8;

/** `GET /api/several?of=ADDRESS&of=ADDRESS`: each is one of `routes` that is a GET and changes nothing. */
export function severalRoute(routes: readonly Route[]): Route {
  const readable = routes.filter(({ method, acts }) => method === 'GET' && !acts);
  return {
    method: 'GET',
    path: '/api/several',
    query: ['of'],
    async run(call) {
      const addresses = call.query.getAll('of');
      if (addresses.length === 0 || addresses.length > most)
        throw refuse(400, `expected 1 to ${most} addresses, each behind "of=", got ${addresses.length}`);
      const answers = await Promise.all(addresses.map(address => answerTo(readable, call, address)));
      return { status: 200, value: { answers } };
    },
  };
}

/** `{ status, value }`, or `{ status, error }` as the question alone would have been refused. A defect is thrown. */
async function answerTo(routes: readonly Route[], call: Call, address: string): Promise<object> {
  try {
    const { segments, query } = parseTarget(address);
    const { route, params } = findRoute(routes, 'GET', segments);
    refuseOtherQuery(route, query);
    const given = await route.run({ ...call, params, query, body: {} });
    if (given === 'taken') throw refuse(400, 'expected an address that answers with JSON');
    return { status: given.status, value: given.value };
  } catch (thrown) {
    const refusal = toRefusal(thrown);
    if (refusal.status === 500) throw thrown;
    return { status: refusal.status, ...refusalBody(refusal) };
  }
}
