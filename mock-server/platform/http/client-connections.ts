import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of an address, by port. With TLS, one connection has two sockets with the same port. */
type ConnectionsByPort = Map<string, Set<number>>;

const connectionsOf = new WeakMap<object, ConnectionsByPort>();

/**
 * Refuses further connections of an address that has too many. Behind a proxy all connections come from one address;
 * there it is the proxy's task. An address with half of the allowed connections, such as a whole office, gets no
 * connection that is kept open for later requests.
 */
export function limitEachClient(server: Server, max: number): void {
  const places: ConnectionsByPort = new Map();
  connectionsOf.set(server, places);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '', remotePort = 0 } = socket;
    const own = places.get(remoteAddress) ?? new Set();
    places.set(remoteAddress, own.add(remotePort));
    socket.once('close', () => removeConnection(places, remoteAddress, remotePort));
    if (own.size > max) socket.destroy();
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const own = places.get(socket.remoteAddress ?? '')?.size ?? 0;
    if (own > max / 2) response.shouldKeepAlive = false;
  });
}

/**
 * Stops counting a connection as one of its address, because a signed-in person uses it, and persons have limits of
 * their own. Thousands of people may share an address.
 */
export function releaseConnection(server: object, { remoteAddress = '', remotePort = 0 }: Socket): void {
  const places = connectionsOf.get(server);
  if (places !== undefined) removeConnection(places, remoteAddress, remotePort);
}

function removeConnection(places: ConnectionsByPort, address: string, port: number): void {
  const own = places.get(address);
  own?.delete(port);
  if (own?.size === 0) places.delete(address);
}
