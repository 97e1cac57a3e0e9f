/** A process of `runHistories`: runs its share, and says how it failed. */
import { checkHistories, historyLength, openGround } from './histories.ts';
import type { Share } from './run.ts';

const { runs, seed }: Share = JSON.parse(process.argv[2] ?? '');
const ground = await openGround();
try {
  await checkHistories(ground, { runs, seed, length: historyLength });
} catch (fault) {
  process.send?.(wordsOf(fault));
} finally {
  await ground.close();
}
process.disconnect?.();

/** What failed and why, without where. */
function wordsOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return fault.cause === undefined ? fault.message : `${fault.message}\n${wordsOf(fault.cause)}`;
}
