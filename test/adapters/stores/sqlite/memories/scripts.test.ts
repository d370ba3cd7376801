/** Words of every script and way of writing, in the indexes and in what is forgotten. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { messageTable } from '../../../../../src/adapters/stores/sqlite/conversation/messages.ts';
import { migrations, openDatabase, type SqliteDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { conversationSearch } from '../../../../../src/adapters/stores/sqlite/memories/conversation-search.ts';
import { sqliteEpisodes } from '../../../../../src/adapters/stores/sqlite/memories/episodes.ts';
import { sqliteForgettings } from '../../../../../src/adapters/stores/sqlite/memories/forgetting/forgettings.ts';
import { memoryStore } from '../../../../../src/adapters/stores/sqlite/memories/memories.ts';
import { namedPhrases } from '../../../../../src/domain/memory/forgetting.ts';
import { olderFile } from '../older-file.ts';

function opened(t: TestContext, file = ':memory:') {
  const database = openDatabase({ file, synchronous: 'normal', now: () => 1 });
  t.after(() => database.close());
  const messages = messageTable(database);
  const say = (id: string, text: string, session = 's') =>
    messages.appendMessage({ id, session, turn: `t-${id}`, role: 'owner', body: text, taint: 'owner', at: 1 });
  const store = memoryStore(database);
  const save = (content: string) =>
    store.save({ kind: 'fact', content, status: 'active', source: 'owner', taint: 'owner', session: 's', at: 1 });
  return { database, store, save, say, found: (words: string) => store.search(words, 5).map(({ content }) => content) };
}

/** What is in the indexes, and whether they are what the tables say. */
function termsOf(database: SqliteDatabase): readonly string[] {
  return ['memories_fts', 'messages_fts'].flatMap(index => {
    database.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`);
    database.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${index}_all USING fts5vocab('main', '${index}', 'row')`);
    return database.prepare<[], string>(`SELECT term FROM temp.${index}_all`).pluck().all();
  });
}

/** What is kept, and what is asked for: the same in another way of writing. */
const written: readonly (readonly [kept: string, asked: string])[] = [
  ['the locker code is ＡＢＣ１２３', 'abc123'],
  ['our wifi is ABC999', 'ＡＢＣ９９９'],
  ['Café Zeltner is closed on Mondays', 'cafe zeltner'],
  ['the cafe Zurbriggen is open', 'CAFÉ ZURBRIGGEN'],
  ['Herr Müller hat den Schlüssel', 'mueller'],
  ['Frau Jaegerstein hat den Hund', 'Jägerstein'],
  ['die Werkstatt ist in der Lindenstraße', 'LINDENSTRASSE'],
  ['der Laden ist in der Ahornstrasse', 'ahornstraße'],
  ['Büro İSTANBULda açıldı', 'istanbulda'],
  ['ISPARTA gülü', 'ısparta'],
  ['المُفْتَاح عند أحمد', 'مفتاح'],
  ['الخزنة عند إبراهيم', 'ابراهيم'],
  ['הַמַּפְתֵּחַ אצל דנה', 'מפתח'],
  ['chìa khóa ở nhà bà Đặng', 'chia khoa'],
  ['ông Nguyễn sống ở Đà Nẵng', 'da nang'],
  ['ラーメンが好きです', 'らーめん'],
  ['ﾊﾟｽﾎﾟｰﾄは棚にある', 'パスポート'],
  ['コンピュータを買った', 'コンピューター'],
  ['Соловьёв живёт в Туле', 'соловьев'],
  ['보험 번호는 서랍에 있다', '보험번호'],
  ['여권번호는 수첩에 적었다', '여권'],
  ['停车位是B12号', '我的车位'],
  ['کلید زاپاس را می‌خواهد', 'می‌خواهد'],
  ['کتاب را می‌خواند', 'میخواند'],
  ['call the plumber at +49 170 1234567', '01701234567'],
  ['the account DE89 3704 0044 0532 0130 00 is the shop', 'DE89370400440532013000'],
  ['the card 4111 1111 1111 1111 has expired', '4111111111111111'],
  ['रमेश का दफ़्तर दिल्ली में है', 'दफ्तर'],
  ['แม่ชอบดื่มน\u0e4d\u0e49าส้ม', 'น\u0e49\u0e33ส้ม'],
  ['she moved to the U.S.A. in May', 'USA'],
  ['the MRI was at four', 'M.R.I.'],
  ["Mr O'Bannon called about the roof", 'obannon'],
  ['Frau OLeary ruft morgen an', "O'Leary"],
  ['the co-operative shop opens at nine', 'cooperative'],
  ['a tshirt of Marlene', 't-shirt'],
  ['der Kfz-Brief ist im Tresor', 'kfzbrief'],
  ['the tank takes 45 l', '45l'],
  ['the van weighs 2300kg', '2300 kg'],
  ['der Kredit war 18.000 Euro', '18000'],
];

