import autocannon, { type Request } from 'autocannon';
import { listCatalog } from '../../../contract/catalog.ts';
import { startChild } from '../child.ts';
import type { GroupsService } from './groups-service.ts';
import { connections, everybody, headersOf, size } from './many-groups.ts';

const engine = process.argv[2] ?? 'sqlite';
const small =
  process.argv[3] === 'small' ? { ...size, applications: 2000, groups: 400, persons: 1000 } : size;
const opts =
  process.argv[4] === 'prof' ? ['--cpu-prof', '--cpu-prof-dir=/tmp/w/prof', '--cpu-prof-interval=200'] : [];
const t0 = Date.now();
const service = await startChild<GroupsService>('groups/groups-service.ts', { size: small, engine }, opts);
console.log('ready', Date.now() - t0);
const { url, sessions } = service.ready;
const requests: Request[] = sessions.map((s) => ({
  method: 'GET',
  path: listCatalog.path,
  headers: headersOf(s),
}));
const one = requests[0]!;
const bytes = (
  await (
    await fetch(url + listCatalog.path, { headers: one.headers as Record<string, string> })
  ).arrayBuffer()
).byteLength;
const measure = async (
  what: string,
  run: () => Promise<{ requests: { total: number; average: number }; latency: { p99: number } }>,
) => {
  const before = await service.cpu();
  const r = await run();
  const used = (await service.cpu()) - before;
  console.log(
    what,
    r.requests.total,
    'requests',
    Math.round(r.requests.average),
    '/s',
    ((used / r.requests.total) * 1e6).toFixed(0),
    'us each; p99',
    r.latency.p99,
  );
};
await measure('cold', () => autocannon({ ...everybody(url, [...requests]), amount: requests.length }));
for (let i = 0; i < 3; i++)
  await measure('again', () => autocannon({ ...everybody(url, [...requests]), duration: 6 }));
const peer = await startChild<{ url: string }>('catalog/prebuilt-server.ts', { size: bytes });
for (let i = 0; i < 2; i++) {
  const before = await peer.cpu();
  const r = await autocannon({ url: `${peer.ready.url}/`, connections, duration: 4 });
  const used = (await peer.cpu()) - before;
  console.log(
    'fastify',
    Math.round(r.requests.average),
    '/s',
    ((used / r.requests.total) * 1e6).toFixed(1),
    'us',
  );
}
await peer.stop();
await service.stop();
