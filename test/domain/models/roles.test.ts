import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idleRoles, modelRoles } from '../../../src/domain/models/roles.ts';
import { sourceFiles } from '../../source-files.ts';

test('given the roles that the code calls models in, when they are held against the list, then each has a use there, and no other has', () => {
  const called = sourceFiles('src')
    .filter(({ path }) => /^src\/(actors|adapters|features)\//.test(path))
    .flatMap(({ code }) => [...code.matchAll(/\brole(?:: |\s=\s)'([a-z]+)'/g)].map(([, name = '']) => name))
    .filter(name => !['user', 'assistant', 'tool', 'system', 'notice', 'owner', 'reader'].includes(name));
  const used = modelRoles.filter(({ use }) => use !== undefined).map(({ name }) => name);
  assert.deepEqual([...new Set(called)].toSorted(), used.toSorted());
});

test('given settings of roles, when nothing follows them, then each is named with the reason', () => {
  const roles = { session: 'a/b', coder: 'a/b', chef: 'a/b', embedding: 'a/b' };
  assert.deepEqual(
    idleRoles(roles).map(({ setting, why }) => `${setting}: ${why.slice(0, 25)}`),
    ['models.roles.coder: nothing uses this role ye', 'models.roles.chef: there is no such role; th'],
  );
});
