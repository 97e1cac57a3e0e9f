import type { Tables } from '../../migrations/tables.ts';
import type { Db, TermsTx } from '../../platform/database/handles.ts';
import { noTexts } from '../identity/facade.ts';

export type TermsRow = Tables['terms'];
export type ResponseRow = Tables['terms_responses'];

/** What has terms: an organization, or one of its applications. */
export interface Subject {
  orgId: string;
  /** Null: the organization itself. */
  application: string | null;
}

const buildSubjectFilter = (db: Db, { orgId, application }: Subject) =>
  db
    .selectFrom('terms')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('application', application === null ? 'is' : '=', application)
    .orderBy('version', 'desc');

/** The newest version, even when it ended the terms. */
export const findNewestVersion = (db: Db, subject: Subject) =>
  buildSubjectFilter(db, subject).limit(1).executeTakeFirst();

/** All versions, the newest first. */
export const listVersionRows = (db: Db, subject: Subject) => buildSubjectFilter(db, subject).execute();

export const findTermsById = (db: Db, orgId: string, id: string) =>
  db.selectFrom('terms').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();

/** The newest version of each application that ever had terms, without its texts. */
export const listNewestOfApplications = (db: Db, orgId: string) =>
  db
    .selectFrom('terms')
    .select(['terms.id', 'terms.application', 'terms.version', 'terms.created'])
    .where('terms.org_id', '=', orgId)
    .where('terms.application', 'is not', null)
    .where('terms.texts', '<>', noTexts)
    .where((all) =>
      all.not(
        all.exists(
          all
            .selectFrom('terms as later')
            .select('later.id')
            .where('later.org_id', '=', orgId)
            .whereRef('later.application', '=', 'terms.application')
            .whereRef('later.version', '>', 'terms.version'),
        ),
      ),
    )
    .orderBy('terms.application')
    .execute();

export async function insertTerms(tx: TermsTx, row: TermsRow): Promise<void> {
  await tx.insertInto('terms').values(row).execute();
}

/** A person's last answer to one version; undefined before the first. */
export const findLastResponse = (db: Db, orgId: string, userId: string, termsId: string) =>
  db
    .selectFrom('terms_responses')
    .select(['terms', 'accepted', 'at'])
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .where('terms', '=', termsId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** When a device last sent an answer of a person to one version. */
export const findLastOfDevice = (
  db: Db,
  { org_id, user, terms, device }: Pick<ResponseRow, 'org_id' | 'user' | 'terms' | 'device'>,
) =>
  db
    .selectFrom('terms_responses')
    .select('at')
    .where('org_id', '=', org_id)
    .where('user', '=', user)
    .where('terms', '=', terms)
    .where('device', '=', device)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** All answers of a person, in the order of their arrival. */
export const listResponses = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('terms_responses')
    .select(['terms', 'accepted', 'at'])
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .orderBy('id')
    .execute();

/** The people whose last answer to a version is that they accept it. */
export const selectAccepting = (db: Db, orgId: string, termsId: string) =>
  db
    .selectFrom('terms_responses as said')
    .select('said.user')
    .where('said.org_id', '=', orgId)
    .where('said.terms', '=', termsId)
    .where('said.accepted', '=', 1)
    .where((any) =>
      any.not(
        any.exists(
          any
            .selectFrom('terms_responses as later')
            .select('later.id')
            .whereRef('later.org_id', '=', 'said.org_id')
            .whereRef('later.user', '=', 'said.user')
            .whereRef('later.terms', '=', 'said.terms')
            .whereRef('later.id', '>', 'said.id'),
        ),
      ),
    );

export async function insertResponse(tx: TermsTx, row: ResponseRow): Promise<void> {
  await tx.insertInto('terms_responses').values(row).execute();
}