test('given memories and messages in other ways of writing, when they are asked for, then both are found', t => {
  const { database, save, say, found } = opened(t);
  for (const [at, [kept]] of written.entries()) {
    save(kept);
    say(`m${at}`, kept);
  }
  const said = conversationSearch(database);
  for (const [kept, asked] of written) {
    assert.equal(found(asked)[0], kept, asked);
    assert.equal(said.find({ words: asked, limit: 5 })[0]?.text, kept, asked);
  }
});

test('given signs without a word, when they are asked for, then what has them is found, and nothing else', t => {
  const { database, save, say, found } = opened(t);
  for (const [at, text] of ['Fridays are for 🍕', 'I ❤️ tea', 'the bins go out on Tuesday'].entries()) {
    save(text);
    say(`m${at}`, text);
  }
  const said = conversationSearch(database);
  for (const [asked, kept] of [
    ['🍕', ['Fridays are for 🍕']],
    ['❤', ['I ❤️ tea']],
    ['🐘', []],
  ] as const) {
    assert.deepEqual(found(asked), kept, asked);
    assert.deepEqual(
      said.find({ words: asked, limit: 5 }).map(({ text }) => text),
      kept,
      asked,
    );
  }
  assert.equal(said.find({ words: '?', limit: 5 }).length, 3);
});

test('given what was said elsewhere in a script without spaces, when one speaks of it, then it is recalled, and a question is not', t => {
  const { database, say } = opened(t);
  const episodes = sqliteEpisodes(database);
  say('one', '我姐姐明年春天要搬去杭州工作', 'session:web:a');
  episodes.keep('one');
  const [found] = episodes.find({ words: '姐姐什么时候搬去杭州', session: 'session:web:b', limit: 3 });
  assert.equal(found?.message, 'one');
});

test('given memories that are reworded and removed, when the indexes are looked at, then nothing of the old words is in them', t => {
  const { database, store, save, say } = opened(t);
  const ids = written.map(([kept]) => save(kept));
  for (const id of ids) store.reword(id, `蓝色大象 ${id}`, 2);
  for (const id of ids) store.remove(id);
  assert.deepEqual(termsOf(database), []);
  for (const [at, [kept]] of written.entries()) say(`m${at}`, kept);
  const forgettings = sqliteForgettings(database, () => true);
  const phrases = written.flatMap(([kept]) => namedPhrases(kept));
  const { blanked } = forgettings.sweep({ id: 'f', memories: [], phrases, at: 3 });
  assert.equal(blanked.messages, written.length);
  assert.deepEqual(termsOf(database), ['forgotten']);
});

test('given a home of the version before, when it is opened, then its memories and messages are found in every script, and a memory is not kept twice', t => {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'older.db');
  const before = migrations().filter(({ name }) => name < '038').length;
  olderFile(file, before, database => {
    const save =
      database.prepare(`INSERT INTO memories (id, words, kind, content, source, taint, session, created_at, updated_at)
      VALUES (@id, @id, 'fact', @content, 'owner', 'owner', 's', 1, 1)`);
    const index = database.prepare(
      'INSERT INTO memories_fts (rowid, content) SELECT row, content FROM memories WHERE id = ?',
    );
    for (const content of ['我姐姐的生日是五月四日', 'my office is in room 5', 'Запасной ключ лежит у Марины']) {
      save.run({ id: content, content });
      index.run(content);
    }
    const say = database.prepare(
      "INSERT INTO messages (id, session, turn, role, body, taint, at) VALUES (?, 's', 't', 'owner', json_quote(?), 'owner', 1)",
    );
    say.run('one', '保险箱的密码是蓝色大象');
    say.run('two', 'the bins go out on Friday');
  });
  const { database, found, save } = opened(t, file);
  assert.deepEqual(found('姐姐生日'), ['我姐姐的生日是五月四日']);
  assert.deepEqual(found('where is my office?'), ['my office is in room 5']);
  assert.deepEqual(found('запасные ключи'), ['Запасной ключ лежит у Марины']);
  const said = conversationSearch(database);
  assert.equal(said.find({ words: '密码', limit: 1 })[0]?.id, 'one');
  assert.equal(said.find({ words: 'bins', limit: 1 })[0]?.id, 'two');
  assert.equal(save('запасной ключ лежит у Марины.'), 'Запасной ключ лежит у Марины');
  termsOf(database);
});

