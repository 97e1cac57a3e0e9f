import { account } from '../../data/current.ts';
import { answerWrite, type TermsAnswer } from '../../data/terms/answer-write.ts';

/** Keeps what the person says to terms, which holds here from now on, and sends it. */
export async function answer(said: TermsAnswer): Promise<void> {
  await account().outbox.enqueue(answerWrite, said);
}

/** The same, and waits for the service where there is one; answers whether it has arrived. */
export async function answerNow(said: TermsAnswer): Promise<boolean> {
  const { outbox } = account();
  const { id } = await outbox.enqueue(answerWrite, said);
  await outbox.send({ eager: true });
  return outbox.rows.get().some((row) => row.id === id && row.state === 'sent');
}
