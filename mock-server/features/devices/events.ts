import { DomainEvent } from '../../platform/events.ts';

/** A device and a person are no longer paired. */
export const pairingRemoved = new DomainEvent<{ orgId: string; device: string; user: string }>(
  'pairing removed',
);
