/** `npm run test:interop`: the tests that ask tools which we did not write. Says what to install when they are missing. */
import { readdir } from 'node:fs/promises';
import { isInstalled } from '../setup/run/installed.ts';
import { runTests, sum, summary } from '../vitest.ts';
import { startClamd } from './clamd.ts';
import { missingTools, pooler } from './tools.ts';

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

const missing = missingTools();
if (missing !== null) {
  process.stdout.write(`${missing}\n`);
  process.exit(1);
}
/** Tests that need what is seldom installed, and how to get it. */
const optional = [
  { file: 'pgbouncer', needs: [pooler], packages: pooler, what: 'the service through PgBouncer' },
  {
    file: 'refused-uploads',
    needs: ['curl', 'javac'],
    packages: 'curl default-jdk-headless',
    what: 'uploads that are refused, from curl and Java',
  },
  {
    file: 'web-servers',
    needs: ['nginx', 'haproxy', 'lighttpd'],
    packages: 'nginx haproxy lighttpd',
    what: 'the service behind nginx, HAProxy and lighttpd',
  },
];
const unavailable = optional.filter(({ needs }) => !needs.every(isInstalled));
const files = (await readdir(import.meta.dirname)).filter(
  (name) => name.endsWith('.test.ts') && unavailable.every(({ file }) => name !== `${file}.test.ts`),
);
// What `npm test` does for a few, here for all.
process.env['PACKAGE_MUTATIONS'] ??= '2400';
const total = sum([
  await runTests({ words: files.map((name) => `interop/${name}`), project: ['interop'] }),
  await runTests({ words: ['app-packages/mutations'], project: ['platform'] }),
  ...(await scanned()),
]);
process.stdout.write(`\n${summary(total)}\n`);
for (const { what, packages } of unavailable)
  process.stdout.write(`Left out: ${what} (apt-get install ${packages}).\n`);
if (!isInstalled('clamd')) process.stdout.write('Left out: a real ClamAV (apt-get install clamav-daemon).\n');
process.exit(total.failed === 0 ? 0 : 1);

/** The tests of malware with a real ClamAV daemon, where one is installed. */
async function scanned() {
  if (!isInstalled('clamd')) return [];
  const daemon = await startClamd();
  process.env['CLAMAV_TEST_URL'] = daemon.host;
  try {
    return [await runTests({ words: ['applications/uploads/malware.service'], project: ['service-sqlite'] })];
  } finally {
    await daemon.stop();
  }
}
