import { account } from '../../data/current.ts';
import { answerWrite, type TermsAnswer } from '../../data/terms/answer-write.ts';

/** Stores the person's answer to terms, which is used here from now on, and sends it. */
export async function answer(said: TermsAnswer): Promise<void> {
  await account().outbox.enqueue(answerWrite, said);
}

/** The same, but waits for the service if it can be reached; returns whether the answer has arrived. */
export async function answerNow(said: TermsAnswer): Promise<boolean> {
  const { outbox } = account();
  const { id } = await outbox.enqueue(answerWrite, said);
  await outbox.send({ eager: true });
  return outbox.rows.get().some((row) => row.id === id && row.state === 'sent');
}
