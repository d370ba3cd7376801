/** Folders by words alone, and what became of what was asked for: "did you delete it?", "what happened with stuff?". */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelTexts } from '../../../../src/domain/text/texts.ts';
import { conversation, owner } from './rehearsal-play.ts';

const names = ['execute_command', 'list_files', 'memory_search', 'write_file', 'read_file'];
const tools = names.map(name => ({ name, description: name, parameters: { type: 'object' } }));

function day(command: { readonly text: string; readonly failed?: boolean } = { text: 'Exit code 0.' }) {
  return conversation({
    offer: () => tools,
    answer: name =>
      name === 'execute_command'
        ? command
        : { text: name === 'list_files' ? '/workspace: 1 entry\nstuff/  0 bytes  2026-11-29' : '' },
  });
}

const commands = (calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[]) =>
  calls.filter(({ name }) => name === 'execute_command').map(({ arguments: { command } }) => command);

const folders = [
  {
    make: 'make a folder called stuff',
    made: 'The folder “stuff” is made.',
    erase: ['delete the folder stuff again', 'delete it again', 'delete the folder'],
    did: ['did you delete it?', 'is it deleted?', 'did it work?'],
    happened: 'what happened with stuff?',
    other: 'what happened to my sister?',
    done: /^Done: the command `rm -r -- stuff`\.$/,
    waits: /^Waiting for your approval: the command `rm -r -- stuff`\. It has not happened yet/,
    denied: /^Denied, so not done: the command `rm -r -- stuff`\.$/,
    unknown: /^Nobody knows whether this happened: the command `rm -r -- stuff`\./,
    nothing: /I have changed nothing so far/,
  },
  {
    make: 'erstelle einen Ordner namens stuff',
    made: 'Der Ordner „stuff“ ist angelegt.',
    erase: ['lösche den Ordner stuff wieder', 'lösche ihn wieder', 'lösche den Ordner'],
    did: ['hast du ihn gelöscht?', 'ist er gelöscht?', 'hat das geklappt?'],
    happened: 'was ist mit dem Ordner stuff passiert?',
    other: 'was ist mit meiner Schwester passiert?',
    done: /^Erledigt: der Befehl `rm -r -- stuff`\.$/,
    waits: /^Wartet auf deine Freigabe: der Befehl `rm -r -- stuff`\. Es ist noch nicht geschehen/,
    denied: /^Abgelehnt, also nicht geschehen: der Befehl `rm -r -- stuff`\.$/,
    unknown: /^Niemand weiß, ob es geschehen ist: der Befehl `rm -r -- stuff`\./,
    nothing: /bisher nichts verändert/,
  },
] as const;

for (const { make, made, erase, did, happened, other, done, waits, denied, unknown, nothing } of folders) {
  test(`given “${make}”, when it is deleted again in any words, then it is made and deleted, and asked whether it was, that is told`, async () => {
    for (const words of erase) {
      const { say } = day();
      const { calls, text } = await say(make);
      assert.deepEqual(commands(calls), ['mkdir -- stuff']);
      assert.ok(text.endsWith(made), text);
      assert.deepEqual(commands((await say(words)).calls), ['rm -r -- stuff'], words);
      for (const question of did) {
        const answer = await say(question);
        assert.deepEqual(answer.calls, []);
        assert.match(answer.text, done);
      }
      assert.match((await say(happened)).text, /mkdir -- stuff`\.\n.*rm -r -- stuff`\.$/);
      assert.deepEqual(
        (await say(other)).calls.map(({ name }) => name),
        ['memory_search'],
      );
    }
  });

  test(`given an act that waits, is denied, or of which nobody knows (${did[0]}), when it is asked about, then that is told`, async () => {
    const { say, messages } = day({ text: modelTexts.waiting('execute_command') });
    assert.match((await say(did[0])).text, nothing);
    await say(erase[0]);
    assert.match((await say(did[0])).text, waits);
    messages.push(
      owner(`[Straylight] ${modelTexts.late('execute_command', 'denied')}`),
      owner(`[Straylight] ${modelTexts.denied(undefined)}`),
    );
    await say('hi');
    assert.match((await say(did[0])).text, denied);
    const crashed = day({ text: modelTexts.unknown('it died'), failed: true });
    await crashed.say(erase[0]);
    assert.match((await crashed.say(did[2])).text, unknown);
  });
}
