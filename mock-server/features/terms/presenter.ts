import type { PersonTerms, Terms, TermsTexts, TermsVersion } from '../../../contract/terms.ts';
import { optionalTimestamp, timestamp } from '../../platform/http/answers/timestamps.ts';
import { noTexts } from '../identity/facade.ts';
import type { Said } from './service.ts';
import type { TermsRow } from './store.ts';

const textsOf = ({ texts }: TermsRow) => JSON.parse(texts) as TermsTexts;

const presentNumber = ({ id, version, created }: Pick<TermsRow, 'id' | 'version' | 'created'>) => ({
  id,
  version,
  created: timestamp(created),
});

/** The current terms. */
export const presentTerms = (row: TermsRow): Terms => ({ ...presentNumber(row), texts: textsOf(row) });

/** One of all versions. */
export const presentVersion = (row: TermsRow): TermsVersion => ({
  ...presentNumber(row),
  texts: row.texts === noTexts ? null : textsOf(row),
});

/** A person's answer. */
export const presentAnswer = (said: Said) => ({
  accepted: said && said.accepted === 1,
  answered: optionalTimestamp(said?.at ?? null),
});

/** Terms for the person who is asked to accept them. */
export const presentPersonTerms = ({ row, said }: { row: TermsRow; said: Said }): PersonTerms => ({
  ...presentTerms(row),
  ...presentAnswer(said),
});

/** That an application of a person has terms; their texts are read together with the application. */
export const presentApplicationTerms = ({
  row,
  said,
}: {
  row: Pick<TermsRow, 'id' | 'version' | 'created'> & { application: string };
  said: Said;
}) => ({ application: row.application, ...presentNumber(row), ...presentAnswer(said) });
