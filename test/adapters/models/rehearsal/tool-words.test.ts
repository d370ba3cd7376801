/** What tools answer, as a German owner reads it in a reply of the demo model, and most of it under a step. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolResult } from '../../../../src/adapters/models/rehearsal/texts/tool-words.ts';
import { englishLines } from '../../../flows/rig/english-lines.ts';

test('given the report of a command, when it is read in German, then our words are German and what it printed stays', () => {
  const report = 'exit code 0\n--- stdout ---\nexit code 1\n(no output)\n--- stderr ---\nit did not start\n';
  assert.equal(
    toolResult(report, 'execute_command', 'de'),
    'Rückgabewert 0\n--- Ausgabe ---\nexit code 1\n(no output)\n--- Fehlerausgabe ---\nit did not start\n',
  );
  assert.equal(toolResult('exit code 1\n(no output)', 'execute_command', 'de'), 'Rückgabewert 1\n(keine Ausgabe)');
  assert.equal(toolResult(report, 'execute_command', 'en'), report);
  for (const tool of ['shout', undefined]) assert.equal(toolResult(report, tool, 'de'), report);
});

test('given answers of built-in tools, when they are read in German, then they are German and what they quote stays', () => {
  for (const [tool, said, german] of [
    ['write_file', 'Created a.txt (1 line, 12 bytes).', 'Neu: a.txt (1 Zeile, 12 Bytes).'],
    ['memory_save', 'Saved to memory: “the sea is blue”', 'Gemerkt: „the sea is blue“'],
    [
      'memory_search',
      'Found in memory, best first:\n- the sea [fact, from the owner, 2026-11-28, memory:a]\n\nSaid in conversations, best first:\n* 2026-11-28, the owner, in terminal:main: “the sea”\n* 2026-11-28, you, in terminal:main: “no”',
      'Im Gedächtnis gefunden, das Beste zuerst:\n- the sea [Tatsache, von dir, 2026-11-28, memory:a]\n\nIn Gesprächen gesagt, das Beste zuerst:\n* 2026-11-28, du, in terminal:main: „the sea“\n* 2026-11-28, ich, in terminal:main: „no“',
    ],
    [
      'list_jobs',
      'muell (active): einmal, am So., 29. Nov. 2026, 09:00 UTC, sagt „the bins“; next Sun, 29 Nov 2026, 09:00 UTC',
      'muell (aktiv): einmal, am So., 29. Nov. 2026, 09:00 UTC, sagt „the bins“; das nächste Mal am So., 29. Nov. 2026, 09:00 UTC',
    ],
    [
      'create_tool',
      'Made the tool count, version 1. Committed as 602c80d. Its syntax is right.\nThe test passed in 21 ms. Its output:\n{"words": 6}\nIt can be used from your next step on.',
      'Werkzeug count gemacht, Version 1. Commit 602c80d. Die Syntax stimmt.\nDie Probe gelang in 21 ms. Ihre Ausgabe:\n{"words": 6}\nEs ist vom nächsten Schritt an da.',
    ],
    [
      'revert_tool',
      'The tool count is again as it was in 602c80d (create tool: count). Committed as 702c80d, version 3. It can be used from your next step on.',
      'Werkzeug count ist wieder, wie es in 602c80d war (create tool: count). Commit 702c80d, Version 3. Es ist vom nächsten Schritt an da.',
    ],
    [
      'read_file',
      '/workspace/a.txt (text/plain, 13 bytes, 1 line)\n1\tForgotten.\n[lines 2 to 9 follow; go on with from_line 2]',
      '/workspace/a.txt (text/plain, 13 Bytes, 1 Zeile)\n1\tForgotten.\n[Zeilen 2 bis 9 folgen]',
    ],
    [
      'list_files',
      '/workspace: 2 entries\na/  folder  2026-11-28 10:00\nb  3 bytes  2026-11-28 10:00',
      '/workspace: 2 Einträge\na/  Ordner  2026-11-28 10:00\nb  3 Bytes  2026-11-28 10:00',
    ],
    ['search_files', 'No matches in 3 files of /workspace.', 'Keine Treffer in /workspace (durchsucht: 3 Dateien).'],
    ['goals', 'There are no open goals.', 'Es gibt keine offenen Ziele.'],
    [
      'memory_search',
      'Said in conversations, best first:\n* 2026-11-28, the owner, in the terminal: “the sea, you in the terminal: “x””\n* 2026-11-28, you, on the page (2): “no”\n* 2026-11-28, the owner, on Telegram: “on the page”',
      'In Gesprächen gesagt, das Beste zuerst:\n* 2026-11-28, du, im Terminal: „the sea, you in the terminal: “x”“\n* 2026-11-28, ich, auf der Seite (2): „no“\n* 2026-11-28, du, in Telegram: „on the page“',
    ],
    [
      'undo_turn',
      'Undone: turn 4.\nFiles and folders restored: 2.\nThis undo is turn 5.',
      'Rückgängig gemacht: Runde 4.\nDateien und Ordner wiederhergestellt: 2.\nAuch das lässt sich rückgängig machen: Sag noch einmal „mach das rückgängig“, oder /undo 5 ja.',
    ],
    [
      'agent_status',
      'Spent today: $0.00, with a limit of $20.00.\nTokens today: 0, with no limit.\n- rehearsal/rules: the demo model, free',
      'Heute ausgegeben: 0,00 $ von höchstens 20,00 $.\nTokens heute: 0, unbegrenzt.\n- rehearsal/rules: das Demomodell, kostenlos',
    ],
    [
      'agent_status',
      'Where it lies on this machine:\n- home: /h\n- logs: /h/logs',
      'Es liegt auf diesem Rechner:\n- Datenordner: /h\n- Protokolle: /h/logs',
    ],
    [
      'agent_status',
      'Jobs due within a day:\n- muell: Sun, 29 Nov 2026, 09:00 UTC, sagt „the bins“',
      'Jobs der nächsten 24 Stunden:\n- muell: So., 29. Nov. 2026, 09:00 UTC, sagt „the bins“',
    ],
  ] as const) {
    assert.equal(toolResult(said, tool, 'de'), german);
    assert.equal(toolResult(said, tool, 'en'), said);
  }
});

test('given the ways in which built-in tools refuse, when they are read in German, then no English is left', () => {
  for (const [tool, said] of [
    ['read_file', '/workspace/a is a folder, not a file; list_files shows what is in it.'],
    ['read_file', '/workspace/a.txt does not exist. There is: b.txt.'],
    ['edit_file', 'old_text does not stand in /workspace/a.txt. Read the file and copy the text from there.'],
    ['memory_forget', 'There is no memory memory:a. memory_search shows the id behind each memory.'],
    ['cancel_job', 'There is no job bins.'],
    ['delete_tool', 'there is no tool count; "straylight tools list" names them'],
    ['create_tool', 'The test did not pass.\nThe tool: it ended with exit code 1\nNothing was changed.'],
  ] as const)
    assert.deepEqual(englishLines(toolResult(said, tool, 'de')), [], said);
});
