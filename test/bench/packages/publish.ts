import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { addApplication } from '../../../contract/applications.ts';
import { startService } from '../../setup/service.ts';
import type { Measurement } from '../measurement.ts';

const apk = 'node_modules/appium-uiautomator2-server/apks/appium-uiautomator2-server-v10.6.6.apk';
const limits = { seconds: 1, megabytes: 64 };
const runs = 3;

/** Publishing a real Android package of 18 MB over the interface: the time, and the growth of the service's memory. */
export const publish: Measurement = {
  name: 'publish',
  async run() {
    const service = await startService();
    try {
      const seconds: number[] = [];
      let grown = 0;
      for (let run = 0; run < runs; run++) {
        const file = { bytes: await readFile(apk), name: 'server.apk' };
        const before = process.memoryUsage().rss;
        const begun = performance.now();
        await service.uploaded(addApplication, {
          token: service.admin.token,
          data: {},
          files: { app_file: file },
        });
        seconds.push((performance.now() - begun) / 1000);
        grown = Math.max(grown, process.memoryUsage().rss - before - statSync(apk).size * 2);
      }
      const size = `${(statSync(apk).size / 1e6).toFixed(0)} MB`;
      return [
        {
          work: `publish an APK of ${size}`,
          ours: seconds.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN,
          unit: 's',
          against: { name: 'limit', value: limits.seconds },
          target: { atMost: 1 },
        },
        {
          work: 'the same, growth of memory beside the client’s own copies',
          ours: Math.max(0, grown) / 1e6,
          unit: 'MB',
          against: { name: 'limit', value: limits.megabytes },
          target: { atMost: 1 },
        },
      ];
    } finally {
      await service.stop();
    }
  },
};
