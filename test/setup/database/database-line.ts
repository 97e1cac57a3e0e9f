import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A proxy of a PostgreSQL server on loopback. It counts round trips, can be cut as when the server has ended, and can
 * fall silent as when the server's machine is lost.
 */
export interface Line {
  port: number;
  /**
   * Round trips: how often the server has answered everything that was asked. Statements that are sent together count
   * once.
   */
  trips(): number;
  /** Ends all connections, and refuses new ones until `mend`. */
  cut(): Promise<void>;
  /**
   * Accepts what is sent and answers nothing, on new connections as well until `speak`. Existing connections stay
   * silent forever.
   */
  fallSilent(): void;
  /** Ends each existing connection when the client next uses it, as a firewall does that has forgotten them. */
  endWhenUsed(): void;
  /** Answers on new connections again. */
  speak(): void;
  /** The number of silent connections that the client has not ended. */
  silent(): number;
  /** Accepts connections again, and passes them to a server at this port if it is given. */
  mend(port?: number): Promise<void>;
}

export async function lineTo(first: number): Promise<Line> {
  let trips = 0;
  let port = first;
  let isSilent = false;
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  const pairs = new Map<Socket, Socket>();
  const forgotten = new WeakSet<Socket>();
  /** Drops everything that the client sends. The server's connection is closed. */
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
    near.on('data', (bytes) => {
      waits.asked(bytes);
      if (forgotten.has(near)) near.resetAndDestroy();
    });
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
    endWhenUsed: () => {
      for (const near of pairs.keys()) forgotten.add(near);
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

/**
 * Letters of messages (PostgreSQL's documentation, Message Formats): the server is ready, and the messages that it
 * answers so, `Query` and `Sync`.
 */
const ready = 'Z';
const asking: ReadonlySet<string> = new Set(['Q', 'S']);

/** Counts how often the client of one connection waited for the server. */
function waitCounter() {
  const [fromClient, fromServer] = [messages(false), messages(true)];
  // The first message opens the connection, and is answered as well.
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

/**
 * Finds the messages in a stream of bytes: each has a letter, its length without the letter, and its content. The
 * client's first message has no letter.
 */
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
