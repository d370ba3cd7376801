import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { homePaths } from '../../../config/home.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

test('given a start that fails on the way, when it ends, then it has said why, and is no success', () =>
  withAgent({}, async ({ path, straylight }) => {
    await straylight('status');
    const sql = (statement: string) => {
      const database = new DatabaseSync(homePaths(path).database);
      database.exec(statement);
      database.close();
    };
    sql("CREATE TRIGGER full BEFORE INSERT ON boots BEGIN SELECT RAISE(ABORT, 'no room for another boot'); END");
    const { code, err } = await straylight('start');
    assert.equal(code, 1, err);
    assert.match(err, /^straylight: .*no room for another boot/m);
    sql('DROP TRIGGER full');
    assert.equal((await straylight('ask', 'help')).code, 0, 'and the home is free again');
  }));
