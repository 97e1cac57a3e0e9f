import { type HeapProfiler, Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { listGroups } from '../../contract/groups.ts';
import { openService } from '../setup/open-service.ts';

const service = await openService();

const requests = 200;

/** Where Node creates the objects of a request. */
const origin = 'parserOnHeadersComplete';

const bytesFrom = ({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number =>
  children.reduce(
    (bytes, child) => bytes + bytesFrom(child),
    callFrame.functionName === origin ? selfSize : 0,
  );

/** A full garbage collection of a large service takes longer than anything else it does: requests must not need one. */
test('what was known of an answered request is free at the next small collection', async () => {
  const ask = async () => {
    for (let at = 0; at < requests; at++) await service.ok(listGroups, { token: service.admin.token });
  };
  await ask();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 512,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: false,
  });
  await ask();
  // Objects that are young at the first collection survive it, so there is a second one.
  for (let times = 0; times < 3; times++) collect({ type: 'minor' });
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  // The last request may still be referenced from somewhere.
  expect(bytesFrom(profile.head) / requests).toBeLessThan(100);
});
