import { answerTerms } from '../../../contract/terms.ts';
import { declarePendingWrite } from '../outbox/pending-write.ts';

/** A person's answer to a version of terms. */
export interface TermsAnswer {
  /** The id of the version. */
  terms: string;
  /** The application that has the terms; null for those of the organization. */
  application: string | null;
  accepted: boolean;
}

/** Accepting or declining; the last answer to a version is in force. */
export const answerWrite = declarePendingWrite<TermsAnswer>()({
  kind: 'terms.answer',
  operation: answerTerms,
  getSubject: ({ terms }) => `terms:${terms}`,
  merge: (_earlier, later) => later,
  buildRequest: ({ terms, accepted }) => ({ params: { terms }, body: { accepted } }),
  describe: ({ application }) => ({ topic: 'terms', application }),
});
