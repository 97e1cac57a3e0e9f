import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemServer } from '../setup/servers/system-server.ts';

/** lighttpd before the service and behind what ends TLS, sending the files that it is told of from one folder, and no others. */
export async function startLighttpd(
  port: number,
  service: URL,
  folder: string,
): Promise<{ stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'appshelf-lighttpd-'));
  const file = join(home, 'lighttpd.conf');
  await writeFile(file, configuration(port, service, folder, home));
  const server = new SystemServer('lighttpd', ['-D', '-f', file]);
  await server.listens(port);
  const stop = async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  return { stop };
}

const configuration = (port: number, service: URL, folder: string, home: string): string => `
server.modules = ( "mod_extforward", "mod_proxy" )
extforward.forwarder = ( "127.0.0.1" => "trust" )
server.bind = "127.0.0.1"
server.port = ${port}
server.document-root = "${home}"
proxy.server = ( "" => ( (
  "host" => "${service.hostname}",
  "port" => ${service.port},
  "x-sendfile" => "enable",
  "x-sendfile-docroot" => ( "${folder}" )
) ) )
`;
