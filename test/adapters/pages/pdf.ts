import { deflateSync } from 'node:zlib';

/** The least PDF that says something: these lines, one below the other. */
export function pdfOf(...lines: readonly string[]): Buffer {
  return pdfWith(Buffer.from(`BT /F1 18 Tf 20 100 Td ${lines.map(words => `(${words}) Tj`).join(' 0 -30 Td ')} ET`));
}

/** A small PDF whose page unfolds into so many megabytes, packed so many times. */
export function pdfBomb(megabytes: number, times: number): Buffer {
  let content = Buffer.alloc(megabytes * 2 ** 20, 'BT /F1 18 Tf 20 100 Td (x) Tj ET\n');
  for (let time = 0; time < times; time++) content = deflateSync(content, { level: 9 });
  return pdfWith(content, ` /Filter [${'/FlateDecode '.repeat(times)}]`);
}

function pdfWith(content: Buffer, filter = ''): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length}${filter} >>\nstream\n${content.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const at = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${at.join('')}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text + table, 'latin1');
}
