import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('what nobody expected is logged with its cause under a guid, and the answer says no more than the guid', async () => {
  const program = join(import.meta.dirname, 'failing-service.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const answer = lines.find((line) => 'statusCode' in line) as { body: { error: { guid: string } } };
  expect(answer).toMatchObject({
    statusCode: 500,
    body: { error: { code: expect.any(Number), guid: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
  });
  expect(JSON.stringify(answer)).not.toContain('inside');
  const { guid } = answer.body.error;
  const logged = lines.filter((line) => !('statusCode' in line) && JSON.stringify(line).includes(guid));
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).toContain('the disk at /inside has no room');
  expect(stdout).not.toContain('token=secret');
});