test('given a home whose index has the marks of a Thai vowel in another order, when it is opened, then the memory is found in either', t => {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'older.db');
  const content = 'แม่ชอบดื่มน\u0e4d\u0e49าส้ม';
  olderFile(file, migrations().filter(({ name }) => name < '080').length, database => {
    database.exec(`INSERT INTO memories (id, words, kind, content, source, taint, session, created_at, updated_at)
      VALUES ('one', 'one', 'fact', '${content}', 'owner', 'owner', 's', 1, 1)`);
    database.exec(`INSERT INTO memories_fts (rowid, content) SELECT row, '${[...content].join(' ')}' FROM memories`);
  });
  const { database, found } = opened(t, file);
  for (const asked of ['น\u0e49\u0e33ส้ม', 'น\u0e4d\u0e49าส้ม']) assert.deepEqual(found(asked), [content]);
  termsOf(database);
});

/** What is to be forgotten, a text that holds it, and one that does not. */
const sentences: readonly (readonly [phrase: string, holding: string, other: string])[] = [
  ['保险箱的密码是蓝色大象', '刚才我说保险箱的密码是 蓝色大象 对吗', '保险箱的密码是红色大象'],
  ['금고 비밀번호는 파란코끼리', '금고비밀번호는 파란 코끼리라고 했지', '금고 비밀번호는 빨간코끼리'],
  ['kasamın şifresi mavi fil', 'KASAMIN ŞİFRESİ MAVİ FİLDİR', 'kasamın şifresi mavi kuş'],
  ['كلمة سر الخزنة فيل أزرق', 'قلت إن كَلِمة سر الخزنة فيل أزرق', 'كلمة سر الخزنة فيل أحمر'],
  ['Frau Müller wohnt in Köln', 'also frau mueller wohnt in koeln.', 'Frau Müller wohnt in Bonn'],
  ['der Code liegt in der Ahornstraße', 'DER CODE LIEGT IN DER AHORNSTRASSE', 'der Code liegt in der Ahornallee'],
  ['my pin is ABC12345', 'ｐｉｎ： ＡＢＣ１２３４５', 'my pin is ABC12346'],
  ['my room is number 7', 'yes, my room is number 7', 'yes, my room is number 75'],
  ['パスポートは棚にあります', 'ﾊﾟｽﾎﾟｰﾄは棚にありますよ', 'パスポートは机にあります'],
  [
    '保险箱的密码是蓝色大象',
    '{"content":"\\u4fdd\\u9669\\u7bb1\\u7684\\u5bc6\\u7801\\u662f\\u84dd\\u8272\\u5927\\u8c61"}',
    '{"content":"\\u4fdd\\u9669"}',
  ],
];

test('given a sentence to be forgotten, when texts say it in another way of writing, then they are blanked, and others stay', t => {
  for (const [phrase, holding, other] of sentences) {
    const { database, save, say } = opened(t);
    const id = save(phrase);
    say('holding', holding);
    say('other', other);
    const forgettings = sqliteForgettings(database, () => true);
    const memories = [{ id, content: phrase, message: null }];
    forgettings.sweep({ id: 'f', memories, phrases: [], at: 3 });
    const text = database.prepare<[string], string>('SELECT body FROM messages WHERE id = ?').pluck();
    assert.equal(text.get('holding'), '"[forgotten]"', holding);
    assert.notEqual(text.get('other'), '"[forgotten]"', other);
  }
});
