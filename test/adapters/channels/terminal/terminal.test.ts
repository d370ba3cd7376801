import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inTerminal, noPty } from './pty.ts';

const size = { columns: 60, rows: 24 };
const program = fileURLToPath(new URL('./program.ts', import.meta.url));

function chat(t: TestContext, settleMs = 0, undoMs = 60_000) {
  const argv = [process.execPath, '--conditions=development', program, String(settleMs), String(undoMs)];
  const started = inTerminal(t, size, argv);
  return { ...started, rows: () => started.screen.rows() };
}

const options = { skip: noPty, timeout: 60_000 };

test(
  'given a reply in pieces, when it streams, then it reads once, above a prompt that is always there',
  options,
  async t => {
    const { until, type, rows } = chat(t);
    await until(/welcome\n(?:● [^\n]*\n)?›$/);
    type('hello\r');
    await until(/Second line\.\n\n(?:● [^\n]*\n)?›$/);
    assert.deepEqual(rows().filter(Boolean), ['welcome', '› hello', 'Hello you.', 'Second line.', '›']);
  },
);

test(
  'given tool calls and notices, when they come in, then each is one line, and the reply follows',
  options,
  async t => {
    const { until, type, rows } = chat(t);
    await until(/›$/);
    type('tool\r');
    await until(/It is Linux\.\n\n(?:● [^\n]*\n)?›$/);
    assert.deepEqual(rows().slice(2, 8), [
      '• execute_command',
      '  → Linux box 6.1',
      '    more',
      '  ✗ no such file',
      '· a late result came in',
      'It is Linux.',
    ]);
  },
);

test(
  'given a reply with escapes, when it streams, then they are written out and the screen is not touched',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('evil\r');
    const text = await until(/txt\n\n(?:● [^\n]*\n)?›$/);
    assert.match(text, /› evil\nsafe⟨U\+001B⟩\[2J⟨U\+001B⟩\]0;own⟨U\+0007⟩ed\nnext ⟨U\+009B⟩31m⟨U\+202E⟩txt/);
  },
);

test(
  'given a paragraph longer than the screen is wide, when it streams while something is typed, then both are whole',
  options,
  async t => {
    const { until, type, rows } = chat(t);
    await until(/›$/);
    type('long\r');
    await until(/› long\n/);
    type('my draft');
    await until(/end\n\n› my draft$/);
    const body = rows().filter(line => line.startsWith('word'));
    assert.equal(body.join(' '), `${'word '.repeat(40)}end`);
    assert.ok(body.every(line => line.length < size.columns));
  },
);

const asks = /a approve · i info · w deny with a reason · d deny;\nanything else is a message\n›$/;

test(
  'given an approval of low risk, when a is typed under its card, then digest and nonce go with the yes',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('approve\r');
    await until(/│ rm -rf ⟨U\+200B⟩build\n[\s\S]*is a message\n›$/);
    type('a\r');
    await until(/decided approve digest-abc nonce-abc[\s\S]*· Run a command: Approved\.\n(?:● [^\n]*\n)?›$/);
  },
);

test('given an approval, when yes is typed at once, then that is no answer; d denies', options, async t => {
  const { until, type } = chat(t);
  await until(/›$/);
  type('approve\r');
  await until(asks);
  for (const [at, typed] of ['yes', 'y', 'yes please', 'ja bitte', 'Okay, sure!', '👍', ''].entries()) {
    type(`${typed}\r`);
    await until(new RegExp(`(?:Nothing was decided: a approves, i tells more[\\s\\S]*){${at + 1}}is a message\n›$`));
  }
  type('d\r');
  const text = await until(/· Run a command: Denied\.\n(?:● [^\n]*\n)?›$/);
  assert.match(text, /decided deny/);
  assert.doesNotMatch(text, /decided approve/);
});

for (const said of ['no', 'nein, lieber nicht', 'No, thanks.', '👎'])
  test(`given an approval, when ${said} is typed, then it is denied`, options, async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('approve\r');
    await until(asks);
    type(`${said}\r`);
    await until(/decided deny[\s\S]*· Run a command: Denied\.\n(?:● [^\n]*\n)?›$/);
  });

