import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A line to a PostgreSQL server on loopback that counts what goes over it, and can be cut as when the server is gone. */
export interface Line {
  port: number;
  /** How often the server has answered and waited for more: round trips. */
  trips(): number;
  /** Ends all connections, and refuses new ones until `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function lineTo(port: number): Promise<Line> {
  let trips = 0;
  const sockets = new Set<Socket>();
  const join = (near: Socket): void => {
    const far = connect({ host: '127.0.0.1', port });
    const answered = readyCounter();
    far.on('data', (bytes) => {
      trips += answered(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  };
  const listen = async (at: number): Promise<Server> => {
    const server = createServer(join).listen(at, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    port: address.port,
    trips: () => trips,
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: async () => {
      server = await listen(address.port);
    },
  };
}

/** Letter of the message by which a server says that it waits for the next query; PostgreSQL's documentation, Message Formats. */
const ready = 'Z'.charCodeAt(0);

/** Counts these messages in what comes in pieces: each message is a letter, its length without the letter, and its content. */
function readyCounter(): (bytes: Buffer) => number {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    let found = 0;
    let at = 0;
    const all = Buffer.concat([rest, bytes]);
    while (at + 5 <= all.length && at + 1 + all.readUInt32BE(at + 1) <= all.length) {
      if (all[at] === ready) found += 1;
      at += 1 + all.readUInt32BE(at + 1);
    }
    rest = all.subarray(at);
    return found;
  };
}
