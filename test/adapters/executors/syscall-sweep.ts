/** Every system call made once from the inside, with arguments that mean nothing. */
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
 * 162 is sync: it would wait for the machine's disks. One process makes the calls, and another goes on where a call ended
 * it or waits for ever: a process that sleeps is in its call, so that was not refused.
 */
const sweep = `
import ctypes, errno, mmap, os, signal
libc = ctypes.CDLL(None, use_errno=True)
nothing = [ctypes.c_long(-1)] * 6
BEGUN, REFUSED, ALLOWED, COUNT = 1, 2, 3, 470
answers = mmap.mmap(-1, COUNT)
def made_from(first):
    me = os.getpid()
    for number in range(first, COUNT):
        if number == 162:
            continue
        answers[number] = BEGUN
        failed = libc.syscall(ctypes.c_long(number), *nothing) == -1
        why = ctypes.get_errno()
        if os.getpid() != me:
            os._exit(0)
        answers[number] = REFUSED if failed and why in (errno.EPERM, errno.ENOSYS) else ALLOWED
    os._exit(0)
def last():
    return max((number for number, answer in enumerate(answers[:]) if answer), default=-1)
def sleeps(pid):
    with open(f'/proc/{pid}/stat') as file:
        return file.read().rpartition(') ')[2][0] in 'ST'
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
while last() < COUNT - 1:
    pid = os.fork()
    if pid == 0:
        made_from(last() + 1)
    slept_in = None
    while not os.waitpid(pid, os.WNOHANG)[0]:
        now = last() if sleeps(pid) else None
        if now is not None and now == slept_in:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            break
        slept_in = now
        signal.sigtimedwait({signal.SIGCHLD}, 0.005)
for number, answer in enumerate(answers[:]):
    if answer == REFUSED:
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