test(
  'given medium risk, when a is typed, then only yes confirms it, and u takes it back as long as it may',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('medium\r');
    await until(/Approve: It runs once\.\n {2}Deny: It does not run\.\n[\s\S]*is a message\n›$/);
    type('a\r');
    await until(/Not decided yet\.[^›]*\n(?:● [^\n]*\n)?med: type yes to approve; n goes back\n›$/);
    type('rather not\r');
    // it is no yes, and may be sent as a message
    await until(/· Nothing was decided\.\n(?:● [^\n]*\n)?med: a approve[^›]*\n› rather not$/);
    type('\x15a\r');
    await until(/med: type yes to approve; n goes back\n›$/);
    type('yes\r');
    await until(
      /decided approve digest-med nonce-med yes[\s\S]*· Run a command: Approved\. It starts in \d+ s[^›]*\n(?:● [^\n]*\n)?med: Approved\. Type u to undo it, for/,
    );
    type('y\r');
    await until(/Type u to undo, or wait\.\n/);
    type('u\r');
    await until(/decided undo[\s\S]*· Run a command: Undone\. Not run\.\n(?:● [^\n]*\n)?›$/);
  },
);

test(
  'given a, when Enter is pressed behind it, then the question stands as it was, and n leaves it',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('medium\r');
    await until(asks);
    type('a\r');
    await until(/med: type yes to approve; n goes back\n›$/);
    type('\r');
    const text = await until(/(?:· Not decided yet\.[\s\S]*){2}med: type yes to approve; n goes back\n›$/);
    assert.doesNotMatch(text, /Nothing was decided/);
    type('n\r');
    await until(/· Nothing was decided\.\n(?:● [^\n]*\n)?med: a approve[^›]*\n›$/);
  },
);

test('given a yes whose time to be taken back is over, then the prompt is back by itself', options, async t => {
  const { until, type } = chat(t, 0, 300);
  await until(/›$/);
  type('medium\r');
  await until(asks);
  type('a\r');
  await until(/type yes to approve; n goes back\n›$/);
  type('yes\r');
  await until(/· Run a command: Approved\.[^›]*\n(?:● [^\n]*\n)?›$/);
});

test('given what cannot be undone, then only the word on the card is a yes', options, async t => {
  const { until, type } = chat(t);
  await until(/›$/);
  type('grave\r');
  await until(/To approve, type this word: harbour\n[\s\S]*is a message\n›$/);
  for (const wrong of ['yes', 'zebra', 'n']) {
    type('a\r');
    await until(/irr: type harbour to approve; n goes back\n›$/);
    type(`${wrong}\r`);
    await until(/(Nothing was decided|Not approved)\.\n(?:● [^\n]*\n)?irr: a approve[^›]*is a message\n›[^›]*$/);
    type('\x15');
    await until(/is a message\n›$/);
  }
  type('a\r');
  await until(/irr: type harbour to approve; n goes back\n›$/);
  type('Harbour\r');
  await until(/decided approve digest-irr nonce-irr Harbour[\s\S]*· Run a command: Approved\.\n(?:● [^\n]*\n)?›$/);
});

test('given an approval, when it is denied with a reason, then the reason goes along', options, async t => {
  const { until, type } = chat(t);
  await until(/›$/);
  type('approve\r');
  await until(asks);
  type('i\r');
  await until(/SHA-256 of the call digest-abc\n[\s\S]*is a message\n›$/);
  type('w\r');
  await until(/abc: type the reason to deny it; Enter goes back\n›$/);
  type('not on a Friday\r');
  await until(/decided deny digest-abc nonce-abc not on a Friday[\s\S]*· Run a command: Denied\.\n(?:● [^\n]*\n)?›$/);
});

test(
  'given a card on screen, when its act was approved elsewhere and may still be taken back there, then it says who it was',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('begun elsewhere\r');
    await until(/· Run a command: Approved on Telegram \(42\)\n(?:● [^\n]*\n)?›$/);
  },
);

