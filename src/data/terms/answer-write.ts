import { answerTerms } from '../../../contract/terms.ts';
import { pendingWrite } from '../outbox/pending-write.ts';

/** A person's answer to a version of terms. */
export interface TermsAnswer {
  /** The id of the version. */
  terms: string;
  /** The application that has the terms; null for those of the organization. */
  application: string | null;
  accepted: boolean;
}

/** Accepting or declining; the last answer to a version is in force. */
export const answerWrite = pendingWrite<TermsAnswer>()({
  kind: 'terms.answer',
  operation: answerTerms,
  subject: ({ terms }) => `terms:${terms}`,
  merge: (_earlier, later) => later,
  request: ({ terms, accepted }) => ({ params: { terms }, body: { accepted } }),
  about: ({ application }) => ({ what: 'terms', application }),
});
