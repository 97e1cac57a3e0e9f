import type { Outbox } from '../../data/outbox/outbox.ts';
import { answerWrite, type TermsAnswer } from '../../data/terms/answer-write.ts';

/** Stores the person's answer to terms, which is used here from now on, and sends it. */
export async function answer(outbox: Outbox, statement: TermsAnswer): Promise<void> {
  await outbox.enqueue(answerWrite, statement);
}

/** The same, but waits for the service if it can be reached; returns whether the answer has arrived. */
export async function sendAnswerNow(outbox: Outbox, statement: TermsAnswer): Promise<boolean> {
  const { id } = await outbox.enqueue(answerWrite, statement);
  await outbox.send({ eager: true });
  return outbox.rows.get().some((row) => row.id === id && row.state === 'sent');
}
