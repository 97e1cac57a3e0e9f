/** A process of `runHistories`: runs those of its seeds, and says of each that failed how. */
import { historyLength, openGround, runHistory } from './histories.ts';

const seeds: number[] = JSON.parse(process.argv[2] ?? '[]');
const ground = await openGround();
for (const seed of seeds) {
  try {
    await runHistory(ground, { seed, length: historyLength });
  } catch (fault) {
    process.send?.(`CHAOS_SEED=${seed} CHAOS_HISTORIES=1: ${wordsOf(fault)}`);
  }
}
await ground.close();
process.disconnect?.();

/** What failed and why, without where. */
function wordsOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return fault.cause === undefined ? fault.message : `${fault.message}\n${wordsOf(fault.cause)}`;
}
