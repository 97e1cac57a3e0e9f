import { addApplication } from '../../../contract/applications.ts';
import type { Requests } from '../../setup/requests.ts';
import { type Child, startChild } from '../child.ts';
import type { Session } from '../people.ts';
import type { Done, Question } from './streams-clients.ts';
import type { StreamsService } from './streams-service.ts';

/** Processes of clients, which all have one address: a process may only have a limited number of open files. */
const processes = 3;

/** All clients of an instance together. */
export interface Listeners {
  ask(question: Question): Promise<Done>;
  /** Asks all clients as `ask` does. Error: when fewer than expected did it. */
  all(question: Question, what: string, expected: number): Promise<Done>;
  stop(): Promise<void>;
}

/** Starts clients of these people at the instance at `url`; they do nothing yet. */
export async function openListeners(url: string, sessions: readonly Session[]): Promise<Listeners> {
  const clients: Child<boolean>[] = [];
  for (let at = 0; at < processes; at++) {
    const argument = { port: Number(new URL(url).port) };
    const child = await startChild<boolean>('streams/streams-clients.ts', argument);
    const share = sessions.filter((_session, index) => index % processes === at);
    await child.ask({ sessions: share } satisfies Question);
    clients.push(child);
  }
  const ask = async (question: Question): Promise<Done> => {
    const all = await Promise.all(clients.map((child) => child.ask<Done>(question)));
    return {
      count: all.reduce((sum, { count }) => sum + count, 0),
      last: Math.max(...all.map(({ last }) => last)),
      revision: Math.max(...all.map(({ revision }) => revision)),
    };
  };
  return {
    ask,
    all: async (question, what, expected) => {
      const done = await ask(question);
      if (done.count < expected) throw new Error(`Only ${done.count} of ${sessions.length} could ${what}.`);
      return done;
    },
    stop: async () => void (await Promise.all(clients.map((child) => child.stop()))),
  };
}

/** Publishes one more application to everybody. */
export async function publishWeb(
  requests: Requests,
  { token, group }: Pick<StreamsService, 'token' | 'group'>,
  number: number,
): Promise<void> {
  await requests.uploaded(addApplication, {
    token,
    data: {
      app_name: `Published ${number}`,
      url: `https://published${number}.example.org/`,
      enabled: true,
      groups: [group],
    },
  });
}
