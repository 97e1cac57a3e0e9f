import { androidPackages } from '../../fixtures/real-packages.ts';
import { startChild } from '../child.ts';
import type { Measurement } from '../measurement.ts';
import type { Inspected } from './inspect-child.ts';

const limits = { milliseconds: 5000, megabytes: 150 };

/** A report of a package of 18 MB with 16 .dex files. */
export const inspect: Measurement = {
  name: 'inspect',
  async run() {
    const child = await startChild<Inspected>('packages/inspect-child.ts', androidPackages.automationServer);
    await child.stop();
    const row = (work: string, ours: number, unit: string, value: number) =>
      ({ work, ours, unit, against: { name: 'limit', value }, target: { atMost: 1 } }) as const;
    const { milliseconds, megabytes } = child.ready;
    return [
      row('inspecting a package with 16 .dex files', milliseconds, 'ms', limits.milliseconds),
      row('the same, growth of the process’s memory', megabytes, 'MB', limits.megabytes),
    ];
  },
};
