import { get } from 'node:http';
import { basename, dirname } from 'node:path';
import { freePort } from '../../setup/free-port.ts';
import { hasNginx, startNginx } from '../../setup/servers/nginx.ts';
import { type Child, startChild } from '../child.ts';
import type { Measurement, Row } from '../measurement.ts';
import type { DownloadService } from './download-service.ts';
import { slowReaders } from './slow-readers.ts';

const bytes = 1024 ** 3;
const rounds = 5;
const megabyte = 1_000_000;

/**
 * One install file of 1 GiB over loopback, compared with nginx or, where there is none, with plain Node; and the memory
 * that many slow readers cost.
 */
export const download: Measurement = {
  name: 'download',
  async run() {
    const service = await startChild<DownloadService>('downloads/download-service.ts', { bytes });
    try {
      const peer = await startPeer(service.ready.file);
      try {
        return [await measure(service, peer), ...(await slowReaders())];
      } finally {
        await peer.stop();
      }
    } finally {
      await service.stop();
    }
  },
};

interface Peer {
  name: string;
  address: string;
  stop(): Promise<void>;
}

async function startPeer(file: string): Promise<Peer> {
  if (hasNginx()) {
    const port = await freePort();
    const { stop } = await startNginx(port, sending(port, dirname(file)));
    return { name: 'nginx, sendfile', address: `http://127.0.0.1:${port}/${basename(file)}`, stop };
  }
  const child = await startChild<{ address: string }>('downloads/file-server.ts', { file });
  return { name: 'Node, bare stream (no nginx here)', address: child.ready.address, stop: child.stop };
}

/** The configuration of an nginx that sends the files of a directory as fast as it can. */
const sending = (port: number, root: string): string => `
  sendfile on;
  tcp_nopush on;
  server { listen 127.0.0.1:${port}; root ${root}; }
`;

async function measure(service: Child<DownloadService>, peer: Peer): Promise<Row> {
  await fetchAll(peer.address);
  await fetchAll(service.ready.address);
  const rates = { ours: 0, theirs: 0 };
  // In turns, and the best of each counts: the machine is sometimes busy with other work.
  for (let round = 0; round < rounds; round++) {
    rates.theirs = Math.max(rates.theirs, await fetchAll(peer.address));
    rates.ours = Math.max(rates.ours, await fetchAll(service.ready.address));
  }
  return {
    work: 'download of 1 GiB',
    ours: rates.ours,
    unit: 'MB/s',
    peer: { name: peer.name, value: rates.theirs },
    bound: { atLeast: 0.85 },
  };
}

/**
 * Reads the file at an address and drops it; returns MB per second. Error: when there are fewer bytes than expected.
 */
async function fetchAll(address: string): Promise<number> {
  const started = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(address, (response) => {
    let received = 0;
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    response.on('end', () => resolve(received));
    response.on('error', reject);
  }).on('error', reject);
  const received = await promise;
  if (received !== bytes) throw new Error(`${received} bytes came instead of ${bytes}.`);
  return received / megabyte / ((performance.now() - started) / 1000);
}
