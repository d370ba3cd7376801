import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, type TestContext } from 'node:test';
import { auditFile } from '../../../../../src/commands/audit/audit.ts';
import { style } from '../../../../../src/commands/io.ts';
import type { JsonObject } from '../../../../../src/domain/text/json.ts';
import { type AuditWorld, auditHome, openAudit } from '../../../../adapters/audit/audit-world.ts';
import { test } from '../../../../slow.ts';
import { stubAgent } from '../../../stub-agent.ts';
import { readOnlyToken, type Served, serve, token } from '../../../visitor.ts';
import { violations } from '../../axe.ts';
import { assertCalm, until, visiting, words } from '../../browser.ts';
import { listedAgent } from '../listed-agent.ts';

const hash = '#/audit';
const kinds = ['tool.called', 'approval.asked', 'gate.blocked', 'secret.used'] as const;
const risks = ['low', 'medium', 'high', 'irreversible'];

/** The page over a real chain of so many rows. */
async function chained(t: TestContext, rows: number): Promise<{ served: Served; world: AuditWorld }> {
  const world = await openAudit(auditHome(t));
  t.after(world.close);
  world.store.transaction(() => {
    for (let n = 1; n <= rows; n++) {
      const kind = kinds[n % kinds.length] ?? 'tool.called';
      const facts: JsonObject =
        kind === 'approval.asked' ? { risk: risks[n % 3] ?? 'low' } : { call: `tool-call:${n}` };
      world.log.write(
        { kind, subject: `subject-${n}`, actor: `session:telegram:${n % 7}`, facts },
        { at: Date.now() - (rows - n) * 1000 },
      );
    }
  });
  await new Promise(resolve => setImmediate(resolve));
  const agent = stubAgent();
  const { page, unrecorded } = world.log;
  const audit = {
    page: async (query: Parameters<typeof page>[0]) => page(query),
    unrecorded: async () => unrecorded(),
  };
  return { world, served: await serve({ agent: { ...agent, reader: { ...agent.reader, audit } } }) };
}

suite('Audit', { concurrency: 1 }, () => {
  test('given a chain of 20 000 rows, when it is opened, walked and filtered, then few are in the page at a time and all can be reached', async t => {
    const { served } = await chained(t, 20_000);
    await using _ = served;
    await visiting({ url: served.server.url, token }, { hash }, async visit => {
      const { page } = visit;
      const lines = page.locator('.audit-line');
      await lines.first().waitFor();
      assert.match(await words(lines.first()), /^20\s000 .*tool\.called subject-20000 session:telegram:1$/);
      const inPage = async () => assert.ok((await lines.count()) < 70, `${await lines.count()} lines in the page`);
      await inPage();
      // the chain is read on a piece at a time, and the page says how far
      await page.locator('.chip', { hasText: 'verified up to 20 000' }).waitFor();
      for (let pieces = 2; pieces <= 6; pieces += 1) {
        await page.evaluate(`document.querySelector('.windowed').scrollTop = 1e9`);
        await until(page, `document.querySelector('.windowed-lines').clientHeight === ${pieces * 200 * 36}`);
        await inPage();
      }
      await page.evaluate(`document.querySelector('.windowed').scrollTop = 700 * 36`);
      await lines.filter({ hasText: 'subject-19300' }).waitFor();
      await inPage();

      await page.evaluate(`document.querySelector('.windowed').scrollTop = 0`);
      await lines.filter({ hasText: 'subject-20000' }).waitFor();
      for (let step = 0; step < 40; step += 1) await page.keyboard.press('j');
      await until(page, `/subject-19961/.test(document.activeElement.textContent)`);
      await page.keyboard.press('Enter');
      const entry = page.getByRole('complementary', { name: /^Row 19.961:/ });
      await entry.waitFor();
      assert.match(await words(entry), /subject-19961 Actor session:telegram:4/);

      await page.keyboard.press('Escape');
      await entry.waitFor({ state: 'detached' });
      assert.match(await page.evaluate('document.activeElement.textContent'), /subject-19961/);
      await page.keyboard.press('Enter');
      await entry.waitFor();

      await page.getByLabel('Kind').selectOption('approval');
      await page.getByLabel('Risk').selectOption('high');
      await page.getByLabel('Actor', { exact: true }).fill('telegram:3');
      await until(
        page,
        `(all => all.length > 10 && all.every(one => /approval.asked.*telegram:3$/.test(one.textContent)))([...document.querySelectorAll('.audit-line')])`,
      );
      await page.getByLabel('Search rows').fill('no such thing');
      await page.getByText('No row matches the filters.').waitFor();
      await page.getByRole('button', { name: 'Show all rows' }).click();
      await lines.filter({ hasText: 'subject-20000' }).waitFor();
      assert.deepEqual(await violations(page), []);
      assertCalm(visit);
    });
  });

  test('given a row that was changed by another hand, when the chain is read, then the page names it and what stands before it', async t => {
    const { served, world } = await chained(t, 50);
    await using _ = served;
    world.database.exec("UPDATE audit SET subject = 'nothing' WHERE n = 31");
    // a call that ended and was not written down
    world.database
      .prepare(`INSERT INTO tool_calls (address, session, turn, call_id, tool, digest, level, reasons, outcome, failed, at, ended_at)
        VALUES ('tool-call:lost', 'session:web:main', 't', 'c', 'web_fetch', 'd', 0, '[]', 'done', 0, ?, ?)`)
      .run(Date.now(), Date.now());
    for (const theme of ['light', 'dark'] as const)
      await visiting(
        { url: served.server.url, token: readOnlyToken },
        { hash, theme, width: 390, height: 844 },
        async visit => {
          const { page } = visit;
          await page.locator('.chip', { hasText: 'broken at 31' }).waitFor();
          assert.match(
            await words(page.getByRole('alert').filter({ hasText: 'Row 31' })),
            /^Row 31: row 31 was changed, or does not follow the row before it\. Rows 1 to 30 are intact/,
          );
          await page.getByText('tool-call:lost is in the database but not in the chain.').waitFor();
          await page.locator('.audit-line').nth(2).click();
          await page.getByRole('complementary', { name: 'Row 48: tool.called' }).waitFor();
          assert.deepEqual(await violations(page), []);
          assertCalm(visit);
        },
      );
  });

  test('given an agent at work, when the chain is watched and exported, then what happens comes on top, and the file can be verified', () =>
    listedAgent(async scripted => {
      await visiting(scripted.running, { hash }, async visit => {
        const { page } = visit;
        const lines = page.locator('.audit-line');
        await lines.filter({ hasText: 'agent.started' }).waitFor();
        await scripted.asks('irreversible');
        await lines.filter({ hasText: 'approval.asked' }).waitFor();
        await page.locator('.chip', { hasText: /^verified up to \d+$/ }).waitFor();
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Export' }).click(),
        ]);
        assert.equal(download.suggestedFilename(), 'straylight-audit.jsonl');
        const file = readFileSync((await download.path()) ?? '', 'utf8')
          .trimEnd()
          .split('\n');
        const out: string[] = [];
        const io = {
          out: (line: string) => void out.push(line),
          err: () => {},
          readAll: async () => '',
          style: style(false),
        };
        assert.equal(await auditFile(file, { io, json: false }), 0, out.join('\n'));
        assert.match(out[0] ?? '', new RegExp(`^Verified: ${file.length - 2} rows, none changed`));
        assertCalm(visit);
      });
    }));
});
