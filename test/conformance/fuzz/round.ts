import fc from 'fast-check';
import type { Operation } from '../../../contract/common/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { listUsers } from '../../../contract/users.ts';
import { rowsOf } from '../roles/rows.ts';
import { type Caller, World } from '../roles/world.ts';
import { requestsOf } from './draw.ts';
import { bodyText, faultOf, Secrecy } from './oracle.ts';
import { requestOf, type Sent, send } from './send.ts';

export interface RoundOptions {
  seed: number;
  /** How many requests of each operation. */
  requests: number;
  /** Names of operations; all when absent. */
  only?: readonly string[];
}

export interface RoundReport {
  /** How many answers had each status. */
  statuses: Map<number, number>;
  /** The findings, one sentence each. */
  faults: string[];
}

/** Requests that spoil the world for later ones come last. */
const spoiling = ['updateOrganization', 'setTerms', 'changePassword', 'updateUser', 'deleteUsers'];
const order = ({ name, method }: Operation): number =>
  spoiling.includes(name) ? 3 : ['GET', 'POST'].includes(method) ? Number(method !== 'GET') : 2;

/**
 * Sends every operation requests that the contract allows, nearly allows and does not allow, from every caller, in a
 * world of its own, and checks the answers against what is promised. The same seed makes the same round.
 */
export async function fuzzRound({ seed, requests, only }: RoundOptions): Promise<RoundReport> {
  const world = await World.start();
  try {
    const foreign = await rowsOf(world.service, world.foreign.id);
    const report: RoundReport = { statuses: new Map(), faults: [] };
    const judge = new Judge(world, report);
    const request = operations
      .filter(({ name }) => only === undefined || only.includes(name))
      .toSorted((one, other) => order(one) - order(other));
    for (const operation of request) {
      const drawn = fc.asyncProperty(requestsOf(operation), async (draw) => {
        const sent = await requestOf(world, operation, draw);
        const fault = await judge.fault(operation, draw.caller.of, sent);
        if (fault !== null) throw new Error(`${operation.name}: ${fault}\n${shown(sent)}`);
      });
      // Findings are not shrunk: what was sent before has changed the world.
      const checked = await fc.check(drawn, {
        seed: seed + operations.indexOf(operation),
        numRuns: requests,
        endOnFailure: true,
      });
      if (checked.failed) report.faults.push(String((checked.errorInstance as Error | null)?.message));
      await judge.wakeCallers();
    }
    report.faults.push(...(await aliveAfter(world, foreign)));
    return report;
  } finally {
    await world.stop();
  }
}

class Judge {
  readonly #world: World;
  readonly #report: RoundReport;
  readonly #secrecy: Secrecy;
  /** Tokens that are no longer accepted. */
  readonly #ended = new Set<string>();

  constructor(world: World, report: RoundReport) {
    this.#world = world;
    this.#report = report;
    this.#secrecy = new Secrecy(world);
  }

  async fault(operation: Operation, of: 'top' | 'middle', sent: Sent): Promise<string | null> {
    const answer = await send(this.#world.service.url, sent).catch(
      (error: unknown) => `no answer: ${String(error)}`,
    );
    if (typeof answer === 'string') return answer;
    const { statuses } = this.#report;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const token = sent.headers['x-token'];
    if (answer.status === 401 && token !== undefined) this.#ended.add(token);
    if (({} as { polluted?: unknown }).polluted !== undefined)
      return 'it changed the prototype of all objects';
    return faultOf(operation, answer) ?? this.#secrecy.leak(of, sent, answer);
  }

  /** Callers whose session was ended sign in again; deleted ones stay away. */
  async wakeCallers(): Promise<void> {
    const { ofTop, ofMiddle, service } = this.#world;
    const ended = [...ofTop.values(), ...ofMiddle.values()].filter(({ token }) => this.#ended.has(token));
    this.#ended.clear();
    const wake = async (caller: Caller) => {
      caller.token = await service.userToken(caller);
      caller.session = await service.signIn(caller);
    };
    for (const caller of ended) await wake(caller).catch(() => undefined);
  }
}

/** What is wrong at the end: the data of the strangers must be unchanged. */
async function aliveAfter(world: World, before: Record<string, unknown[]>): Promise<string[]> {
  const { service, foreign } = world;
  const faults: string[] = [];
  if ((await service.fetch('/healthz')).status !== 200) faults.push('The service is not well afterwards.');
  await service
    .ok(listUsers, { token: foreign.acting.token })
    .catch((error: unknown) => faults.push(String(error)));
  const after = await rowsOf(service, foreign.id);
  const changed = Object.keys(after).filter(
    (table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]),
  );
  if (changed.length > 0) faults.push(`Rows of strangers have changed in ${changed.join(', ')}.`);
  return faults;
}

/** A request as text, cut to a readable length. */
const shown = (sent: Sent): string =>
  `${sent.method} ${sent.address.slice(0, 500)}\n${JSON.stringify(sent.headers).slice(0, 1_000)}\n${bodyText(sent).slice(0, 1_000)}`;
