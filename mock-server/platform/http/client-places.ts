import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Connections of an address, by its ports. With TLS there are two sockets of one connection, and both know the port. */
type Places = Map<string, Set<number>>;

const placesOf = new WeakMap<object, Places>();

/**
 * Refuses connections of an address that has too many. Behind a proxy all come from one: there it is the proxy's to do. Where an
 * address has half of them, as a whole office may, none is kept for a next request.
 */
export function limitEachClient(server: Server, most: number): void {
  const places: Places = new Map();
  placesOf.set(server, places);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '', remotePort = 0 } = socket;
    const own = places.get(remoteAddress) ?? new Set();
    places.set(remoteAddress, own.add(remotePort));
    socket.once('close', () => leave(places, remoteAddress, remotePort));
    if (own.size > most) socket.destroy();
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const own = places.get(socket.remoteAddress ?? '')?.size ?? 0;
    if (own > most / 2) response.shouldKeepAlive = false;
  });
}

/**
 * A connection no longer counts as one of its address: a person who is signed in has it, and people have limits of their own.
 * Thousands of them may share an address.
 */
export function freePlace(server: object, { remoteAddress = '', remotePort = 0 }: Socket): void {
  const places = placesOf.get(server);
  if (places !== undefined) leave(places, remoteAddress, remotePort);
}

function leave(places: Places, address: string, port: number): void {
  const own = places.get(address);
  own?.delete(port);
  if (own?.size === 0) places.delete(address);
}
