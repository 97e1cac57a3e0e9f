import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A line to a PostgreSQL server on loopback that counts what goes over it, can be cut as when the server has ended, and fall silent as when its machine is lost. */
export interface Line {
  port: number;
  /** How often the server has answered everything that was asked: round trips. What is asked at once is one. */
  trips(): number;
  /** Ends all connections, and refuses new ones until `mend`. */
  cut(): Promise<void>;
  /** Takes what is sent and says nothing any more, on new connections either until `speak`. The connections of now stay silent for ever. */
  fallSilent(): void;
  /** Answers on new connections. */
  speak(): void;
  /** How many silent connections the other side has not ended. */
  silent(): number;
  /** Goes on, to a server at this port where one is named. */
  mend(port?: number): Promise<void>;
}

export async function lineTo(first: number): Promise<Line> {
  let trips = 0;
  let port = first;
  let isSilent = false;
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  const pairs = new Map<Socket, Socket>();
  /** Takes what comes and drops it. The server knows nothing more of this connection. */
  const silence = (near: Socket): void => {
    silent.add(near);
    near.on('error', () => undefined);
    near.on('close', () => silent.delete(near));
    near.unpipe();
    pairs.get(near)?.destroy();
    near.resume();
  };
  const join = (near: Socket): void => {
    if (isSilent) {
      sockets.add(near);
      near.on('close', () => sockets.delete(near));
      silence(near);
      return;
    }
    const far = connect({ host: '127.0.0.1', port });
    const waits = waitCounter();
    pairs.set(near, far);
    near.on('close', () => pairs.delete(near));
    near.on('data', (bytes) => waits.asked(bytes));
    far.on('data', (bytes) => {
      trips += waits.answered(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        if (!silent.has(other)) other.destroy();
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
    fallSilent: () => {
      isSilent = true;
      for (const near of pairs.keys()) silence(near);
    },
    speak: () => {
      isSilent = false;
    },
    silent: () => silent.size,
    mend: async (next = port) => {
      port = next;
      server = await listen(address.port);
    },
  };
}

/** Letters of messages; PostgreSQL's documentation, Message Formats: the server is ready, and those that ask it to be, `Query` and `Sync`. */
const ready = 'Z';
const asking: ReadonlySet<string> = new Set(['Q', 'S']);

/** Follows one connection: how often its client waited for the server. */
function waitCounter() {
  const [fromClient, fromServer] = [messages(false), messages(true)];
  // The first is the one that opens the connection, and asks as well.
  let open = 1;
  return {
    asked: (bytes: Buffer): void => {
      open += fromClient(bytes).filter((letter) => asking.has(letter)).length;
    },
    answered: (bytes: Buffer): number => {
      const answers = fromServer(bytes).filter((letter) => letter === ready).length;
      open -= answers;
      return answers > 0 && open === 0 ? 1 : 0;
    },
  };
}

/** Finds the messages in what comes in pieces: each is a letter, its length without the letter, and its content. The client's first has no letter. */
function messages(isBegunBefore: boolean): (bytes: Buffer) => string[] {
  let rest: Buffer = Buffer.alloc(0);
  let isBegun = isBegunBefore;
  return (bytes) => {
    const found: string[] = [];
    let at = 0;
    const all = Buffer.concat([rest, bytes]);
    for (;;) {
      const lead = isBegun ? 1 : 0;
      if (at + lead + 4 > all.length) break;
      const end = at + lead + all.readUInt32BE(at + lead);
      if (end > all.length) break;
      if (isBegun) found.push(String.fromCharCode(all[at] ?? 0));
      isBegun = true;
      at = end;
    }
    rest = all.subarray(at);
    return found;
  };
}
