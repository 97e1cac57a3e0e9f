import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { domainEvents } from '../../mock-server/domain-events.ts';
import type { Tx } from '../../mock-server/platform/database/handles.ts';
import { DomainEvent, DomainEvents, on } from '../../mock-server/platform/events.ts';
import type { JobQueue } from '../../mock-server/platform/jobs/queue.ts';
import { root } from '../architecture/project.ts';

/** No handler here uses its transaction, or a queue. */
const tx = {} as Tx;
const jobs = {} as JobQueue;

describe('domain events', () => {
  const happened = new DomainEvent<{ count: number }>('happened');

  it('run their handlers one after another, in the order of the table', async () => {
    const order: string[] = [];
    const events = new DomainEvents([
      on(
        happened,
        async (_, { count }) => {
          await Promise.resolve();
          order.push(`first ${count}`);
        },
        () => void order.push('second'),
      ),
    ]);
    await events.publish(tx, happened, { count: 2 });
    expect(order).toEqual(['first 2', 'second']);
  });

  it('fail with the first handler that fails', async () => {
    const order: string[] = [];
    const refuse = () => Promise.reject(new Error('refused'));
    const events = new DomainEvents([on(happened, refuse, () => void order.push('second'))]);
    await expect(events.publish(tx, happened, { count: 1 })).rejects.toThrow('refused');
    expect(order).toEqual([]);
  });

  it('are refused when the table does not list them', async () => {
    const events = new DomainEvents([]);
    await expect(events.publish(tx, happened, { count: 1 })).rejects.toThrow('happened is not in the table');
  });
});

describe('the table of events', () => {
  it('lists each event of a feature once, with a handler', async () => {
    const files = globSync('mock-server/features/*/events.ts', { cwd: root });
    const modules = await Promise.all(
      files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>),
    );
    const declared = modules.flatMap((module) =>
      Object.values(module).flatMap((one) => (one instanceof DomainEvent ? [one.name] : [])),
    );
    const table = domainEvents({ jobs });
    expect(table.map(({ event }) => event.name).sort()).toEqual(declared.sort());
    expect(table.filter(({ handlers }) => handlers.length === 0)).toEqual([]);
  });
});
