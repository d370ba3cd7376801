import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idleRoles, modelRoles } from '../../../src/domain/models/roles.ts';
import { sourceFiles } from '../../source-files.ts';

test('given the roles that the code calls models in, when they are held against the list, then each stands there, and no other', () => {
  const called = sourceFiles('src')
    .filter(({ path }) => /^src\/(actors|adapters|features)\//.test(path))
    .flatMap(({ code }) => [...code.matchAll(/\brole(?:: |\s=\s)'([a-z]+)'/g)].map(([, name = '']) => name))
    .filter(name => !['user', 'assistant', 'tool', 'system', 'notice', 'owner', 'reader'].includes(name));
  assert.deepEqual([...new Set(called)].toSorted(), modelRoles.map(({ name }) => name).toSorted());
});

test('given settings of roles, when nothing follows them, then each is named with the reason', () => {
  const roles = { session: 'a/b', chef: 'a/b', embedding: 'a/b' };
  assert.deepEqual(
    idleRoles(roles).map(({ setting, why }) => `${setting}: ${why.slice(0, 21)}`),
    ['models.roles.chef: there is no such role'],
  );
});
