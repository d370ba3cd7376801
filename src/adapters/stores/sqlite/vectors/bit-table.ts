/**
 * Vectors of a bit for each number, and which of them differ least from another: each look compares all of them. 100 000
 * of 768 bits take 4 ms of a processor, half of what sqlite-vec takes, whose choice of the best costs more than the
 * comparison.
 */

export interface BitTable {
  /** `n` and `bits` run along each other; `bits` holds the vectors one behind the other, eight numbers in a byte. */
  add(n: readonly number[], bits: Uint8Array): void;
  drop(n: readonly number[]): void;
  /** The numbers of the `limit` that differ in the fewest bits, best first. */
  near(bits: Uint8Array, limit: number): readonly number[];
}

/** Three words are added at once; so many of them, until the bytes that count would overflow. */
const [step, block] = [3, 30];

export function bitTable(dimensions: number): BitTable {
  const size = Math.ceil(dimensions / 8);
  const width = Math.ceil(size / 4 / step) * step;
  let numbers = new Float64Array(1024);
  let words = new Int32Array(1024 * width);
  let differences = new Uint16Array(1024);
  let count = 0;

  function reserve(most: number): void {
    if (most <= numbers.length) return;
    const room = Math.max(most, 2 * numbers.length);
    const [oldNumbers, oldWords] = [numbers, words];
    numbers = new Float64Array(room);
    words = new Int32Array(room * width);
    differences = new Uint16Array(room);
    numbers.set(oldNumbers);
    words.set(oldWords);
  }

  return {
    add(n, bits) {
      reserve(count + n.length);
      const bytes = new Uint8Array(words.buffer);
      for (const [at, one] of n.entries()) {
        numbers[count] = one;
        bytes.set(bits.subarray(at * size, (at + 1) * size), count * width * 4);
        count += 1;
      }
    },
    drop(n) {
      for (const one of n) {
        const at = numbers.subarray(0, count).indexOf(one);
        if (at < 0) continue;
        count -= 1;
        numbers[at] = numbers[count] as number;
        words.copyWithin(at * width, count * width, (count + 1) * width);
      }
    },
    near(bits, limit) {
      const wanted = new Int32Array(width);
      new Uint8Array(wanted.buffer).set(bits);
      compare(words, wanted, differences, count);
      return least(differences.subarray(0, count), 8 * size, limit).map(at => numbers[at] as number);
    },
  };
}

/** How many bits of each differ. Bits are counted in all bytes of three words at once (a carry-save adder). */
function compare(words: Int32Array, wanted: Int32Array, differences: Uint16Array, count: number): void {
  const width = wanted.length;
  for (let one = 0, at = 0; one < count; one += 1) {
    let total = 0;
    for (let from = 0; from < width; from += block) {
      const end = Math.min(width, from + block);
      let bytes = 0;
      for (let word = from; word < end; word += step, at += step) {
        const a = (words[at] as number) ^ (wanted[word] as number);
        const b = (words[at + 1] as number) ^ (wanted[word + 1] as number);
        const c = (words[at + 2] as number) ^ (wanted[word + 2] as number);
        const once = inNibbles(a ^ b ^ c);
        const twice = inNibbles((a & b) | ((a ^ b) & c));
        const nibbles = (once + (twice << 1)) | 0;
        bytes = (bytes + (nibbles & 0x0f0f0f0f) + ((nibbles >>> 4) & 0x0f0f0f0f)) | 0;
      }
      total += (bytes & 0xff) + ((bytes >>> 8) & 0xff) + ((bytes >>> 16) & 0xff) + (bytes >>> 24);
    }
    differences[one] = total;
  }
}

/** How many bits each nibble has. */
function inNibbles(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x55555555)) | 0;
  return ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0;
}

/** The places of the least, best first, the earlier first among equals. */
function least(differences: Uint16Array, most: number, limit: number): readonly number[] {
  const tally = new Uint32Array(most + 1);
  for (const one of differences) tally[one] = (tally[one] as number) + 1;
  let edge = 0;
  for (let sum = tally[0] as number; sum < limit && edge < most; sum += tally[edge] as number) edge += 1;
  const found: number[] = [];
  for (let at = 0; at < differences.length; at += 1) if ((differences[at] as number) <= edge) found.push(at);
  return found.sort((a, b) => (differences[a] as number) - (differences[b] as number)).slice(0, limit);
}
