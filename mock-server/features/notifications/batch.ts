import { PermanentFailure } from '../../platform/jobs/kind.ts';
import type { SilentServers } from '../../platform/outgoing/silence.ts';
import type { Outcome, Push, PushChannel } from '../../platform/push/push.ts';
import type * as store from './store.ts';

/** What is sent, to whom, and until when the job may go on in its turn. */
export interface Sending {
  recipients: store.Recipients;
  push: Push;
  silence: SilentServers;
  stopped: AbortSignal;
  end: number;
}

/** A device or browser that was taken for sending. */
export interface Recipient {
  token: string;
  device: string;
}

/** The result for one recipient. */
export interface Result<R extends Recipient> {
  recipient: R;
  outcome: Outcome;
}

/** How the sending of a batch stops before its end. */
interface Stop<R> {
  stopped: AbortSignal;
  /**
   * Gives back at once the recipients to which nothing was sent: a process that stops does not wait for running
   * requests.
   */
  returnRecipients(left: readonly R[]): Promise<void>;
}

/**
 * Sends to all recipients of a batch, as many at a time as the provider accepts. Recipients that were not reached,
 * because the process stops, are in no result.
 */
export async function sendEach<R extends Recipient>(
  channel: PushChannel,
  batch: readonly R[],
  { stopped, returnRecipients }: Stop<R>,
): Promise<{ results: Result<R>[]; refusal: PermanentFailure | null }> {
  const results: Result<R>[] = [];
  const left = batch.values();
  let refusal: PermanentFailure | null = null;
  const sender = async () => {
    for (const recipient of left) {
      const outcome =
        refusal === null ? await channel.send(recipient.token).catch(toRefusedOutcome) : notSent;
      results.push({ recipient, outcome });
    }
  };
  const toRefusedOutcome = (error: unknown): Outcome => {
    if (!(error instanceof PermanentFailure)) throw error;
    refusal = error;
    return notSent;
  };
  let values = Promise.resolve();
  const stop = () => {
    // Recipients that nothing was sent to are removed from what the senders share.
    values = returnRecipients([...left]);
    values.catch(() => undefined);
  };
  if (stopped.aborted) stop();
  stopped.addEventListener('abort', stop);
  try {
    await Promise.all(Array.from({ length: Math.min(channel.atOnce, batch.length) }, sender));
  } finally {
    stopped.removeEventListener('abort', stop);
  }
  await values;
  return { results, refusal };
}

const notSent: Outcome = { kind: 'again', wait: null };
