/**
 * `npm run prove`: every flow killed at every crash point, and again while it recovers; then every broken host, which must be found.
 *
 * `--second N` second kills a flow (200, spread evenly over all there could be; `all` for every one, which takes hours), `--flow NAME` one flow alone, `--lanes N` runs at
 * once. Prints a line a flow; the exit code is 1 unless everything is zero and every broken host is found.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type BrokenName, brokenHosts } from './broken-hosts.ts';
import { isClean } from './check.ts';
import { flowNamed, flows } from './flows.ts';
import { failureLines, reportLine, type SweepReport, sweep, whyNotFound } from './sweep.ts';

/** So many failures of a flow are told in full; one cause makes many. */
const mostShown = 10;

const { values } = parseArgs({
  options: {
    second: { type: 'string', default: '200' },
    flow: { type: 'string' },
    lanes: { type: 'string', default: String(availableParallelism()) },
  },
});
const second = values.second === 'all' ? Number.POSITIVE_INFINITY : Number(values.second);
const lanes = Number(values.lanes);
const chosen = values.flow === undefined ? flows : [flowNamed(values.flow)];
const reports: SweepReport[] = [];

for (const flow of chosen) {
  let shown = 0;
  const report = await sweep({
    flow,
    second,
    lanes,
    onRun(result) {
      if (!isClean(result.findings) && shown++ < mostShown) console.log(failureLines(result));
    },
  });
  reports.push(report);
  console.log(reportLine(report));
}

const unfound: string[] = [];
for (const [name, { about, flow, at, red }] of Object.entries(brokenHosts)) {
  if (values.flow !== undefined) break;
  const report = await sweep({
    flow: flowNamed(flow),
    broken: name as BrokenName,
    only: point => at.test(point),
    lanes,
  });
  const why = whyNotFound(report, red);
  console.log(
    `broken host ${name} (${about}): ${why === undefined ? `found, ${report[red]} ${red}` : `NOT FOUND, ${why}`}`,
  );
  if (why === undefined) continue;
  unfound.push(name);
  console.log([reportLine(report), ...report.failures.map(failureLines)].join('\n'));
}

const total = (count: 'points' | 'runs'): number => reports.reduce((sum, report) => sum + report[count], 0);
const failures = reports.flatMap(report => report.failures);
console.log(
  `${total('points')} points, ${total('runs')} runs, ${failures.length} runs with findings, ${unfound.length} broken hosts not found`,
);
process.exitCode = failures.length === 0 && unfound.length === 0 ? 0 : 1;