test(
  'given a card that has just come up, when a yes was on its way already, then it does not count',
  options,
  async t => {
    const { until, type } = chat(t, 60_000);
    await until(/›$/);
    type('approve\r');
    await until(asks);
    type('a\r');
    const text = await until(
      /typed that before the card could be read\.\n(?:● [^\n]*\n)?abc: a approve[^›]*is a message\n›$/,
    );
    assert.doesNotMatch(text, /decided/);
  },
);

test(
  'given a half-typed message, when a card comes up, then it stays, and what is no answer is a message',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('slow card\r');
    await until(/› slow card\n/);
    type('y');
    await until(/is a message\n› y$/);
    type('our move\r');
    await until(/You said "your move"[\s\S]*is a message\n›$/);
  },
);

test(
  'given an approval of another conversation, when it comes up, then it is one line, and /approvals shows its card',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('other\r');
    const text = await until(/· telegram:42 waits for your approval oth: [^›]*\/approvals\s+shows\s+it\.\n/);
    assert.doesNotMatch(text, /Risk|a approve/);
    type('yes\r');
    await until(/You said "yes"/);
    type('/approvals\r');
    await until(/Approval oth[\s\S]*oth: a approve/);
    type('d\r');
    await until(/decided deny digest-oth[\s\S]*· Run a command: Denied\./);
  },
);

test(
  'given a card on screen, when somebody answers elsewhere, then it says so and the prompt is back',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('elsewhere\r');
    await until(/· Run a command: Approved on Telegram \(42\)\n(?:● [^\n]*\n)?›$/);
  },
);

test(
  'given a card left for later with Ctrl-C, when approvals are asked for, then it is shown again',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('approve\r');
    await until(asks);
    type('\x03');
    await until(/Left for later[^\n]*\n(?:● [^\n]*\n)?›$/);
    type('/approvals\r');
    await until(/Left for later[\s\S]*Approval abc[\s\S]*is a message\n›$/);
  },
);

test(
  'given a card, when a no in words is typed, then it denies; where the agent has asked something, it is the answer to that',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('approve\r');
    await until(asks);
    type('Nein.\r');
    await until(/decided deny[\s\S]*· Run a command: Denied\.\n(?:● [^\n]*\n)?›$/);
    type('approve and ask\r');
    await until(/Shall I go on with the rest\?[\s\S]*is a message\n›$/);
    type('no\r');
    await until(/You said "no"[\s\S]*abc: a approve[^›]*is a message\n›$/);
    // the question has its answer now
    type('no\r');
    const text = await until(/(?:Run a command: Denied\.[\s\S]*){2}›$/);
    assert.doesNotMatch(text, /decided approve/);
  },
);

test(
  'given steps that are shown, when /verbose is typed, then they are hidden from then on, and shown with the next',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('/verbose\r');
    await until(/no longer show their steps[^›]*›$/);
    type('tool\r');
    const text = await until(/It is Linux\.[\s\S]*›$/);
    assert.doesNotMatch(text, /Linux box/);
    type('/verbose\r');
    await until(/now show the steps[^›]*›$/);
  },
);

test(
  'given a card on screen, when approvals are asked for, then it is shown once more with what it takes',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('approve\r');
    await until(asks);
    type('/approvals\r');
    await until(/Approval abc[\s\S]*\/approvals\n[^›]*Approval abc[^›]*is a message\n›$/);
  },
);

test(
  'given a question of the agent, when it waits, then it is shown and the next line is its answer',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('ask me\r');
    await until(/Which one\?\n(?:● [^\n]*\n)?›$/);
    type('the blue one\r');
    await until(/You said "the blue one"/);
  },
);

test(
  'given a question that offers answers, when its digit is pressed, then that is the answer, and it says so',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('choose\r');
    await until(/Which colour\?\n *1\. Red\n *2\. Sea blue[^›]*1 Red · 2 Sea blue; other words are an answer too\n›$/);
    type('2');
    const text = await until(/› 2\n· Your answer: Sea blue\nYou said "Sea blue"\n\n(?:● [^\n]*\n)?›$/);
    assert.doesNotMatch(text, /other words/);
    // without a question a digit is text
    type('2\r');
    await until(/You said "2"/);
  },
);

