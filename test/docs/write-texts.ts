/** `npm run texts` writes all texts of an owner and of a model into texts.txt, to be read as a whole. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../source-files.ts';
import { ownerTexts, review } from './texts.ts';

const all = ownerTexts();
writeFileSync(join(root, 'texts.txt'), review(all));
for (const { name, texts } of all) process.stdout.write(`${String(texts.length).padStart(5)}  ${name}\n`);
