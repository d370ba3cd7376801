/** How long it takes to judge a command, and whether a longer one takes more than its length. */
import { shellVerdict } from '../../src/domain/shell/verdict.ts';
import { hostileCommands, mutatedCommands, ordinaryCommands } from '../corpora/commands.ts';
import { type Bench, median, middleHalf } from './figure.ts';

const rounds = 7;
const mutations = 100_000;

export const classifier: Bench = {
  name: 'classifier',
  title: `Commands judged: ${hostileCommands.length + ordinaryCommands.length} of the corpora, ${rounds} times each, and ${mutations} mutations`,
  async run() {
    const commands = [...hostileCommands, ...ordinaryCommands].map(({ cmd }) => cmd);
    for (const command of commands) shellVerdict(command);
    // of each command the middle of its rounds: what another program takes in between is not its own
    const each = commands.map(command =>
      median(Array.from({ length: rounds }, () => timed(() => shellVerdict(command)))),
    );
    const all = [...mutatedCommands(mutations)];
    const whole = timed(() => {
      for (const text of all) shellVerdict(text);
    });
    const long = (size: number) => {
      const text = `cat > x <<'EOF'\n${'some text of a file\n'.repeat(size)}EOF\n${'grep -c x y | sort > z; '.repeat(size / 10)}`;
      // the best of its rounds: the machine has other work, the text has not
      return Math.min(...Array.from({ length: rounds * 3 }, () => timed(() => shellVerdict(text))));
    };
    return [
      {
        name: 'a command judged, 99 of 100 within',
        value: percentile(each, 0.99),
        unit: 'ms',
        atMost: 2,
        yardstick: `half of them within ${(percentile(each, 0.5) * 1000).toFixed(0)} µs`,
        spread: middleHalf(each),
      },
      {
        name: `${mutations} mutated commands judged`,
        value: whole / 1000,
        unit: 's',
        yardstick: `${((whole / mutations) * 1000).toFixed(0)} µs each`,
      },
      {
        name: 'a command four times as long',
        value: long(4_000) / long(1_000),
        unit: '×',
        atMost: 8,
        yardstick: 'the short one; linear is 4',
      },
    ];
  },
};

function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
