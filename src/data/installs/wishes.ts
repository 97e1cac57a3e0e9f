import type { ErrorReason } from '../http/errors.ts';
import type { Handover, InstallRecord, InstallWish } from './install-record.ts';

/** The record of an application in the queue. */
export type Wished = InstallRecord & { wish: InstallWish };

const isWished = (record: InstallRecord): record is Wished => record.wish !== undefined;

/** The queue in order, including what is done. */
export const wishedOf = (records: Iterable<InstallRecord>): Wished[] =>
  [...records].filter(isWished).sort((a, b) => a.wish.order - b.wish.order);

/** Whether it is passed on without another action of the person. */
export const isDue = ({ wish }: Wished): boolean => wish.state === 'waiting' || wish.state === 'given';

const isHanded = ({ wish }: Wished): boolean => wish.state === 'handed';

/** The next application: first one that was already passed on, of which it has to be found out whether it began. */
export function nextOf(records: Iterable<InstallRecord>): Wished | undefined {
  const due = wishedOf(records).filter(isDue);
  return due.find(({ wish }) => wish.state === 'given') ?? due[0];
}

/** A record without its wish. */
export const unwished = (record: InstallRecord): InstallRecord => ({ ...record, wish: undefined });

/**
 * Adds applications to the end of the queue; those that are in it keep their place. What was passed on before is
 * removed, unless it belongs to what is still going on.
 */
export function withWishes(
  all: readonly InstallRecord[],
  wanted: readonly { record: InstallRecord; name: string }[],
): InstallRecord[] {
  const queue = wishedOf(all);
  const isBusy = queue.some((record) => !isHanded(record));
  const last = queue.at(-1)?.wish.order ?? 0;
  const added = wanted
    .filter(({ record }) => !isWished(record) || isHanded(record))
    .map(({ record, name }, index): InstallRecord => {
      const wish = { name, order: last + 1 + index, state: 'waiting', handover: null, reason: null } as const;
      return { ...record, wish };
    });
  const names = new Set(added.map(({ application }) => application));
  const past = isBusy ? [] : queue.filter(({ application }) => !names.has(application)).map(unwished);
  return [...past, ...added];
}

/** Passed to the system: only its beginning is missing. */
export const asGiven = ({ wish, ...record }: Wished, handover: Handover): InstallRecord => ({
  ...record,
  wish: { ...wish, state: 'given', handover },
});

/** It began: from now on only the person knows the result, and is asked. */
export const asHanded = ({ wish, ...record }: Wished, { version }: Handover, now: number): InstallRecord => ({
  ...record,
  attempt: { version: version.id, number: version.version_num, state: 'sent', since: now },
  wish: { ...wish, state: 'handed', handover: null, reason: null },
});

/** It did not begin. What was passed on is kept, because it may still begin. */
export const asFailed = ({ wish, ...record }: Wished, reason: ErrorReason): InstallRecord => ({
  ...record,
  wish: { ...wish, state: 'failed', reason },
});

/** Tried again, as if it had just been added. */
export const asWaiting = ({ wish, ...record }: Wished): InstallRecord => ({
  ...record,
  wish: { ...wish, state: 'waiting', reason: null },
});

/** The state of the queue. */
export interface QueueProgress {
  handed: number;
  all: number;
  /** What is wanted and was not passed on yet, in order. */
  due: Wished[];
  failed: Wished[];
  /** Passed on, and the person has not said yet whether it was installed. */
  open: Wished[];
}

export function progressOf(records: Iterable<InstallRecord>): QueueProgress {
  const queue = wishedOf(records);
  const handed = queue.filter(isHanded);
  return {
    handed: handed.length,
    all: queue.length,
    due: queue.filter(isDue),
    failed: queue.filter(({ wish }) => wish.state === 'failed'),
    open: handed.filter(({ attempt }) => attempt !== null && attempt.state !== 'declined'),
  };
}
