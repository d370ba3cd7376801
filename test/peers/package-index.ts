/**
 * A package index as pip knows it (PEP 503 pages, PEP 427 wheels), as request listeners for the two hosts it is spread
 * over.
 */
import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { crc32 } from 'node:zlib';

export interface PackageIndex {
  /** Pages: `/simple/NAME/`. */
  readonly pages: RequestListener;
  /** Files: `/packages/FILE`. */
  readonly files: RequestListener;
}

/** One pure Python package with one module of that name, version 1.0, its file on `fileHost`. */
export function packageIndex(name: string, source: string, fileHost: string): PackageIndex {
  const file = `${name}-1.0-py3-none-any.whl`;
  const wheel = wheelOf(name, source);
  const hash = createHash('sha256').update(wheel).digest('hex');
  const page = `<!DOCTYPE html><title>Links for ${name}</title><a href="https://${fileHost}/packages/${file}#sha256=${hash}">${file}</a>`;
  return {
    pages: (request, response) => {
      if (request.url !== `/simple/${name}/`) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    },
    files: (request, response) => {
      if (request.url !== `/packages/${file}`) return void response.writeHead(404).end();
      response
        .writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': wheel.length })
        .end(wheel);
    },
  };
}

function wheelOf(name: string, source: string): Buffer {
  const info = `${name}-1.0.dist-info`;
  const files: readonly (readonly [string, string])[] = [
    [`${name}.py`, source],
    [`${info}/METADATA`, `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`],
    [`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n'],
  ];
  const record = [...files.map(([path]) => `${path},,`), `${info}/RECORD,,`].join('\n');
  return zip([...files, [`${info}/RECORD`, `${record}\n`]]);
}

/** A ZIP archive whose files are stored as they are (APPNOTE 4.3). */
function zip(files: readonly (readonly [path: string, text: string])[]): Buffer {
  const [locals, centrals]: Buffer[][] = [[], []];
  let offset = 0;
  for (const [path, text] of files) {
    const [name, data] = [Buffer.from(path), Buffer.from(text)];
    // version, flags, method, time, date (1980-01-01), CRC, both sizes, length of the name, no extra field
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(0o100644 * 0x1_0000, 6);
    tail.writeUInt32LE(offset, 10);
    centrals?.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, tail, name]));
    locals?.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals ?? []);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...(locals ?? []), directory, Buffer.from('PK\x05\x06'), end]);
}
