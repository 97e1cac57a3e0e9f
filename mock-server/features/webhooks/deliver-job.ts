import { Type } from 'typebox';

/** Tells a webhook of an event. */
export const deliverJob = {
  name: 'deliver_webhook',
  payload: Type.Object({ delivery: Type.String() }),
} as const;
