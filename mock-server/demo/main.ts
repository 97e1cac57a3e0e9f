/** Fills the data directory (`DATA_DIR`) with the demo organization, through the service's own interface. */
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { demoSubdomain } from '../features/organizations/demo-accounts.ts';
import { demoPassword } from './people.ts';
import { seed } from './seed.ts';

const base = readConfig(process.env);
const app = await buildApp({
  ...base,
  demo: true,
  host: '127.0.0.1',
  port: 0,
  logLevel: 'error',
  // Nobody else asks here: on a slow machine a refusal would only end the demo before it is complete.
  limits: { ...base.limits, pressure: { delay: Number.POSITIVE_INFINITY, heapPercent: 100, memoryLeft: 0 } },
  catalogDir: null,
  // The demo brings its own content, so it can be filled without a network.
  publicStores: null,
  firstAdministrator: {
    organizationName: 'Northwind Field Services',
    userId: 'demo.admin',
    password: demoPassword,
    email: 'demo.admin@northwind.example',
    subdomain: demoSubdomain,
  },
});
const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
try {
  await seed(url);
} finally {
  await app.close();
}
