import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRoute, type Route } from '../../../inspector/http/routes.ts';
import { subjectNames, subjectOf } from '../../../src/api/operations.ts';

const routeOf = (method: Route['method'], path: string): Route => ({ method, path, run: () => 'taken' });
const segmentsOf = (path: string) => path.slice(1).split('/');

test('given two routes that a path fits, when one is looked for, then it is the one with fewer parameters, in any order', () => {
  const routes = [routeOf('POST', '/api/goals/{id}/{act}'), routeOf('POST', '/api/goals/{id}/check')];
  for (const order of [routes, routes.toReversed()]) {
    assert.equal(findRoute(order, 'POST', segmentsOf('/api/goals/1/check')).route.path, '/api/goals/{id}/check');
    assert.deepEqual(findRoute(order, 'POST', segmentsOf('/api/goals/1/drop')).params, { id: '1', act: 'drop' });
  }
  assert.throws(() => findRoute(routes, 'GET', segmentsOf('/api/goals/1/drop')), /expected POST, got another method/);
  assert.throws(() => findRoute(routes, 'POST', segmentsOf('/api/goals')), /nothing at this address/);
});

test('given the routes of all operations, when each is asked at its own path, then no other one answers', () => {
  const routes = subjectNames()
    .flatMap(subject => Object.values(subjectOf(subject) ?? {}))
    .map(({ http }) => routeOf(http.method, http.path));
  assert.ok(routes.length > 100);
  for (const { method, path } of routes) assert.equal(findRoute(routes, method, segmentsOf(path)).route.path, path);
});
