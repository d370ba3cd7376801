import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { createRedactor, type Redactor } from '../../../src/domain/secrets/redaction.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';

const values: Readonly<Record<string, string>> = {
  plain: 'correcthorsebattery',
  short: 'q7Zk9x',
  punctuation: `p@ss/w+rd=?&"quoted"\\'<tag>'~!*() %`,
  umlaut: 'Schlüssel-für-Köln-😀',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl',
  digits: '918273645546',
  lines: 'first-line-of-the-secret-file\nsecond-line-of-the-secret-file\nend',
};
const secrets = Object.entries(values).map(([name, value]) => ({ name, value }));
const redactor = createRedactor(secrets);

/** All the ways one value is written down. */
function carriersOf(value: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(value);
  const strict = encodeURIComponent(value).replace(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const padded = Object.fromEntries(
    [0, 1, 2, 3].flatMap(before =>
      [0, 1, 2].flatMap(after => {
        const around = Buffer.concat([Buffer.alloc(before, 'u'), bytes, Buffer.alloc(after, 'v')]);
        return [
          [`base64 at ${before} of ${after}`, around.toString('base64')],
          [`base64 without padding at ${before} of ${after}`, around.toString('base64').replace(/=+$/, '')],
          [`base64url at ${before} of ${after}`, around.toString('base64url')],
        ];
      }),
    ),
  );
  return {
    plain: value,
    json: JSON.stringify(value).slice(1, -1),
    'json with escaped slashes': JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
    'json in json': JSON.stringify(JSON.stringify(value)).slice(3, -3),
    'json in ASCII': JSON.stringify(value)
      .slice(1, -1)
      .replace(/[^\0-~]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'json in ASCII, capitals': JSON.stringify(value)
      .slice(1, -1)
      .replace(/[^\0-~]/g, char => `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`),
    'json, all escaped': value.replace(/[\s\S]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'json for HTML': JSON.stringify(value)
      .slice(1, -1)
      .replace(/[<>&]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'json in json, slashes escaped': JSON.stringify(JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/')).slice(
      1,
      -1,
    ),
    'percent within percent': encodeURIComponent(encodeURIComponent(value)),
    'shell, in single quotes': value.replaceAll("'", "'\\''"),
    percent: encodeURIComponent(value),
    'percent in lower case': encodeURIComponent(value).replace(/%../g, code => code.toLowerCase()),
    'percent, strict': strict,
    url: encodeURI(value),
    form: new URLSearchParams({ x: value }).toString().slice(2),
    'every byte': [...bytes].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    hex: bytes.toString('hex'),
    'hex in upper case': bytes.toString('hex').toUpperCase(),
    html: value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
    ...padded,
  };
}

function inPieces(from: Redactor, text: string, size: number): string {
  const stream = from.stream();
  let out = '';
  for (let at = 0; at < text.length; at += size) out += stream.push(text.slice(at, at + size));
  return out + stream.end();
}

describe('redactor: known values', () => {
  for (const [name, value] of Object.entries(values))
    it(`given the secret “${name}” in every form it travels in, then its name stands there instead`, () => {
      const label = `[secret:${name}]`;
      for (const [form, carried] of Object.entries(carriersOf(value))) {
        const clean = redactor.text(`before «${carried}» after`);
        assert.ok(clean.startsWith('before «') && clean.endsWith('» after'), form);
        const inside = clean.slice('before «'.length, -'» after'.length);
        // In base64 the neighbours and the characters shared with them remain: at most three on either side, and
        // padding.
        if (form.startsWith('base64')) {
          const [front = '', back = ''] = inside.split(label);
          assert.ok(inside.includes(label) && front.length <= 5 && back.length <= 6, `${form}: ${inside}`);
        } else assert.equal(inside, label, form);
      }
    });

  it('given several at once, side by side or one within another, then each is named and nothing of any remains', () => {
    const nested = createRedactor([
      { name: 'inner', value: 'battery-staple' },
      { name: 'outer', value: 'horse-battery-staple-9' },
      { name: 'left', value: 'abcdefgh' },
      { name: 'right', value: 'fghijklmno' },
    ]);
    assert.equal(nested.text('horse-battery-staple-9'), '[secret:outer]');
    assert.equal(nested.text('a battery-staple b'), 'a [secret:inner] b');
    assert.equal(nested.text('horse-battery-staple-8'), 'horse-[secret:inner]-8');
    assert.equal(nested.text('xabcdefghijklmnoy'), 'x[secret:right]y');
    assert.equal(nested.text('abcdefghfghijklmno'), '[secret:left][secret:right]');
    assert.equal(nested.text('abcdefgabcdefgh'), 'abcdefg[secret:left]');
    const repeating = createRedactor([{ name: 'a', value: 'aaaaaaaa' }]);
    assert.equal(repeating.text('b'.concat('a'.repeat(21), 'b')), 'b[secret:a]b');
    assert.equal(repeating.text('aaaaaaa'), 'aaaaaaa');
  });

  it('given one line of a secret of many lines, then it is taken out too', () => {
    assert.equal(redactor.text('  second-line-of-the-secret-file\r\n'), '  [secret:lines]\r\n');
    assert.equal(redactor.text('end'), 'end');
  });

  it('given a value that is too short, then it is refused by name, without being shown', () => {
    for (const value of ['', 'abc', 'xyzzy', '  pw12   ', '      ']) {
      assert.throws(
        () => createRedactor([{ name: 'door', value }]),
        error => {
          const { kind, message } = toFailure(error);
          return (
            kind === 'invalid' && message.includes('door') && (value.trim() === '' || !message.includes(value.trim()))
          );
        },
      );
    }
  });

  it('given white space around a value, then it is found without', () => {
    assert.equal(createRedactor([{ name: 'file', value: 'from-a-file\n' }]).text('x=from-a-file;'), 'x=[secret:file];');
  });

  it('given no secrets, then text passes', () => {
    assert.equal(createRedactor([]).text('anything at all'), 'anything at all');
  });
});

describe('redactor: values learned later', () => {
  it('given a value learned while the process runs, when it comes, then it is found like the others', () => {
    const learning = createRedactor([{ name: 'first', value: 'first-value' }]);
    const before = learning.stream();
    assert.equal(learning.text('second-value'), 'second-value');
    learning.learn('second', 'second-value');
    learning.learn('first', 'first-value-renewed');
    assert.equal(
      learning.text('second-value, first-value, first-value-renewed'),
      '[secret:second], [secret:first], [secret:first]',
    );
    assert.equal(before.push('first-value ') + before.end(), '[secret:first] ');
    assert.throws(() => learning.learn('third', 'abc'), /third/);
    assert.equal(learning.json({ a: btoa('second-value') }).a.includes('[secret:second]'), true);
  });

  it('given a long value, when a program prints it in base64 with lines of 64 or 76, then nothing of it remains', () => {
    const value =
      'a value that is longer than one line of base64 can hold, as keys and certificates are; and some more of it';
    const long = createRedactor([{ name: 'long', value }]);
    for (const width of [64, 76]) {
      const lines = btoa(value).replace(new RegExp(`.{${width}}`, 'g'), '$&\n');
      assert.equal(long.text(`x\n${lines}`).trim(), 'x\n[secret:long]');
    }
  });
});

describe('redactor: plain data', () => {
  it('given data without secrets, then the very same reference comes back', () => {
    const data = { a: [1, 'two', null, { b: true }], c: {}, d: undefined, n: 918273 };
    assert.equal(redactor.json(data), data);
    const list = ['a'];
    assert.equal(redactor.json(list), list);
    assert.equal(redactor.json(null), null);
  });

  it('given secrets in values, keys and numbers, then all are replaced and what is clean is shared', () => {
    const clean = { x: 1 };
    const data = {
      clean,
      list: ['a', `Bearer ${values['jwt']}`],
      [`${values['plain']}`]: 1,
      account: 918273645546,
      deep: { deeper: [{ token: values['plain'] }] },
    };
    const result = redactor.json(data);
    assert.deepEqual(result, {
      clean: { x: 1 },
      list: ['a', 'Bearer [secret:jwt]'],
      '[secret:plain]': 1,
      account: '[secret:digits]',
      deep: { deeper: [{ token: '[secret:plain]' }] },
    });
    assert.equal((result as typeof data).clean, clean);
  });

  it('given two keys that become the same, then no member is lost', () => {
    const data = { [values['plain'] ?? '']: 1, [Buffer.from(values['plain'] ?? '').toString('hex')]: 2 };
    assert.deepEqual(redactor.json(data), { '[secret:plain]': 1, '[secret:plain] (2)': 2 });
  });

  it('given a key named __proto__, then it stays a key', () => {
    const data: unknown = JSON.parse(`{"__proto__": {"a": "${values['plain']}"}}`);
    assert.equal(JSON.stringify(redactor.json(data)), '{"__proto__":{"a":"[secret:plain]"}}');
  });
});

describe('redactor: shapes that leave no doubt', () => {
  const none = createRedactor([]);
  const pem = (type: 'pkcs1' | 'pkcs8') =>
    generateKeyPairSync('rsa', {
      modulusLength: 1024,
      privateKeyEncoding: { type, format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
  const rsa = pem('pkcs1');
  const key = pem('pkcs8').privateKey;
  const token = `110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw${'x'.repeat(1)}`;
  const anthropic = `sk-ant-api03-${'aB3_-'.repeat(19)}AA`;

  it('given private keys, whole, in JSON, on one line, encrypted or cut, then nothing of them remains', () => {
    for (const text of [
      rsa.privateKey,
      key,
      key.replaceAll('\n', '\r\n'),
      JSON.stringify(key),
      JSON.stringify(JSON.stringify(key)),
      key.replaceAll('\n', ' '),
      key.replaceAll('\n', ''),
      key.replace('-----\n', '-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0123456789ABCDEF\n\n'),
      key.replaceAll('PRIVATE', 'OPENSSH PRIVATE'),
      key.replaceAll('PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'),
      key.slice(0, 300),
      key.slice(300),
    ]) {
      const clean = none.text(`It is: ${text}`);
      assert.match(clean, /^It is: ["\\]*\[secret:private-key\](?:["\s]|\\+[nr"])*$/, clean);
    }
    assert.equal(none.text(`${key}and then prose.`), '[secret:private-key]\nand then prose.');
    assert.equal(none.text(`${key}\n${key}`).match(/\[secret:private-key\]/g)?.length, 2);
  });

  it('given what looks like the frame of a key but holds none, then it stays', () => {
    for (const text of [
      rsa.publicKey,
      key.replaceAll('PRIVATE KEY', 'CERTIFICATE'),
      'A file that begins with -----BEGIN PRIVATE KEY----- is a key, and must be kept.',
      '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----',
      '-----BEGIN RSA PRIVATE KEY',
      'PRIVATE KEY',
    ])
      assert.equal(none.text(text), text);
  });

  it('given keys and tokens of known makers, then they are taken out', () => {
    const label = '[secret:telegram-token]';
    for (const [text, clean] of [
      [anthropic, '[secret:anthropic-key]'],
      [`x-api-key: ${anthropic}\n`, 'x-api-key: [secret:anthropic-key]\n'],
      [token, label],
      [`token=${token}`, `token=${label}`],
      [`https://api.telegram.org/bot${token}/getMe`, `https://api.telegram.org/bot${label}/getMe`],
      [`/file/bot7123456789:${'Zz0_-'.repeat(7)}/x.png`, `/file/bot${label}/x.png`],
      [encodeURIComponent(`bot${token}`), `bot${label}`],
    ] as const)
      assert.equal(none.text(text), clean);
  });

  it('given what only looks similar, then it stays as it is', () => {
    const digest = (algorithm: string, encoding: 'hex' | 'base64') =>
      createHash(algorithm).update('x').digest(encoding);
    const lookAlikes = [
      ...['md5', 'sha1', 'sha256', 'sha512'].flatMap(name => [digest(name, 'hex'), digest(name, 'base64')]),
      ...[1, 2, 3, 4, 5].map(() => randomUUID()),
      `sha512-${digest('sha512', 'base64')}`,
      `"integrity": "sha512-${digest('sha512', 'base64')}",`,
      `"resolved": "https://registry.example.org/a/-/a-1.2.3.tgz"`,
      `sha256:${digest('sha256', 'hex')}`,
      '#ff8800',
      'rgba(12, 34, 56, 0.78)',
      '2026-05-04T12:34:56.789Z',
      '12:34:56',
      '192.168.178.1:8080',
      '[2001:db8::ff00:42:8329]:443',
      '00:1A:2B:3C:4D:5E',
      'DE89 3704 0044 0532 0130 00',
      '4111 1111 1111 1111',
      '+49 170 1234567',
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0dLr0qS7Yv8gTn5rFvXw8mFvSxqYQ1cP0Zz9o1hW2v me@home',
      'sk-ant-…',
      'sk-ant-api03-<key>',
      'sk-ant-example',
      '123456789:AAshort',
      'bot12345',
      'robot1234567: this is a plain sentence of many words',
      `1234567890:${digest('sha256', 'hex')}`,
      `${'0123456789'.repeat(3)}:AA${'b'.repeat(33)}`,
      `110201543:AA${'b'.repeat(34)}`,
      'line 1234567:AAAA',
      'session:telegram:42:7',
      'approval:k3Qm9xTd',
      'a'.repeat(200),
      'https://example.org/search?q=a%20b&lang=de#top',
      'correct horse battery',
      'Q7zK9X',
      'git+ssh://git@example.org/me/repo.git#semver:^1.2.3',
      'ghost_in_the_shell == 0xdeadbeefcafebabe',
    ];
    for (const text of lookAlikes)
      for (const size of [1, 7, 1e9]) {
        assert.equal(redactor.text(text), text);
        assert.equal(inPieces(redactor, text, size), text, `in pieces of ${size}`);
      }
  });

  it('given such secrets in pieces, then pieces of any size give what the whole gives', () => {
    const text = `A ${key} b ${anthropic}, ${token}; bot${token} ${JSON.stringify(rsa.privateKey)} ${rsa.publicKey} -----BEGIN PRIVATE KEY----- in prose. sk-ant-`;
    const whole = none.text(text);
    for (const size of [1, 2, 3, 5, 8, 13, 40, 300, 2000])
      assert.equal(inPieces(none, text, size), whole, `size ${size}`);
  });
});

describe('redactor: text that arrives in pieces', () => {
  const text = `One ${values['plain']}, two ${values['punctuation']}, three ${encodeURIComponent(values['umlaut'] ?? '')} and ${Buffer.from(`user:${values['jwt']}`).toString('base64')}; correcthorsebat correcthorsebatteri`;

  it('given any size of piece, then the result is that of the whole', () => {
    const whole = redactor.text(text);
    assert.equal(whole.match(/\[secret:/g)?.length, 4);
    for (let size = 1; size < 60; size++) assert.equal(inPieces(redactor, text, size), whole, `size ${size}`);
  });

  it('given a secret cut in two at any place, then the first piece shows nothing of it', () => {
    const value = values['plain'] ?? '';
    for (let at = 1; at < value.length; at++) {
      const stream = redactor.stream();
      assert.equal(stream.push(`say ${value.slice(0, at)}`), 'say ');
      assert.equal(stream.push(`${value.slice(at)}.`) + stream.end(), '[secret:plain].');
    }
  });

  it('given a beginning that comes to nothing, then it is given as soon as that is clear', () => {
    const stream = redactor.stream();
    assert.equal(stream.push('a corr'), 'a ');
    assert.equal(stream.push('upt file.'), 'corrupt file.');
    assert.equal(stream.push(' correcthorse'), ' ');
    assert.equal(stream.end(), 'correcthorse');
  });

  it('given ordinary words, then nothing is held back for long', () => {
    const stream = redactor.stream();
    const words = 'The tide turns at nine, and the boats go out before it is light again.'.split(/(?<= )/);
    let longest = 0;
    let pushed = 0;
    let shown = 0;
    for (const word of words) {
      pushed += word.length;
      shown += stream.push(word).length;
      longest = Math.max(longest, pushed - shown);
    }
    assert.ok(longest <= 2, `${longest} characters were held back`);
  });

  it('given lines that end with a number, as progress does, then each is given whole with its end', () => {
    const stream = redactor.stream();
    for (let part = 1; part <= 12; part += 1) {
      const line = `progress ${part} of 12\n`;
      assert.equal(stream.push(line), line);
    }
    assert.equal(stream.end(), '');
  });

  it('given random texts made of secrets and their beginnings, then pieces and whole agree and no secret passes', () => {
    let state = 42;
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * below);
    };
    const overlapping = createRedactor([
      { name: 'one', value: 'abcabcd' },
      { name: 'two', value: 'bcdabc' },
      { name: 'three', value: 'cdabca' },
      { name: 'four', value: 'aaaaaab' },
    ]);
    for (let round = 0; round < 3000; round++) {
      const made = Array.from({ length: 5 + random(60) }, () => 'aaabcd'[random(6)]).join('');
      const whole = overlapping.text(made);
      for (const value of ['abcabcd', 'bcdabc', 'cdabca', 'aaaaaab']) assert.ok(!whole.includes(value), made);
      assert.equal(inPieces(overlapping, made, 1 + random(7)), whole, made);
      const outside = whole.split(/\[secret:\w+\]/);
      let at = 0;
      for (const part of outside) {
        const found = made.indexOf(part, at);
        assert.ok(found >= 0);
        at = found + part.length;
      }
    }
  });
});
