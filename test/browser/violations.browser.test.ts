import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogDir } from '../../mock-server/launch/paths.ts';
import { localhostCertificate } from '../fixtures/localhost.ts';
import { launchBrowser } from '../setup/browser/browser.ts';
import { freePort } from '../setup/free-port.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { ServiceProcess } from '../setup/service-process.ts';
import { password } from '../setup/world/people.ts';

/** The built service over HTTPS, without which browsers send no reports, and what its log says. */
let home: string;
let service: ServiceProcess;
let browser: Browser;
let url: string;
const lines: string[] = [];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'appshelf-violations-'));
  const { cert, key } = localhostCertificate();
  const [certFile, keyFile] = [join(home, 'cert.pem'), join(home, 'key.pem')];
  await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
  const port = String(await freePort());
  url = `https://localhost:${port}`;
  const environment = {
    DATA_DIR: join(home, 'data'),
    CATALOG_DIR: catalogDir,
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: url,
    TLS_CERT: certFile,
    TLS_KEY: keyFile,
    ORGANIZATION_NAME: 'Kestrel Works',
    ADMIN_USER_ID: 'ada',
    ADMIN_PASSWORD: password,
    ADMIN_EMAIL: 'ada@example.org',
  };
  service = new ServiceProcess(environment, undefined, (line) => lines.push(line));
  await service.start();
  const ours = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  const trusted = createHash('sha256').update(ours).digest('base64');
  // Sends reports at once; a browser would wait up to a minute.
  browser = await launchBrowser([
    '--short-reporting-delay',
    `--ignore-certificate-errors-spki-list=${trusted}`,
  ]);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await rm(home, { recursive: true, force: true });
});

async function visit(): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' });
  // Chromium sends reports from pages that may work in the background: all do, except in a browser that is driven by
  // a program.
  await context.grantPermissions(['background-sync'], { origin: url });
  const page = await context.newPage();
  page.setDefaultTimeout(timeouts.step);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  return page;
}

/** The reports in the log. */
const reported = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ violation }) => violation !== undefined)
    .map(({ violation }) => violation);

it('Chromium reports a broken policy, a feature that ends and a crash to the log', async () => {
  const page = await visit();
  await page.evaluate(() => {
    new Image().src = 'https://elsewhere.example/secret.png?of=somebody';
    const old = new XMLHttpRequest();
    old.open('GET', '/healthz', false);
    old.send();
  });
  await expect.poll(reported, { timeout: timeouts.step }).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        type: 'csp-violation',
        page: '/',
        directive: 'img-src',
        blocked: 'https://elsewhere.example',
      }),
      expect.objectContaining({ type: 'deprecation', about: expect.stringContaining('Synchronous') }),
    ]),
  );
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // A page that has crashed responds to nothing any more.
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  await expect
    .poll(reported, { timeout: timeouts.step })
    .toEqual(expect.arrayContaining([expect.objectContaining({ type: 'crash', page: '/' })]));
  expect(lines.join('\n')).not.toContain('of=somebody');
});
