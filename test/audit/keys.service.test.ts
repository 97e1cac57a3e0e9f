import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';

const service = await openService();

/** Runs an operator's command beside the service, with this secret key alone. */
async function command(key: string, ...words: string[]): Promise<string> {
  const { dataDir, database } = service.platform.config;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    SECRET_KEY: key,
    ...('url' in database && { DATABASE_URL: database.url }),
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['mock-server/commands/main.ts', ...words], {
    env,
  });
  return stdout;
}

it('is verified without the key that was lost, once the operator has accepted another', async () => {
  await service.makeUser();
  const key = randomBytes(32).toString('base64');
  await expect(command(key, 'audit', 'verify')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('keys accept'),
  });
  expect(await command(key, 'keys', 'accept')).toContain('The service starts with this key.');
  expect(await command(key, 'audit', 'verify')).toContain('nothing found');
  const rows = withoutGuard(service.platform.database.db).selectFrom('audit').select(['org_id', 'details']);
  const [row] = await rows.where('action', '=', 'operator:keys accept').execute();
  expect(row?.org_id).toBe('');
  expect(JSON.parse(row?.details ?? '{}')).toEqual({
    sent: { by: expect.stringContaining('@'), key: expect.any(String) },
  });
});
