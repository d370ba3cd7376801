/**
 * What the owner sends in Telegram as files: judged by what Telegram has received, what is kept and what the model is
 * shown.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { test } from '../../slow.ts';
import type { TestAgent } from '../rig/agent.ts';
import { owner, polls, sees, withTelegram } from '../rig/telegram-agent.ts';

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

describe('files from Telegram', { concurrency: 2 }, () => {
  test('given a document with a credential, when it is sent, then the owner is told in one line what it holds, where it lies and what to do', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      telegram.upload(owner, {
        kind: 'document',
        name: 'setup.txt',
        mediaType: 'text/plain',
        bytes: Buffer.from(`export GITHUB=${token}\n`),
        caption: 'remember that this is my setup',
      });
      const said = await sees(telegram, /holds a credential/);
      const [, path = ''] =
        /^workspace\/(inbox\/sensitive\/setup-[0-9a-f]{8}\.txt) holds a credential \(github-token\)\. .*"straylight secret set NAME"\.$/.exec(
          said.text,
        ) ?? [];
      assert.equal(readFileSync(join(agent.workspace, path), 'utf8'), `export GITHUB=${token}\n`);
      await sees(telegram, /Saved: “this is my setup/);
      const more = agent.tables.value("SELECT more FROM messages WHERE role = 'owner'");
      assert.deepEqual(JSON.parse(String(more)).attachments[0].credentials, ['github-token']);
      const { value } = await agent.json('policy', 'command', `cp ${path} copy.txt`);
      assert.equal(value.level, 'L2', JSON.stringify(value));
      assert.equal((await running.stop()).code, 0);
    }));

  const part = (at: number, caption?: string) => ({
    kind: 'document',
    name: `part-${at}.txt`,
    bytes: Buffer.from(`part ${at}`),
    album: 'a1',
    caption,
  });
  const said = (agent: TestAgent) =>
    agent.tables
      .rows("SELECT body, more FROM messages WHERE role = 'owner' ORDER BY rowid")
      .map(({ more }) => (JSON.parse(String(more ?? '{}')).attachments ?? []).length);

  test('given an album that two polls bring, and words after it, when they are taken, then both are one turn with all the files, and an edited caption a correction', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      const first = telegram.upload(owner, part(1, 'remember that these are my papers'));
      await telegram.polls.until(({ delivered }) => delivered.length > 0);
      telegram.upload(owner, part(2));
      telegram.upload(owner, part(3));
      telegram.say(owner, 'remember that I like tea');
      await sees(telegram, /Saved: “these are my papers.*Saved: “I like tea/s);
      assert.deepEqual(said(agent), [3]);
      telegram.edit(first, 'remember that these are my old papers');
      await sees(telegram, /Saved: “these are my old papers/);
      assert.deepEqual(said(agent), [3, 1]);
      assert.equal((await running.stop()).code, 0);
    }));

  test('given an album, when the process is killed after a part of it has come, then the next one takes it once and whole', () =>
    withTelegram(async (agent, telegram) => {
      let running = await agent.start();
      telegram.upload(owner, part(1, 'remember that these are my papers'));
      await telegram.polls.until(({ delivered }) => delivered.length > 0);
      await running.kill();
      telegram.upload(owner, part(2));
      running = await agent.start();
      await sees(telegram, /Saved: “these are my papers/);
      await polls(telegram);
      assert.deepEqual(said(agent), [2]);
      assert.equal((await running.stop()).code, 0);
    }));
});
