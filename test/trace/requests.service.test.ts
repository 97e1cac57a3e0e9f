import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { listCatalog } from '../../contract/catalog.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { openService } from '../setup/open-service.ts';
import { makeGroup, publishAndroid } from '../setup/world/publishing.ts';
import { Recorder, type Trace } from './recorder.ts';

const installedApplications = 10;
/** Milliseconds after an answer in which what belongs to it is done. */
const afterwards = 1_500;

const recorder = new Recorder();
const service = await openService();
const published = [];
for (let at = 0; at < installedApplications; at++)
  published.push(await publishAndroid(service, `org.example.traced${at}`));
const user = await service.makeUser();
await makeGroup(service, 'Traced', { apps: published.map(({ psk }) => ({ id: psk })), users: [user] });
const { token, udid } = await service.signIn(user);
const headers = { 'x-token': token, 'x-udid': udid, 'content-type': 'application/json' };
const applications = published.map(({ id }) => id);
await setTimeout(afterwards);
await recorder.start();
afterAll(() => {
  recorder.stop();
});

/** What a request runs until its answer, and what after it. */
async function traced(
  path: string,
  init: RequestInit = {},
): Promise<{ answer: Response; until: Trace; after: Trace }> {
  await recorder.taken();
  const answer = await fetch(service.url + path, {
    ...init,
    headers: { ...headers, ...(init.headers as object) },
  });
  const until = await recorder.taken();
  await answer.arrayBuffer();
  await setTimeout(afterwards);
  return { answer, until, after: await recorder.taken() };
}

const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });

/** Prints what ran, so that whoever makes it more sees where; then checks the numbers. */
function assertAtMost(
  request: string,
  { files, statements }: Trace,
  max: { files: number; statements: number },
) {
  const head = `${request}: ${files.length} files (at most ${max.files}), ${statements.length} statements (at most ${max.statements})`;
  process.stdout.write(`${[head, ...files, ...statements].join('\n  ')}\n`);
  expect.soft(files.length, `files of: ${request}`).toBeLessThanOrEqual(max.files);
  expect.soft(statements.length, `statements of: ${request}`).toBeLessThanOrEqual(max.statements);
}

// Jobs that look for work meanwhile add some files and statements, so the numbers leave a little room.
test('few files and statements answer a first list, and fewer an unchanged one', async () => {
  const first = await traced(listCatalog.path);
  expect(first.answer.status).toBe(200);
  const again = await traced(listCatalog.path, {
    headers: { 'if-none-match': first.answer.headers.get('etag') ?? '' },
  });
  expect(again.answer.status).toBe(304);
  assertAtMost('First list', first.until, { files: 64, statements: 9 });
  assertAtMost('The same, unchanged', again.until, { files: 28, statements: 2 });
});

test('few files and statements record a like', async () => {
  const path = rateApplication.path.replace(':application', applications[0] ?? '');
  const { answer, until, after } = await traced(path, post({ like: 1 }));
  expect(answer.status).toBe(200);
  assertAtMost('A like, until its answer', until, { files: 68, statements: 18 });
  assertAtMost('A like, after its answer', after, { files: 20, statements: 8 });
});

test('few files and statements record an inventory of ten', async () => {
  const body = { applications: applications.map((id) => ({ id })) };
  const { answer, until, after } = await traced(postInstalled.path, post(body));
  expect(answer.status).toBe(200);
  assertAtMost('An inventory of ten, until its answer', until, { files: 86, statements: 23 });
  assertAtMost('An inventory of ten, after its answer', after, { files: 20, statements: 8 });
});
