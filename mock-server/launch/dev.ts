/** `npm run dev`: the catalog by Vite at PORT, the service from its sources one port above; both reload on change. */
import { once } from 'node:events';
import { createServer, type ProxyOptions } from 'vite';
import { demoAccounts, fillWithDemo } from './demo.ts';
import { startProgram } from './program.ts';
import { configOrExit } from './service.ts';

/** Begin the addresses that the service answers; Vite answers the others. */
const servicePaths = [
  '/v1/',
  '/v2/',
  '/v3/',
  '/media/',
  '/healthz',
  '/openapi.json',
  '/docs',
  '/manifest.webmanifest',
];

process.env.DEMO = 'true';
const { dataDir, host, port } = configOrExit();
await fillWithDemo(dataDir);
const servicePort = port + 1;
const service = startProgram(['--watch', 'mock-server/main.ts'], { PORT: String(servicePort) });
const target: ProxyOptions = { target: `http://${host}:${servicePort}` };
const proxy = Object.fromEntries(servicePaths.map((path) => [path, target]));
const catalog = await createServer({ server: { host, port, strictPort: true, proxy } });
await catalog.listen();
process.stdout.write(
  `\nhttp://${host}:${port}, sign in as ${demoAccounts.userIds[0]} with ${demoAccounts.password}\n\n`,
);
await once(service, 'exit');
await catalog.close();
process.exit(service.exitCode ?? 0);
