import type { Tx } from './database/handles.ts';

/**
 * Something that happened in a feature, on which features above it act. `Handle` is the transaction that a handler
 * gets: it may write what the publisher's may.
 */
export class DomainEvent<Data, Handle extends Tx = Tx> {
  readonly name: string;
  /** Only for the compiler: what a handler takes. */
  declare readonly takes: (tx: Handle, data: Data) => void;

  constructor(name: string) {
    this.name = name;
  }
}

/** Acts on an event in the transaction in which it happened. An error rolls that back. */
export type EventHandler<Data, Handle extends Tx> = (tx: Handle, data: Data) => Promise<unknown> | void;

/** An event and who acts on it, in this order. */
export interface Subscription {
  event: DomainEvent<never, never>;
  handlers: readonly EventHandler<never, never>[];
}

/** A row of the table of events: its handlers, in the order in which they run. */
export const on = <Data, Handle extends Tx>(
  event: DomainEvent<Data, Handle>,
  ...handlers: readonly EventHandler<Data, Handle>[]
): Subscription => ({ event, handlers });

/** Passes events to their handlers, in the transaction in which they happen. */
export class DomainEvents {
  readonly #handlers: ReadonlyMap<DomainEvent<never, never>, readonly EventHandler<never, never>[]>;

  constructor(table: readonly Subscription[]) {
    this.#handlers = new Map(table.map(({ event, handlers }) => [event, handlers]));
  }

  /**
   * Runs the handlers of an event, one after another, in the transaction of its cause. Jobs that they add begin with
   * the next `jobs.wake`. Error: nobody has listed the event.
   */
  async publish<Data, Handle extends Tx>(
    tx: Handle,
    event: DomainEvent<Data, Handle>,
    data: Data,
  ): Promise<void> {
    const handlers = this.#handlers.get(event);
    if (handlers === undefined) throw new Error(`The event ${event.name} is not in the table of events.`);
    // `on` takes only handlers of the event's own data and handle.
    for (const handler of handlers as readonly EventHandler<Data, Handle>[]) await handler(tx, data);
  }
}
