import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../mock-server/launch/paths.ts';

const run = promisify(execFile);
const newKey = () => randomBytes(32).toString('base64');

it('is rotated by hand where systemd passes the key on, and then renewed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'appshelf-passed-'));
  try {
    const [passed, old] = [join(folder, 'secret_key'), newKey()];
    await writeFile(passed, old);
    const env = { PATH: process.env.PATH, CREDENTIALS_DIRECTORY: folder, DATA_DIR: join(folder, 'data') };
    const keys = (verb: string) =>
      run(process.execPath, [join(root, 'mock-server/commands/main.ts'), 'keys', verb], { env });
    await expect(keys('rotate')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the file that LoadCredential names'),
    });
    expect(await readFile(passed, 'utf8')).toBe(old);
    await writeFile(passed, `${newKey()}\n${old}\n`);
    expect((await keys('renew')).stdout).toContain('Encrypted anew');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('writes evidence to the log at every level except silent', async () => {
  const lines = async (level: string): Promise<string> => {
    const script = `
      import { fastify } from 'fastify';
      import { createLogger, unfiltered } from './mock-server/platform/http/logging.ts';
      const { log } = fastify({ logger: createLogger('${level}') });
      log.info('hidden');
      unfiltered(log).info({ audit_head: { position: 1 } }, 'grown');`;
    return (await run(process.execPath, ['--input-type=module', '-e', script], { cwd: root })).stdout;
  };
  for (const level of ['error', 'fatal'])
    expect(await lines(level)).toMatch(/^\{"level":30,.*"audit_head":\{"position":1\},"msg":"grown"\}\n$/);
  expect(await lines('silent')).toBe('');
});
