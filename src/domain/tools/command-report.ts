/** What `execute_command` reports of a command. */

/** What a command printed, when all went well and it printed nothing else; otherwise the whole report. */
export function printed(report: string): string {
  const plain = /^exit code 0\n(?:\(no output\)|--- stdout ---\n([\s\S]*))$/.exec(report.trim());
  return plain === null || /^--- stderr ---$/m.test(report) ? report : (plain[1] ?? '');
}
