/** `npm run dev`: Vite serves the catalog at PORT, the service runs from its sources at PORT + 1; both reload on change. */
import { once } from 'node:events';
import { createServer, type ProxyOptions } from 'vite';
import { servicePaths } from '../../contract/common/service-paths.ts';
import { demoAccounts, fillWithDemo } from './demo.ts';
import { startProgram } from './program.ts';
import { readConfigOrExit } from './service.ts';

process.env.DEMO = 'true';
const { dataDir, host, port } = readConfigOrExit();
await fillWithDemo(dataDir);
const servicePort = port + 1;
const service = startProgram(['--watch', 'mock-server/main.ts'], { PORT: String(servicePort) });
const target: ProxyOptions = { target: `http://${host}:${servicePort}` };
// Vite reads a key that begins with ^ as a regular expression.
const proxy = { [servicePaths.source]: target };
const catalog = await createServer({ server: { host, port, strictPort: true, proxy } });
await catalog.listen();
process.stdout.write(
  `\nhttp://${host}:${port}, sign in as ${demoAccounts.userIds[0]} with ${demoAccounts.password}\n\n`,
);
await once(service, 'exit');
await catalog.close();
process.exit(service.exitCode ?? 0);