for (const words of ['2 of each', '3', 'green'])
  test(
    `given a question that offers answers, when "${words}" is typed, which is none of them, then it is the answer`,
    options,
    async t => {
      const { until, type } = chat(t);
      await until(/›$/);
      type('choose\r');
      await until(/other words are an answer too\n›$/);
      type(`${words}\r`);
      assert.doesNotMatch(await until(new RegExp(`You said "${words}"`)), /Your answer/);
    },
  );

test('given a running turn, when Ctrl-C is pressed, then the turn ends; twice, the program does', options, async t => {
  const { until, type, exit } = chat(t);
  await until(/›$/);
  type('slow\r');
  await until(/working on it\n● Writing · \d+ s\n(?:● [^\n]*\n)?›$/);
  type('\x03');
  await until(/working on it\n· Cancelled\.\n\n(?:● [^\n]*\n)?›$/);
  type('\x03');
  await until(/left the chat: stopped/);
  assert.equal(await exit, 0);
});

test('given an empty prompt, when Ctrl-D is pressed, then the program ends', options, async t => {
  const { until, type, exit } = chat(t);
  await until(/›$/);
  type('\x04');
  await until(/left the chat: left/);
  assert.equal(await exit, 0);
});

test(
  'given a paste of several lines, when it is sent, then it is one message, in whatever pieces it came',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('see \x1b[20');
    type('0~one\r\n\ttwo\nthree\n\x1b[201');
    type('~ now');
    await until(/› see one\n {4}two\n {2}three now$/);
    type('\r');
    await until(/You said "see one\\n\\ttwo\\nthree now"/);
    type(`\x1b[200~${'line\n'.repeat(12)}\x1b[201~`);
    await until(/› \[paste 1: 12 lines\]$/);
    type('\r');
    await until(/You said "line\\nline/);
    type('\x1b[200~just words\x1b[201~');
    await until(/› just words$/);
  },
);

test('given earlier conversations, when arrow up is pressed, then what the owner said comes back', options, async t => {
  const { until, type } = chat(t);
  await until(/›$/);
  type('\x1b[A');
  await until(/› last of yesterday$/);
  type('\x1b[A');
  await until(/› first of yesterday$/);
});

test(
  'given the commands of the chat, when they are typed, then they are answered here and nothing is said',
  options,
  async t => {
    const { until, type, exit } = chat(t);
    await until(/›$/);
    type('/status\r');
    await until(/all is well\n(?:● [^\n]*\n)?›$/);
    type('/tools\r');
    await until(/all the tools\n(?:● [^\n]*\n)?›$/);
    type('/tools word_count\r');
    await until(/the tool word_count\n(?:● [^\n]*\n)?›$/);
    type('/sessions\r');
    await until(/1 {2}hello {2}you are here\n\n\/new\n(?:● [^\n]*\n)?›$/);
    type('/new\r');
    await until(/New conversation, number 2\.[^›]*›$/);
    type('/session 1\r');
    await until(/Switched to conversation 1: hello\nlast of session:terminal:main\n(?:● [^\n]*\n)?›$/);
    type('/answer k3Qm9xTd\r');
    await until(/\/answer KEY CHOICE: Answer a question about a problem[^›]*›$/);
    type('/answer k3Qm9xTd fresh\r');
    await until(/Answered: fresh\.\n(?:● [^\n]*\n)?›$/);
    type('/help\r');
    await until(/Ctrl-C stops the turn; twice, the program\.[^›]*›$/);
    type('/hlep\r');
    await until(/Unknown command \/hlep\.[^›]*›$/);
    type('/dance\r');
    await until(/Unknown command \/dance[^\n]*\n(?:● [^\n]*\n)?›$/);
    type('/cost\r');
    await until(/Unknown command \/cost\. Did you mean \/budget\?/);
    type('/hülfe\r');
    await until(/Unknown command \/hülfe\. Did you mean \/help\?/);
    type('/approvals\r');
    const text = await until(/No approval is pending\.\n(?:● [^\n]*\n)?›$/);
    assert.doesNotMatch(text, /You said/);
    type(' exit\r');
    await until(/left the chat/);
    assert.equal(await exit, 0);
  },
);

