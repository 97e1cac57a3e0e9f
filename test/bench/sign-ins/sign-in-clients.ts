import { authenticateUser } from '../../../contract/identity.ts';
import { serveParent } from '../child.ts';
import { bytesOf, PlainConnection } from '../plain-connection.ts';

/** The people who sign in, and the port of the service. */
export interface SignInClients {
  port: number;
  /** Login names; all people have the same password. */
  people: string[];
  password: string;
}

/**
 * Questions to the clients: to open this many connections, and then to sign in on all of them at the same moment, which
 * returns how many were refused.
 */
export type SignInQuestion = { connect: number } | 'sign in';

/**
 * People who sign in at the same moment, each on their own connection, which is open already, as when a browser has
 * loaded the page. They have their own process, so that the reader beside them does not wait for them.
 */
await serveParent(async (argument) => {
  const { port, people, password } = argument as SignInClients;
  const headers = { 'Content-Type': 'application/json' };
  const { method, path } = authenticateUser;
  const requests = people.map((user_id) =>
    bytesOf({ method, path, headers, body: JSON.stringify({ user_id, password }) }),
  );
  let connections: PlainConnection[] = [];
  const connectAll = async (count: number): Promise<void> => {
    for (const connection of connections) connection.close();
    connections = await Promise.all(requests.slice(0, count).map(() => PlainConnection.open(port)));
  };
  const signIn = async (): Promise<number> => {
    const statuses = await Promise.all(
      connections.map((connection, at) => connection.ask(requests[at] ?? Buffer.alloc(0))),
    );
    return statuses.filter((status) => status !== 200).length;
  };
  return {
    ready: true,
    answer: async (question) => {
      const request = question as SignInQuestion;
      return request === 'sign in' ? signIn() : connectAll(request.connect);
    },
    stop: async () => undefined,
  };
});
