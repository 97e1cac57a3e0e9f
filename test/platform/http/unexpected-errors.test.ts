import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

async function outputOf(...words: string[]) {
  const program = join(import.meta.dirname, 'failing-service.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words]);
  const lines = stdout.trim().split('\n');
  return { stdout, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test('what nobody expected is logged with its cause under a guid, and the answer says no more than the guid', async () => {
  const { stdout, lines } = await outputOf();
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

test('a full disk is one line of the log, without a stack, however many requests meet it', async () => {
  const { lines } = await outputOf('full');
  const [logged, answered] = [false, true].map((isAnswer) =>
    lines.filter((line) => 'statusCode' in line === isAnswer),
  );
  expect(logged).toMatchObject([
    { error: 'storage_full', cause: 'the disk at /inside has no room', guid: expect.any(String) },
  ]);
  expect(answered).toMatchObject([
    { statusCode: 507, body: { error: { message: expect.stringContaining('no disk space') } } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('failing-service.ts');
});
