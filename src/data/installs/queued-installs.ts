import type { ErrorReason } from '../records/error-reason.ts';
import type { InstallLink, InstallRecord, QueuedInstall } from '../records/install-record.ts';

/** The record of an application in the queue. */
export type QueuedRecord = InstallRecord & { wish: QueuedInstall };

const isQueued = (record: InstallRecord): record is QueuedRecord => record.wish !== undefined;

/** The queue in order, including what is done. */
export const listQueued = (records: Iterable<InstallRecord>): QueuedRecord[] =>
  [...records].filter(isQueued).sort((a, b) => a.wish.order - b.wish.order);

/** Whether it is passed on without another action of the person. */
export const isDue = ({ wish }: QueuedRecord): boolean => wish.state === 'waiting' || wish.state === 'given';

const isPassedOn = ({ wish }: QueuedRecord): boolean => wish.state === 'handed';

/** The next application: first one that was already passed on, of which it has to be found out whether it began. */
export function findNext(records: Iterable<InstallRecord>): QueuedRecord | undefined {
  const due = listQueued(records).filter(isDue);
  return due.find(({ wish }) => wish.state === 'given') ?? due[0];
}

/** A record without its wish. */
export const withoutQueueEntry = (record: InstallRecord): InstallRecord => ({ ...record, wish: undefined });

/**
 * Adds applications to the end of the queue; those that are in it keep their place. What was passed on before is
 * removed, unless it belongs to what is still going on.
 */
export function addToQueue(
  all: readonly InstallRecord[],
  wanted: readonly { record: InstallRecord; name: string }[],
): InstallRecord[] {
  const queue = listQueued(all);
  const isBusy = queue.some((record) => !isPassedOn(record));
  const last = queue.at(-1)?.wish.order ?? 0;
  const added = wanted
    .filter(({ record }) => !isQueued(record) || isPassedOn(record))
    .map(({ record, name }, index): InstallRecord => {
      const wish = { name, order: last + 1 + index, state: 'waiting', handover: null, reason: null } as const;
      return { ...record, wish };
    });
  const names = new Set(added.map(({ application }) => application));
  const past = isBusy
    ? []
    : queue.filter(({ application }) => !names.has(application)).map(withoutQueueEntry);
  return [...past, ...added];
}

/** Passed to the system: only its beginning is missing. */
export const markPassedOn = ({ wish, ...record }: QueuedRecord, handover: InstallLink): InstallRecord => ({
  ...record,
  wish: { ...wish, state: 'given', handover },
});

/** It began: from now on only the person knows the result, and is asked. */
export const markStarted = (
  { wish, ...record }: QueuedRecord,
  { version }: InstallLink,
  now: number,
): InstallRecord => ({
  ...record,
  attempt: { version: version.id, number: version.version_num, state: 'sent', since: now },
  wish: { ...wish, state: 'handed', handover: null, reason: null },
});

/** It did not begin. What was passed on is kept, because it may still begin. */
export const markFailed = ({ wish, ...record }: QueuedRecord, reason: ErrorReason): InstallRecord => ({
  ...record,
  wish: { ...wish, state: 'failed', reason },
});

/** Tried again, as if it had just been added. */
export const markWaiting = ({ wish, ...record }: QueuedRecord): InstallRecord => ({
  ...record,
  wish: { ...wish, state: 'waiting', reason: null },
});

/** The state of the queue. */
export interface QueueProgress {
  startedCount: number;
  all: number;
  /** What is wanted and was not passed on yet, in order. */
  due: QueuedRecord[];
  failed: QueuedRecord[];
  /** Passed on, and the person has not said yet whether it was installed. */
  open: QueuedRecord[];
}

export function getProgress(records: Iterable<InstallRecord>): QueueProgress {
  const queue = listQueued(records);
  const passedOn = queue.filter(isPassedOn);
  return {
    startedCount: passedOn.length,
    all: queue.length,
    due: queue.filter(isDue),
    failed: queue.filter(({ wish }) => wish.state === 'failed'),
    open: passedOn.filter(({ attempt }) => attempt !== null && attempt.state !== 'declined'),
  };
}
