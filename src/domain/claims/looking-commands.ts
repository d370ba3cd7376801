/** Commands that cannot have done anything but look. */

const looking = new Set([
  ...[
    'ls',
    'cat',
    'echo',
    'pwd',
    'date',
    'whoami',
    'head',
    'tail',
    'wc',
    'grep',
    'rg',
    'find',
    'stat',
    'file',
    'uname',
  ],
  ...[
    'ps',
    'df',
    'du',
    'which',
    'env',
    'true',
    'sleep',
    'sort',
    'uniq',
    'diff',
    'id',
    'hostname',
    'cd',
    'test',
    'printf',
  ],
]);

/** A command that only looks, as far as its words say: what was done cannot have been done by it. */
export function onlyLooks(command: string): boolean {
  if (/>(?!&)|\btee\b|-delete\b|-exec\b|\$\(|`/.test(command.replace(/\d?>\s*(?:\/dev\/null|&\d)/g, ''))) return false;
  return command.split(/\|\|?|&&|;|\n/).every(part => {
    const [program = ''] = part.trim().split(/\s+/);
    return looking.has(program) || program === '';
  });
}
