import { setTimeout as pause } from 'node:timers/promises';
import { authenticateUser } from '../../contract/identity.ts';
import { Requests } from '../setup/requests.ts';
import { startCrowdService } from './crowd-service.ts';
import type { Measurement } from './measurement.ts';
import { percentile, timed } from './percentiles.ts';

const limit = 50;
const people = 300;

/** What others notice when 300 people sign in at one moment. */
export const signIns: Measurement = {
  name: 'sign-ins',
  async run() {
    const service = await startCrowdService();
    const { url, user_id, password } = service;
    const client = new Requests(url);
    const file = () => client.fetch('/');
    try {
      await file();
      const state = { isOver: false };
      const all = Promise.all(
        Array.from({ length: people }, () => client.call(authenticateUser, { body: { user_id, password } })),
      ).finally(() => {
        state.isOver = true;
      });
      const times: number[] = [];
      while (!state.isOver) {
        times.push(await timed(file));
        await pause(10);
      }
      const refused = (await all).filter(({ status }) => status !== 200).length;
      if (refused > 0) throw new Error(`${refused} of ${people} people could not sign in.`);
      return [
        {
          work: `a file of the catalog while ${people} people sign in, p99`,
          ours: percentile(times, 0.99),
          unit: 'ms',
          against: { name: 'limit', value: limit },
          target: { atMost: 1 },
        },
      ];
    } finally {
      await service.stop();
    }
  },
};
