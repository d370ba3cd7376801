/** Every system call made once from the inside, each in a process of its own and with arguments that mean nothing. */
import type { Executor } from '../../../src/ports/executor.ts';
import { inside } from './docker/docker-agent.ts';

/** Numbers of the calls that were answered with EPERM, or as if there were no such call. */
export async function refusedCalls(executor: Executor): Promise<ReadonlySet<number>> {
  const { stdout, stderr } = await inside(executor, 'python3 -', { stdin: sweep, timeoutMs: 60_000 });
  if (!stdout.endsWith('done\n')) throw new Error(`the sweep did not end: ${stdout}${stderr}`);
  return new Set(stdout.trim().split('\n').slice(0, -1).map(Number));
}

/** Address families of which no socket can be made. */
export async function refusedFamilies(executor: Executor): Promise<readonly number[]> {
  const { stdout } = await inside(executor, 'python3 -', { stdin: families });
  return stdout.trim().split('\n').map(Number);
}

/**
 * 162 is sync: it would wait for the machine's disks. Some calls wait for ever, so each has a moment to return; on a busy
 * machine that is too short for others, so those that were cut off are made once more, all at once, with more time.
 */
const sweep = `
import ctypes, errno, os, signal
libc = ctypes.CDLL(None, use_errno=True)
nothing = [ctypes.c_long(-1)] * 6
def made(number, seconds):
    pid = os.fork()
    if pid == 0:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        failed = libc.syscall(ctypes.c_long(number), *nothing) == -1
        os._exit(1 if failed and ctypes.get_errno() in (errno.EPERM, errno.ENOSYS) else 0)
    return pid
def ended(pid):
    status = os.waitpid(pid, 0)[1]
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
first = {number: ended(made(number, 0.2)) for number in range(470) if number != 162}
again = {number: made(number, 5) for number, status in first.items() if status is None}
statuses = {**first, **{number: ended(pid) for number, pid in again.items()}}
for number, status in statuses.items():
    if status == 1:
        print(number)
print('done')
`;

const families = `
import errno, socket
for family in range(1, 46):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        try:
            socket.socket(family, kind).close()
            break
        except OSError as error:
            if error.errno not in (errno.EPERM, errno.EACCES, errno.EAFNOSUPPORT):
                break
    else:
        print(family)
`;
