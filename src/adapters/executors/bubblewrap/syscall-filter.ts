/**
 * The system calls a command in bubblewrap may not make, as a program for the kernel (seccomp, classic BPF).
 *
 * The list is sandbox/denied-syscalls; what depends on a call's arguments is here.
 */

/**
 * `rights`: calls that give a file its rights, and which argument these are. `opening`: calls that may make a file, and
 * which argument the flags are; the rights come next.
 */
const machines = {
  x64: {
    column: 1,
    audit: 0xc000003e,
    clone: 56,
    socket: 41,
    ioctl: 16,
    x32: true,
    rights: { 90: 1, 91: 1, 268: 2, 85: 1, 133: 1, 259: 2 }, // chmod, fchmod, fchmodat, creat, mknod, mknodat
    opening: { 2: 1, 257: 2 }, // open, openat
  },
  arm64: {
    column: 2,
    audit: 0xc00000b7,
    clone: 220,
    socket: 198,
    ioctl: 29,
    x32: false,
    rights: { 52: 1, 53: 2, 33: 2 }, // fchmod, fchmodat, mknodat
    opening: { 56: 2 }, // openat
  },
} as const;

/** The filter as bubblewrap's `--seccomp` reads it; undefined on an architecture whose numbers are not known. */
export function syscallFilter(denied: string, architecture: string): Uint8Array | undefined {
  if (architecture !== 'x64' && architecture !== 'arm64') return undefined;
  const machine = machines[architecture];
  const numbers = denied
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => Number(line.split(/\s+/)[machine.column]))
    .filter(Number.isInteger);
  return assembled([
    [loadWord, 0, 0, architectureAt],
    [ifEqual, 1, 0, machine.audit],
    answer(errno.ENOSYS),
    [loadWord, 0, 0, numberAt],
    ...(machine.x32 ? [[ifAtLeast, 0, 1, 0x40000000] as const, answer(errno.ENOSYS)] : []),
    ...numbers.flatMap(number => [[ifEqual, 0, 1, number] as const, answer(errno.EPERM)]),
    ...hidden.flatMap(number => [[ifEqual, 0, 1, number] as const, answer(errno.ENOSYS)]),
    ...Object.entries(machine.rights).flatMap(([number, at]) => when(Number(number), withoutIds(at))),
    ...Object.entries(machine.opening).flatMap(([number, at]) =>
      when(Number(number), [[loadWord, 0, 0, argumentAt(at)], [ifAnyBit, 0, 3, making], ...withoutIds(at + 1)]),
    ),
    ...when(machine.clone, [[loadWord, 0, 0, argumentAt(0)], [ifAnyBit, 0, 1, newNamespaces], answer(errno.EPERM)]),
    ...when(machine.ioctl, [
      [loadWord, 0, 0, argumentAt(1)],
      [ifEqual, 1, 0, typeIntoTerminal],
      [ifEqual, 0, 1, pasteIntoConsole],
      answer(errno.EPERM),
    ]),
    ...when(machine.socket, [
      [loadWord, 0, 0, argumentAt(0)],
      [ifEqual, 6, 0, families.unix],
      [ifEqual, 5, 0, families.internet],
      [ifEqual, 4, 0, families.internet6],
      [ifEqual, 0, 2, families.netlink],
      [loadWord, 0, 0, argumentAt(2)],
      [ifEqual, 1, 0, routing],
      answer(errno.EAFNOSUPPORT),
    ]),
    allow,
  ]);
}

/** Operation, jump where true, jump where false, operand. */
type Instruction = readonly [code: number, yes: number, no: number, operand: number];

const loadWord = 0x20;
const ifEqual = 0x15;
const ifAtLeast = 0x35;
const ifAnyBit = 0x45;
const allow: Instruction = [0x06, 0, 0, 0x7fff0000];
const numberAt = 0;
const architectureAt = 4;
/** Both architectures are little-endian, so the half that counts comes first. */
const argumentAt = (index: number) => 16 + 8 * index;

const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;
const families = { unix: 1, internet: 2, internet6: 10, netlink: 16 } as const;
const routing = 0;
/** Mount, cgroup, UTS, IPC, user, process and network. */
const newNamespaces = 0x7e020000;
/** O_CREAT and O_TMPFILE: the same on both. */
const making = 0x400040;
/**
 * Set-user-id and set-group-id. On a folder of this machine they would stay, and `nosuid` hinders only their use in the
 * sandbox.
 */
const setIds = 0o6000;
/**
 * clone3, openat2, fchmodat2: what they ask for is hidden from a filter, or comes under another name; libraries fall
 * back.
 */
const hidden = [435, 437, 452];
const typeIntoTerminal = 0x5412;
const pasteIntoConsole = 0x541c;

function answer(number: number): Instruction {
  return [0x06, 0, 0, 0x00050000 | number];
}

/** The rights in this argument are refused where they hold one of the two bits. */
function withoutIds(argument: number): readonly Instruction[] {
  return [[loadWord, 0, 0, argumentAt(argument)], [ifAnyBit, 0, 1, setIds], answer(errno.EPERM)];
}

/** For that call these instructions decide; what they do not refuse is allowed. */
function when(number: number, instructions: readonly Instruction[]): readonly Instruction[] {
  return [[ifEqual, 0, instructions.length + 1, number], ...instructions, allow];
}

function assembled(instructions: readonly Instruction[]): Uint8Array {
  const program = Buffer.alloc(instructions.length * 8);
  instructions.forEach(([code, yes, no, operand], index) => {
    program.writeUInt16LE(code, index * 8);
    program.writeUInt8(yes, index * 8 + 2);
    program.writeUInt8(no, index * 8 + 3);
    program.writeUInt32LE(operand, index * 8 + 4);
  });
  return program;
}
