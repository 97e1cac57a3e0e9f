import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { reportViolations } from '../../contract/violations.ts';
import { toLoggedViolation } from '../../mock-server/features/violations/violation.ts';
import { defaultLimits } from '../../mock-server/settings/limits.ts';
import { openService } from '../setup/open-service.ts';

const violations = { ...defaultLimits.violations, reportsPerAddress: 20 };
const service = await openService({ limits: { violations } });

/** As Chromium sends it. */
const report = {
  age: 2,
  type: 'csp-violation',
  url: `https://apps.example.org/apps/01m7yh8fwsyt1qsw0xsc0ynnrr?token=secret`,
  user_agent: 'Mozilla/5.0',
  body: {
    blockedURL: 'https://evil.example/steal?data=secret',
    disposition: 'enforce',
    documentURL: 'https://apps.example.org/apps/01m7yh8fwsyt1qsw0xsc0ynnrr?token=secret',
    effectiveDirective: 'connect-src',
    lineNumber: 7,
    originalPolicy: "default-src 'none'",
    sample: 'fetch("https://evil.example/")',
    sourceFile: 'https://apps.example.org/assets/start-AbC_1.js?token=secret',
    statusCode: 200,
  },
};

const send = (content: string, type = 'application/reports+json') =>
  service.fetch(reportViolations.path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: content,
  });

test('the log says which rule was broken where, and nothing of who was there or what they saw', () => {
  expect(toLoggedViolation(report)).toEqual({
    type: 'csp-violation',
    page: '/apps',
    directive: 'connect-src',
    about: null,
    blocked: 'https://evil.example',
    script: '/assets/start-AbC_1.js',
    line: 7,
  });
});

test.each([
  ['a line of its own', { type: 'a\n{"level":50}', url: 'https://x/\n' }],
  ['no address', { type: 'csp-violation', url: '', body: { blockedURL: 'inline' } }],
  ['other types', { type: '', body: { lineNumber: 1e300, blockedURL: 7, sourceFile: [] } }],
  ['a sentence', { type: 'crash', body: { reason: 'She typed her password', id: null } }],
  ['a private address', { type: 'csp-violation', body: { blockedURL: 'data:text/html,secret' } }],
  ['nothing', { type: 'x', body: null }],
])('of a report with %s, words only', (_, sent) => {
  expect(JSON.stringify(Object.values(toLoggedViolation(sent)))).toMatch(/^\[[\w",:/.-]*\]$/);
});

test('reports of browsers are taken without a token, few at a time, and no other kind of body', async () => {
  expect(await send(JSON.stringify([report]))).toMatchObject({ status: 200, body: { logged: 1 } });
  expect((await send('x', 'text/plain')).status).toBe(415);
  expect((await send(JSON.stringify([{ type: 'x', body: { sample: 'x'.repeat(20_000) } }]))).status).toBe(
    413,
  );
  expect((await send(JSON.stringify([{ type: 7 }]))).status).toBe(400);
  const many = Array.from({ length: 30 }, () => ({ type: randomUUID() }));
  expect((await send(JSON.stringify(many))).status).toBe(429);
});
