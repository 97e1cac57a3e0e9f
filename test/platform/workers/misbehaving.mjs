/**
 * A worker program that does, for each task, what its input says: the ways in which a compromised or broken reader may
 * end.
 */
import { readFileSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

let id = '';
const used = { cpuSeconds: 0, memoryBytes: 0 };
const say = (answer) => writeSync(1, `${JSON.stringify({ ...answer, id })}\n`);
const done = (output) => say({ is: 'done', output, ...used });

const acts = {
  'tells itself': () => done({ text: `process ${process.pid}` }),
  'tells its environment': () => done({ text: Object.keys(process.env).sort().join(' ') }),
  'reads its file': ({ files }) => done({ text: readFileSync(files.given, 'utf8') }),
  'reads a secret': ({ input }) => tried(() => readFileSync(input.path, 'utf8')),
  'changes its file': ({ files }) => tried(() => writeFileSync(files.given, 'changed')),
  'writes a file': ({ out }) => {
    writeFileSync(join(out, 'made'), 'made');
    done({ text: '' });
  },
  'writes a file and hangs': ({ out }) => {
    writeFileSync(join(out, 'made'), 'made');
    for (;;);
  },
  'writes a link': ({ input, out }) => {
    tried(() => symlinkSync(input.path, join(out, 'made')));
  },
  'reaches the network': ({ input }) => {
    connect(input.port, '127.0.0.1')
      .on('connect', () => done({ text: 'connected' }))
      .on('error', ({ code }) => done({ text: code }));
  },
  hangs: () => {
    for (;;);
  },
  'never answers': () => undefined,
  dies: () => process.exit(3),
  'is killed': () => process.kill(process.pid, 'SIGSEGV'),
  'answers with nonsense': () => writeSync(1, 'nonsense\n'),
  'answers with another shape': () => done({ text: 7 }),
  'refuses with an unknown code': () => say({ is: 'refused', code: 'toString', entry: null, ...used }),
  'answers twice': () => {
    done({ text: 'one' });
    done({ text: 'two' });
  },
  'floods its answer': () => {
    for (;;) writeSync(1, 'a'.repeat(65_536));
  },
  'floods its complaints': () => {
    for (;;) writeSync(2, 'a'.repeat(65_536));
  },
  'fills the heap': () => {
    const kept = [];
    for (;;) kept.push(Array.from({ length: 1000 }, String));
  },
  'fills the memory': () => {
    const kept = [];
    for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1));
  },
};

function tried(act) {
  try {
    done({ text: act() ?? 'done' });
  } catch (error) {
    done({ text: error.code });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line);
  id = request.id;
  acts[request.input.act](request);
});
say({ is: 'ready' });
