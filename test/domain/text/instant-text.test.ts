import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteInWords } from '../../../src/domain/text/instant-text.ts';

for (const timeZone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'])
  test(`given instants of fifty years in ${timeZone}, when they are said to a model, then as Intl says them`, () => {
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
    for (let at = 0; at < 1.6e12; at += 7.77e9) assert.equal(minuteInWords(at, timeZone), format.format(at));
  });
