import type { ErrorReason } from '../http/errors.ts';
import type { Handover, InstallRecord, InstallWish } from './install-record.ts';

/** A record of an application that is in the queue. */
export type Wished = InstallRecord & { wish: InstallWish };

const isWished = (record: InstallRecord): record is Wished => record.wish !== undefined;

/** The queue in its order, with what is done. */
export const wishedOf = (records: Iterable<InstallRecord>): Wished[] =>
  [...records].filter(isWished).sort((a, b) => a.wish.order - b.wish.order);

/** Whether it is to be handed over without another word of the person. */
export const isDue = ({ wish }: Wished): boolean => wish.state === 'waiting' || wish.state === 'given';

const isHanded = ({ wish }: Wished): boolean => wish.state === 'handed';

/** What comes next: first what was given already, of which it is to be seen whether it began. */
export function nextOf(records: Iterable<InstallRecord>): Wished | undefined {
  const due = wishedOf(records).filter(isDue);
  return due.find(({ wish }) => wish.state === 'given') ?? due[0];
}

/** A record without its wish. */
export const unwished = (record: InstallRecord): InstallRecord => ({ ...record, wish: undefined });

/**
 * Puts applications at the end of the queue; what is in it already keeps its place. What was handed over before goes, unless
 * it belongs to what is still being done.
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

/** Given to the system: only its start is missing. */
export const asGiven = ({ wish, ...record }: Wished, handover: Handover): InstallRecord => ({
  ...record,
  wish: { ...wish, state: 'given', handover },
});

/** It began: from here on only the person knows how it went, and is asked. */
export const asHanded = ({ wish, ...record }: Wished, { version }: Handover, now: number): InstallRecord => ({
  ...record,
  attempt: { version: version.id, number: version.version_num, state: 'sent', since: now },
  wish: { ...wish, state: 'handed', handover: null, reason: null },
});

/** It did not begin. What was given is kept: it may still begin. */
export const asFailed = ({ wish, ...record }: Wished, reason: ErrorReason): InstallRecord => ({
  ...record,
  wish: { ...wish, state: 'failed', reason },
});

/** Once more, as if it had just been wished. */
export const asWaiting = ({ wish, ...record }: Wished): InstallRecord => ({
  ...record,
  wish: { ...wish, state: 'waiting', reason: null },
});

/** How far the queue is. */
export interface QueueProgress {
  handed: number;
  all: number;
  /** What is wanted and was not handed over yet, in order. */
  due: Wished[];
  failed: Wished[];
  /** Handed over, and the person has not said yet how it went. */
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
