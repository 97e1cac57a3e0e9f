import { listUsers } from '../../../contract/users.ts';
import { startChild } from '../child.ts';
import { type Engine, engines } from '../engine.ts';
import type { Measurement, Row } from '../measurement.ts';
import { type Percentiles, percentiles } from '../percentiles.ts';
import { type UserQuestion, userQuestions } from './user-questions.ts';
import type { UsersService } from './users-service.ts';

const users = 100_000;
/**
 * The list of users of a large organization, over the interface; compared with the bare page and count on the same
 * database.
 */
export const userList: Measurement = {
  name: 'users',
  async run() {
    const rows: Row[] = [];
    for (const engine of Object.keys(engines) as Engine[]) {
      const service = await startChild<UsersService>('users/users-service.ts', { users, engine });
      try {
        rows.push(...(await measure(service.ready, engines[engine])));
      } finally {
        await service.stop();
      }
    }
    return rows;
  },
};

async function measure({ url, token, bare }: UsersService, engine: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const question of Object.keys(userQuestions) as UserQuestion[]) {
    const query = new URLSearchParams(userQuestions[question]);
    const ours = await percentiles(async () => {
      const answer = await fetch(`${url}${listUsers.path}?${query}`, { headers: { 'x-token': token } });
      if (!answer.ok) throw new Error(`The list of users was answered with ${answer.status}.`);
      await answer.json();
    });
    rows.push(...rowsOf(`100,000 users on ${engine}: ${question}`, ours, bare[question]));
  }
  return rows;
}

function rowsOf(work: string, ours: Percentiles, bare: Percentiles): Row[] {
  return (['p50', 'p99'] as const).map((part) => ({
    work: `${work}, ${part}`,
    ours: ours[part],
    unit: 'ms',
    against: { name: 'page and count in bare SQL', value: bare[part] },
    target: { atMost: 2 },
  }));
}
