import { authenticateUser } from '../../../contract/identity.ts';
import { serveParent } from '../child.ts';
import { bytesOf, PlainConnection } from './plain-connection.ts';

/** Who signs in where. */
export interface SignInClients {
  port: number;
  /** Login names; all have the same password. */
  people: string[];
  password: string;
}

/** What they are asked: that so many connect, and then that these sign in at one moment, which answers how many were refused. */
export type SignInQuestion = { connect: number } | 'sign in';

/**
 * People who sign in at one moment, each on a connection of their own, which is there already: a browser has loaded the page by it. In a process
 * of their own, so that who reads beside them does not wait for them.
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
      const asked = question as SignInQuestion;
      return asked === 'sign in' ? signIn() : connectAll(asked.connect);
    },
    stop: async () => undefined,
  };
});
