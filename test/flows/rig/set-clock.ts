/**
 * Loaded before the program (`--import`): its clock is wrong by as many milliseconds as the file in
 * STRAYLIGHT_TEST_CLOCK says.
 */
import { readFileSync } from 'node:fs';

const file = process.env['STRAYLIGHT_TEST_CLOCK'];
const right = Date.now;
let wrongBy = 0;
if (file !== undefined) {
  const read = () => {
    try {
      wrongBy = Number(readFileSync(file, 'utf8'));
    } catch {
      wrongBy = 0;
    }
  };
  read();
  setInterval(read, 50).unref();
  Date.now = () => right() + wrongBy;
}
