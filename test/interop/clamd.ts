import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../setup/free-port.ts';
import { SystemServer } from '../setup/servers/system-server.ts';

/** The checksum and the length of the EICAR test file, as ClamAV reads them: all that this daemon knows. */
const known = '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n';

/** A real ClamAV daemon on this machine, and where it listens. */
export async function startClamd(): Promise<{ host: string; stop: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'appshelf-clamd-'));
  const port = await freePort();
  await writeFile(join(home, 'eicar.hdb'), known);
  const file = join(home, 'clamd.conf');
  await writeFile(file, `Foreground yes\nTCPSocket ${port}\nTCPAddr 127.0.0.1\nDatabaseDirectory ${home}\n`);
  const server = new SystemServer('clamd', [`--config-file=${file}`]);
  await server.listens(port);
  const stop = async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  return { host: `127.0.0.1:${port}`, stop };
}
