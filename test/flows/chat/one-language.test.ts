/** Somebody who speaks German: in a German home all is German, and in an English one no line is half of each. */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

const lines = {
  de: {
    alone: '(Automatisch ausgeführt: „touch neu.txt“ ausführen.)',
    card: /^Freigabe \S+ {2}„rm -rf alt“ ausführen\.$/m,
    done: /^Erledigt: „rm -rf alt“ ausführen\.$/m,
    confirm: 'ja',
    english: /\b(?:Run|Ran|Done|Approval|Reason|yes|the|is|it)\b/,
  },
  en: {
    alone: '(Ran automatically: Run “touch neu.txt”.)',
    card: /^Approval \S+ {2}Run “rm -rf alt”\.$/m,
    done: /^Done: Run “rm -rf alt”\.$/m,
    confirm: 'yes',
    english: undefined,
  },
} as const;

for (const home of ['de', 'en'] as const)
  test(`given a home in which ${home} is set, when its owner speaks German, then each line is of one language`, () =>
    withAgent({ config: `[owner]\nlanguage = "${home}"\n` }, async agent => {
      const { alone, card, done, confirm, english } = lines[home];
      const first = await agent.ask('führe touch neu.txt aus');
      assert.match(first, /^`touch neu\.txt` ist zu Ende/m);
      assert.ok(first.includes(alone), first);
      const asked = await agent.ask('führe rm -rf alt aus');
      assert.match(asked, /Wartet auf deine Freigabe: der Befehl `rm -rf alt`/);
      assert.match(asked, card);
      const id = new RegExp(`straylight approvals approve (\\S+) --confirm ${confirm}\\b`).exec(asked)?.[1];
      assert.ok(id, asked);
      const after = await agent.straylight('approvals', 'approve', id, '--confirm', confirm);
      assert.equal(after.code, 0, after.err);
      assert.match(after.out, done);
      if (english) for (const said of [first, asked, after.out]) assert.doesNotMatch(said, english);
    }));
