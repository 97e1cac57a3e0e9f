import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { buildAddress } from '../../../contract/common/request.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { listUsers } from '../../../contract/users.ts';
import { defaultLimits } from '../../../mock-server/settings/limits.ts';
import { Requests } from '../../setup/requests.ts';
import { type Child, startChild } from '../child.ts';
import { chosenEngines, engines } from '../engine.ts';
import { limited, type Measurement, type Row } from '../measurement.ts';
import { percentile, timed } from '../percentiles.ts';
import { bytesOf, PlainConnection } from '../plain-connection.ts';
import type { SignInQuestion } from './sign-in-clients.ts';
import { type SignInService, startSignInService } from './sign-in-service.ts';

/** Most milliseconds that the slowest of a hundred answers to somebody else may take meanwhile. */
const maxWaitMs = 150;
const people = 300;
/** How often people sign in beside each reader. */
const rounds = 3;

/** What people did, and the milliseconds of each answer that somebody else had meanwhile. */
interface Storm {
  perSecond: number;
  times: number[];
}

/** Of the same number each, so the mean of their times is what counts. */
const meanOf = (speeds: readonly number[]): number =>
  speeds.length / speeds.reduce((sum, speed) => sum + 1 / speed, 0);

/**
 * What others notice when 300 people sign in at the same moment; and the speed of the sign-ins, compared with hashing
 * their passwords alone on all processors.
 */
export const signIns: Measurement = {
  name: 'sign-ins',
  async run() {
    const rows: Row[] = [];
    for (const engine of chosenEngines()) {
      const service = await startSignInService(people, engine);
      try {
        rows.push(...(await measured(service, engines[engine])));
      } finally {
        await service.stop();
      }
    }
    return rows;
  },
};

async function measured(service: SignInService, engine: string): Promise<Row[]> {
  const { others, password, token } = service;
  const port = Number(new URL(service.url).port);
  const clients = await startChild('sign-ins/sign-in-clients.ts', { port, people: others, password });
  try {
    await knowEverybody(service);
    const readFile = bytesOf({ method: 'GET', path: '/' });
    const readList = bytesOf({
      method: listUsers.method,
      path: buildAddress(listUsers, { query: { page: '0,20' } }),
      headers: { 'X-Token': token },
    });
    const storm = (request: Buffer) => stormBeside(service, clients, request);
    // V8 compiles what the first crowd does; argon2 alone has nothing to compile.
    await storm(readFile);
    // In turn, because the speed of a shared machine changes within seconds.
    const files: Storm[] = [];
    const lists: Storm[] = [];
    const alone: number[] = [];
    for (let round = 0; round < rounds; round++) {
      files.push(await storm(readFile));
      alone.push(await passwordsAlone());
      lists.push(await storm(readList));
      alone.push(await passwordsAlone());
    }
    const waitRow = (what: string, storms: readonly Storm[]): Row => {
      const times = storms.flatMap((storm) => storm.times);
      const work = `${engine}: ${what} while ${people} people sign in, p99`;
      return limited(work, percentile(times, 0.99), 'ms', maxWaitMs);
    };
    return [
      waitRow('a file of the catalog', files),
      waitRow('a list of 20', lists),
      {
        work: `${engine}: sign-ins of ${people} people at once, beside somebody who reads`,
        ours: meanOf([...files, ...lists].map(({ perSecond }) => perSecond)),
        unit: '/s',
        peer: { name: 'argon2 alone, on all processors', value: meanOf(alone) },
        bound: { atLeast: 0.5 },
      },
    ];
  } finally {
    await clients.stop();
  }
}

/** Signs everybody in once, so that their address is known, and their password is no longer their first one. */
async function knowEverybody({ url, others, password }: SignInService): Promise<void> {
  const client = new Requests(url);
  for (const user_id of others) await client.ok(authenticateUser, { body: { user_id, password } });
}

/**
 * Lets everybody sign in at the same moment while one person sends a request again and again; returns the
 * milliseconds of each answer, and the speed of the sign-ins.
 */
async function stormBeside({ url }: SignInService, clients: Child<unknown>, request: Buffer): Promise<Storm> {
  const reader = await PlainConnection.open(Number(new URL(url).port));
  await assertAnswered(reader, request);
  await ask(clients, { connect: people });
  const state = { isOver: false };
  const started = performance.now();
  // Each person uses their own account: attempts at one account wait for each other.
  const all = ask<number>(clients, 'sign in').finally(() => {
    state.isOver = true;
  });
  const times: number[] = [];
  while (!state.isOver) {
    times.push(await timed(() => assertAnswered(reader, request)));
    await pause(10);
  }
  const refused = await all;
  const perSecond = people / ((performance.now() - started) / 1000);
  reader.close();
  if (refused > 0) throw new Error(`${refused} of ${people} people could not sign in.`);
  return { times, perSecond };
}

const ask = <A>(clients: Child<unknown>, question: SignInQuestion): Promise<A> => clients.ask<A>(question);

/** Sends a request. Error: when it is refused. */
async function assertAnswered(reader: PlainConnection, request: Buffer): Promise<void> {
  const status = await reader.ask(request);
  if (status !== 200) throw new Error(`A request during the sign-ins was answered ${status}.`);
}

/** How many passwords of the service's cost all processors verify in a second. */
async function passwordsAlone(): Promise<number> {
  const { passwordMemory: memoryCost, passwordPasses: timeCost } = defaultLimits;
  const hashed = await hash('a password', { memoryCost, timeCost, parallelism: 1 });
  const started = performance.now();
  const inTurn = async (share: number) => {
    for (let at = 0; at < share; at++) await verify(hashed, 'a password');
  };
  const cores = availableParallelism();
  await Promise.all(Array.from({ length: cores }, () => inTurn(people / cores)));
  return people / ((performance.now() - started) / 1000);
}
