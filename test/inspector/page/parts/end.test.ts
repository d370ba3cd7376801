/** A list that stays at its end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { listEnd } = await import(new URL('../../../../inspector/page/parts/lists/end.js', import.meta.url).href);

/** A list of 10 px a row, as a browser holds it. */
function listOf(rows: number, clientHeight: number) {
  let top = 0;
  const list = {
    rows,
    clientHeight,
    get scrollHeight() {
      return list.rows * 10;
    },
    get scrollTop() {
      top = Math.max(0, Math.min(top, list.scrollHeight - list.clientHeight));
      return top;
    },
    set scrollTop(to: number) {
      top = to;
    },
  };
  return list;
}

test('given a list at its end, when what stands above it takes room before the browser says that it was scrolled, then it stays at its end; who scrolls up leaves it, and who scrolls to the end is back', () => {
  const list = listOf(100, 300);
  const end = listEnd(8);
  end.goTo(list);
  assert.equal(list.scrollTop, 700);
  Object.assign(list, { clientHeight: 200 });
  end.look(list);
  assert.equal(end.isHeld, true);
  end.goTo(list);
  assert.equal(list.scrollTop, 800);
  list.scrollTop = 750;
  end.look(list);
  assert.equal(end.isHeld, false, 'he has scrolled up');
  list.scrollTop = 780;
  end.look(list);
  assert.equal(end.isHeld, false, 'he is not there yet');
  list.scrollTop = 800;
  end.look(list);
  assert.equal(end.isHeld, true);
  end.leave();
  assert.equal(end.isHeld, false);
});

test('given a list at its end, when it has fewer rows or more room, then it is still there', () => {
  const list = listOf(100, 300);
  const end = listEnd(8);
  end.goTo(list);
  list.rows = 50;
  end.look(list);
  assert.equal(end.isHeld, true);
  Object.assign(list, { clientHeight: 450 });
  end.look(list);
  assert.equal(end.isHeld, true);
});