test(
  'given a reply that is being written, when a notice and words from elsewhere come, then it goes on and reads once',
  options,
  async t => {
    const { until, type, rows } = chat(t);
    await until(/›$/);
    type('cut\r');
    await until(/needs water\.\n\n(?:● [^\n]*\n)?›$/);
    assert.deepEqual(rows().filter(Boolean), [
      'welcome',
      '› cut',
      '· something else came',
      'You wrote elsewhere: and from afar',
      'The garden needs water.',
      '›',
    ]);
  },
);

test(
  'given a reply whose beginning was missed, or whose pieces come again, when it is whole, then it reads once',
  options,
  async t => {
    const { until, type, rows } = chat(t);
    await until(/›$/);
    type('halves\r');
    await until(/needs rain\.\n\n(?:● [^\n]*\n)?›$/);
    type('again\r');
    await until(/three\.\n\n(?:● [^\n]*\n)?›$/);
    const said = rows().filter(Boolean);
    assert.deepEqual(said, ['welcome', '› halves', 'The garden needs rain.', '› again', 'One, two, three.', '›']);
  },
);

test(
  'given a secret in what is typed, when it comes back without it, then it was not written elsewhere',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('the key is sk-abcdef\r');
    assert.doesNotMatch(await until(/You said "the key[^\n]*\n\n(?:● [^\n]*\n)?›$/), /elsewhere/);
  },
);

test(
  'given a reminder, when it comes to another conversation of the terminal, then it is shown here, once, with its time',
  options,
  async t => {
    const { until, type, rows } = chat(t);
    await until(/›$/);
    type('remind\r');
    await until(/Noted\.\n\n(?:● [^\n]*\n)?›$/);
    const told = rows().filter(row => row.includes('Reminder'));
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /^• \d\d:\d\d Reminder: water the plants$/);
    type('/budget seen\r');
    await until(/shown: session:terminal:main~9\n/);
  },
);

test(
  'given results that were waited for, when they come, then what they are is shown, and nothing that was said before',
  options,
  async t => {
    const { until, type, rows } = chat(t);
    await until(/›$/);
    type('late\r');
    await until(/All came\.\n\n(?:● [^\n]*\n)?›$/);
    assert.deepEqual(rows().filter(Boolean), [
      ...['welcome', '› late', '  → it printed this', '• Write a.txt (1 line, 9 bytes).', '  → Created a.txt'],
      ...['· (This takes effect later: x.)', '· (Ran automatically: Send a mail.)', 'All came.', '›'],
    ]);
  },
);

test(
  'given a yes with a slip, when it is sent, then the line is empty and the yes is asked for again',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('medium\r');
    await until(/is a message\n›$/);
    type('a\r');
    await until(/med: type yes to approve; n goes back\n›$/);
    type('yess\r');
    await until(/Nothing was decided\. To approve, type yes\.\n(?:● [^\n]*\n)?med: type yes[^›]*\n›$/);
    type('yes\r');
    await until(/decided approve digest-med nonce-med yes/);
  },
);

test('given Ctrl-C, when something is typed before the next one, then the program goes on', options, async t => {
  const { until, type } = chat(t);
  await until(/›$/);
  type('\x03');
  await until(/Press Ctrl-C again to stop the program[^›]*›$/);
  type('a thought');
  await until(/› a thought$/);
  type('\x03');
  await until(/›$/);
  type('hello\r');
  await until(/Second line\.\n\n(?:● [^\n]*\n)?›$/);
});

test(
  'given Tab, when commands or their words are begun, then they stand in a column, as many as there is room for',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('/\t');
    await until(/ {2}\/help +This list\n {2}\/stop +Stops[\s\S]*and \d+ more/);
    type('\x15/memory c\t');
    await until(/› \/memory consolidate$/);
  },
);

