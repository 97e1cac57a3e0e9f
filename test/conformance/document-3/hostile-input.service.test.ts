import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogOperations } from '../../../contract/catalog.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import { deviceOperations } from '../../../contract/devices.ts';
import { downloadOperations } from '../../../contract/downloads.ts';
import { inventoryOperations } from '../../../contract/inventory.ts';
import { reviewOperations } from '../../../contract/reviews.ts';
import { publishAndroid } from '../../setup/publishing.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { tries } from '../../setup/tries.ts';
import { personWith, type Session } from './people.ts';

/** Document 3, Endpoints: whatever is sent, it is answered with a success, a redirect or the error object, and never with a 5xx. */
let service: TestService;
let session: Session;
let known: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  const app = await publishAndroid(service, 'org.example.target', { no_auth_delivery_enabled: true });
  const person = await personWith(service, [{ id: app.psk }]);
  session = person.session;
  known = {
    application: app.id,
    version: app.versionId,
    user: person.user.id,
    device: session.udid,
    category: '1',
  };
});
afterAll(() => service.stop());

const operations: readonly Operation[] = [
  ...catalogOperations,
  ...inventoryOperations,
  ...downloadOperations,
  ...reviewOperations,
  ...deviceOperations,
];
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '0',
    '-1',
    '1e9',
    '9'.repeat(40),
    'null',
    '[]',
    '{}',
    "';--",
    '../..',
    '%',
    '+',
    ' ',
    '\u0000',
    '\ud800',
  ),
  fc.integer().map(String),
);
const names = ['start', 'count', 'sort', 'links', 'q', 'page', 'token', 'udid', 'download_token', 'system'];
const query = fc.dictionary(fc.oneof(fc.constantFrom(...names), odd), odd, {
  maxKeys: 4,
  noNullPrototype: true,
});
const fields = [
  'like',
  'title',
  'comment',
  'applications',
  'user_id',
  'password',
  'device_info',
  'udid',
  'id',
];
const body = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom(...fields), fc.jsonValue(), { maxKeys: 5, noNullPrototype: true }),
);
/** Which parts of the request are as they should be; the others are odd. */
const sound = fc.record({ person: fc.boolean(), path: fc.boolean() });

test.each(operations)('$method $path', async (operation) => {
  const send = async (
    texts: string,
    asked: Record<string, string>,
    content: unknown,
    keep: { person: boolean; path: boolean },
  ) => {
    const path = operation.path.replace(/:(\w+)/g, (_, name: string) =>
      keep.path ? (known[name] ?? '') : encodeURIComponent(texts.toWellFormed()),
    );
    const person = keep.person ? { token: session.token, udid: session.udid } : {};
    const parameters = { ...(operation.area === 'downloads' && person), ...asked };
    const search = new URLSearchParams(parameters).toString();
    const token = operation.area === 'devices' ? service.admin.token : session.token;
    const headers = keep.person
      ? { 'x-token': token, 'x-udid': session.udid }
      : { 'x-token': encodeURIComponent(texts.toWellFormed()), 'x-udid': 'odd' };
    return service.fetch(`${path}?${search}`, {
      method: operation.method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(operation.method !== 'GET' && { body: JSON.stringify(content) }),
    });
  };
  await fc.assert(
    fc.asyncProperty(odd, query, body, sound, async (texts, asked, content, keep) => {
      const { status, body: answer } = await send(texts, asked, content, keep);
      expect(status).toBeLessThan(500);
      const { error } = answer as { error?: { code: number } };
      expect(typeof error?.code).toBe(status < 400 ? 'undefined' : 'number');
    }),
    tries(60),
  );
});
