import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { serveParent } from '../child.ts';

/** The number of connections, and the milliseconds until closed ones are opened again. */
const count = 1_000;
const again = 250;
/** Milliseconds between two bytes of slow connections. */
const slow = 500;

const body = Buffer.from(`[${'[],'.repeat(1_398_100)}[]]`);
const head = (line: string, headers: string) => `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`;
const json = `Content-Type: application/json\r\nContent-Length: ${body.length}`;

/** Each kind of client writes something harmful to its connection, and keeps the connection open. */
const kinds: readonly ((socket: Socket) => void)[] = [
  (socket) => socket.write(head('POST /nowhere', json)) && socket.write(body),
  (socket) => socket.write(head('POST /v2/users/authenticate/', json)) && socket.write(body),
  (socket) => {
    socket.write(
      head('POST /v2/users/authenticate/', 'Content-Type: application/json\r\nContent-Length: 16000'),
    );
    socket.write(body.subarray(0, 12_000));
  },
  (socket) => drip(socket, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: '),
  (socket) =>
    drip(socket, head('POST /v3/policies/events/', 'Content-Type: application/json\r\nContent-Length: 900')),
  (socket) => void socket.write(head('GET /v2/users/info', 'X-Token: nobody')),
  () => undefined,
];

function drip(socket: Socket, first: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write('x'), slow);
  socket.once('close', () => clearInterval(timer));
}

/** Connections from another address of this machine, so that limits for each client's address do not affect others. */
await serveParent(async (argument) => {
  const { port } = argument as { port: number };
  // Real attackers have their own machines: here they only use processor time that nobody else wants.
  setPriority(constants.priority.PRIORITY_LOW);
  let running = true;
  const sockets = new Set<Socket>();
  const open = (at: number): void => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: `127.0.0.${2 + (at % 4)}` });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.once('connect', () => kinds[at % kinds.length]?.(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (running) setTimeout(() => running && open(at), again);
    });
  };
  for (let at = 0; at < count; at++) open(at);
  return {
    ready: true,
    stop: async () => {
      running = false;
      for (const socket of sockets) socket.destroy();
    },
  };
});
