import type { PersonTerms, Terms, TermsTexts, TermsVersion } from '../../../contract/terms.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import { noTexts } from '../identity/facade.ts';
import type { LastAnswer } from './service.ts';
import type { TermsRow } from './store.ts';

const parseTexts = ({ texts }: TermsRow) => JSON.parse(texts) as TermsTexts;

const presentNumber = ({ id, version, created }: Pick<TermsRow, 'id' | 'version' | 'created'>) => ({
  id,
  version,
  created: formatTimestamp(created),
});

/** The current terms. */
export const presentTerms = (row: TermsRow): Terms => ({ ...presentNumber(row), texts: parseTexts(row) });

/** One of all versions. */
export const presentVersion = (row: TermsRow): TermsVersion => ({
  ...presentNumber(row),
  texts: row.texts === noTexts ? null : parseTexts(row),
});

/** A person's answer. */
export const presentAnswer = (reported: LastAnswer) => ({
  accepted: reported && reported.accepted === 1,
  answered: formatOptionalTimestamp(reported?.at ?? null),
});

/** Terms for the person who is asked to accept them. */
export const presentPersonTerms = ({
  row,
  lastAnswer: reported,
}: {
  row: TermsRow;
  lastAnswer: LastAnswer;
}): PersonTerms => ({
  ...presentTerms(row),
  ...presentAnswer(reported),
});

/** That an application of a person has terms; their texts are read together with the application. */
export const presentApplicationTerms = ({
  row,
  lastAnswer: reported,
}: {
  row: Pick<TermsRow, 'id' | 'version' | 'created'> & { application: string };
  lastAnswer: LastAnswer;
}) => ({ application: row.application, ...presentNumber(row), ...presentAnswer(reported) });