test(
  'given a terminal that does not mark pastes, when lines come at once or in pieces, then they are one message',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('the list is:\r\tfirst milk\rsecond bread\r');
    await until(/You said "the list is:\\n\\tfirst milk\\nsecond bread"/);
    type('\x1b[20');
    type('0~one\r');
    type('two\x1b[2');
    type('01~');
    await until(/› one\n {2}two$/);
    type('\r');
    await until(/You said "one\\ntwo"/);
    type('typed before: ');
    await until(/› typed before:$/);
    type('first\r');
    type('last\r');
    await until(/You said "typed before: first\\nlast"/);
  },
);

test(
  'given a card and an empty prompt, when a letter is pressed alone, then it counts without Enter; behind text it is text',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('two cards\r');
    await until(/1 of 2: Run “one”\.\none: a approve[^›]*is a message\n2 of 2: Run “two”\.\n›$/);
    type('a');
    await until(/decided approve digest-one nonce-one/);
    await until(/two: a approve[^›]*is a message\n›$/);
    type('dance');
    await until(/› dance$/);
    type('\r');
    await until(/You said "dance"/);
    type('d');
    const text = await until(/· Run “two”: Denied\.\n(?:● [^\n]*\n)?›$/);
    assert.match(text, /decided deny digest-two/);
  },
);

test(
  'given two cards that read alike, when both wait, then each has its key, its age and what is left of its time',
  options,
  async t => {
    const { until, type } = chat(t);
    await until(/›$/);
    type('alike\r');
    const text = await until(
      /2 of 2: Run “date”\. \(two, requested\s+3\s+minutes\s+ago,\s+expires\s+in\s+2\s+hours\)\n›$/,
    );
    assert.match(text, /1 of 2: Run “date”\. \(one[,)]/);
    assert.doesNotMatch(text, /Conversation: session:terminal:main/);
  },
);

test(
  'given a terminal that reports its focus, when it is not looked at, then reminders, cards and ends of turns ring',
  options,
  async t => {
    const { until, untilWritten, type, written } = chat(t);
    await until(/›$/);
    assert.match(written(), /\x1b\[\?1004h/);
    type('hello\r');
    await until(/Second line\.\n\n›$/);
    assert.doesNotMatch(written(), /\x07/, 'who looks needs no bell');
    type('\x1b[O');
    type('remind\r');
    await untilWritten(/the turn has ended\x07/);
    type('two cards\r');
    await until(/2 of 2: Run “two”\.\n›$/);
    await untilWritten(/the turn has ended\x07[\s\S]*the turn has ended\x07/);
    const rung = [...written().matchAll(/\x07\x1b\]9;Straylight: ([^\x07]*)\x07/g)].map(([, text]) => text);
    assert.deepEqual(rung, [
      'Reminder: water the plants',
      'the turn has ended',
      'Run “one”.',
      'Run “two”.',
      'the turn has ended',
    ]);
    type('\x1b[I');
    type('hello\r');
    await until(/hello\nHello you\.\nSecond line\.\n\n[\s\S]*Second line\./);
    assert.equal(written().split('\x07').length, 2 * rung.length + 1);
  },
);

for (const [step, language, lost, back, STOPPED] of [
  ['watch', 'en', /The agent does not answer/, /The agent is back\./, ''],
  ['list', 'de', /Der Agent antwortet nicht/, /Der Agent ist wieder da\./, ''],
  ['list', 'de', /Der Agent wurde beendet/, /Der Agent ist wieder da\./, '1'],
] as const)
  test(
    `given an agent that ${STOPPED === '' ? 'is lost' : 'was stopped'} while its chat opens (${step}, ${language}), when it is back, then the chat says so and goes on with what was typed`,
    options,
    async t => {
      const argv = [process.execPath, '--conditions=development', program, '0', '60000'];
      const { until, type } = inTerminal(t, size, argv, { LOST_AT: step, LANGUAGE_OF_OWNER: language, STOPPED });
      await until(lost);
      type('hello\r');
      const text = await until(/Second line\.\n\n(?:● [^\n]*\n)?›$/);
      assert.match(text, back);
      assert.equal(text.split('Hello you.').length, 2, text);
    },
  );
