/** The architectures that the filter knows, by their name in Node: AUDIT_ARCH_… of linux/audit.h. */
const architectures: Readonly<Record<string, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/**
 * System calls that a reader of files never makes, by architecture (x64, arm64): those that make or use sockets, watch other
 * processes, mount, make namespaces, or reach rarely used and therefore little tested parts of the kernel.
 */
const refused: readonly { call: string; x64: number; arm64: number }[] = [
  { call: 'socket', x64: 41, arm64: 198 },
  { call: 'connect', x64: 42, arm64: 203 },
  { call: 'bind', x64: 49, arm64: 200 },
  { call: 'listen', x64: 50, arm64: 201 },
  { call: 'ptrace', x64: 101, arm64: 117 },
  { call: 'process_vm_readv', x64: 310, arm64: 270 },
  { call: 'process_vm_writev', x64: 311, arm64: 271 },
  { call: 'mount', x64: 165, arm64: 40 },
  { call: 'umount2', x64: 166, arm64: 39 },
  { call: 'pivot_root', x64: 155, arm64: 41 },
  { call: 'unshare', x64: 272, arm64: 97 },
  { call: 'setns', x64: 308, arm64: 268 },
  { call: 'add_key', x64: 248, arm64: 217 },
  { call: 'request_key', x64: 249, arm64: 218 },
  { call: 'keyctl', x64: 250, arm64: 219 },
  { call: 'bpf', x64: 321, arm64: 280 },
  { call: 'perf_event_open', x64: 298, arm64: 241 },
  { call: 'userfaultfd', x64: 323, arm64: 282 },
  { call: 'io_uring_setup', x64: 425, arm64: 425 },
  { call: 'open_by_handle_at', x64: 304, arm64: 265 },
];

/** Instructions of the kernel's packet filter (linux/bpf_common.h), and results of a filter (linux/seccomp.h). */
const op = { load: 0x20, jumpIfEqual: 0x15, jumpIfAtLeast: 0x35, answer: 0x06 };
const answers = { allow: 0x7fff0000, refuse: 0x00050001, kill: 0x80000000 };
/** Where `struct seccomp_data` has the number of the call and the architecture. */
const at = { call: 0, architecture: 4 };
/** Numbers from this one on are the same calls for x32 programs. */
const otherNumbers = 0x40000000;

/**
 * A seccomp filter that answers those calls with EPERM, and kills a process of another architecture, whose calls have
 * other numbers; null where the numbers are not known.
 */
export function buildSeccompFilter(architecture: string = process.arch): Buffer | null {
  const expected = architectures[architecture];
  if (expected === undefined) return null;
  const numbers = refused.map((one) => (architecture === 'x64' ? one.x64 : one.arm64));
  return Buffer.concat([
    instruction(op.load, at.architecture),
    instruction(op.jumpIfEqual, expected, 1),
    instruction(op.answer, answers.kill),
    instruction(op.load, at.call),
    instruction(op.jumpIfAtLeast, otherNumbers, numbers.length + 1),
    // From each comparison that matches, it jumps over the remaining ones and the instruction that allows the call.
    ...numbers.map((number, index) => instruction(op.jumpIfEqual, number, numbers.length - index)),
    instruction(op.answer, answers.allow),
    instruction(op.answer, answers.refuse),
  ]);
}

/** `struct sock_filter`: code, how many instructions to skip when the comparison holds and when not, value. */
function instruction(code: number, value: number, ifTrue = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
