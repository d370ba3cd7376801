/** What the owner sends in Telegram as files: judged by what Telegram has received, what is kept and what the model is shown. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { owner, sees, withTelegram } from './telegram-house.ts';

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

describe('files from Telegram', { concurrency: 2 }, () => {
  test('given a document with a credential, when it is sent, then the owner is told in one line what it holds, where it lies and what to do', () =>
    withTelegram(async (house, telegram) => {
      const running = await house.start();
      telegram.upload(owner, {
        ...{ kind: 'document', name: 'setup.txt', mediaType: 'text/plain' },
        ...{ bytes: Buffer.from(`export GITHUB=${token}\n`), caption: 'remember that this is my setup' },
      });
      const said = await sees(telegram, /holds a credential/);
      const [, path = ''] =
        /^workspace\/(inbox\/sensitive\/setup-[0-9a-f]{8}\.txt) holds a credential \(github-token\)\. .*"straylight secret set NAME"\.$/.exec(
          said.text,
        ) ?? [];
      assert.equal(readFileSync(join(house.workspace, path), 'utf8'), `export GITHUB=${token}\n`);
      await sees(telegram, /Saved/);
      const more = house.tables.value("SELECT more FROM messages WHERE role = 'owner'");
      assert.deepEqual(JSON.parse(String(more)).attachments[0].credentials, ['github-token']);
      const { value } = await house.json('policy', 'command', `cp ${path} copy.txt`);
      assert.equal(value.level, 'L2', JSON.stringify(value));
      assert.equal((await running.stop()).code, 0);
    }));
});
