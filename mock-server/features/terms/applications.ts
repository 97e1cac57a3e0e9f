import type { Db } from '../../platform/database/handles.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { noTexts } from '../identity/facade.ts';
import { findLastResponse, findNewestVersion, listNewestOfApplications, listResponses } from './store.ts';

type Person = Pick<DeviceCaller, 'homeOrgId' | 'user'>;

const termsNotAcceptedError = (application: string, terms: { id: string; version: number }) =>
  new ServiceError(
    'application_terms_not_accepted',
    'This application has terms of its own. Open it in the app catalog and accept them before you install it.',
    { details: { application, terms: terms.id, version: terms.version } },
  );

/**
 * Error: `application_terms_not_accepted` when an application carries terms that the person has not accepted, or that nobody can
 * accept, because nobody is signed in (`person` null).
 */
export async function assertApplicationTerms(
  db: Db,
  { orgId, application }: { orgId: string; application: string },
  person: Person | null,
): Promise<void> {
  const terms = await findNewestVersion(db, { orgId, application });
  if (terms === undefined || terms.texts === noTexts) return;
  const reported = person && (await findLastResponse(db, orgId, person.user.id, terms.id));
  if (reported?.accepted !== 1) throw termsNotAcceptedError(application, terms);
}

/** The applications whose terms a person has not accepted, with the refusal to install each. */
export async function listApplicationsNotAccepted(
  db: Db,
  { homeOrgId: orgId, user }: Person,
): Promise<ReadonlyMap<string, ServiceError>> {
  const carrying = await listNewestOfApplications(db, orgId);
  if (carrying.length === 0) return new Map();
  const reported = new Map((await listResponses(db, orgId, user.id)).map((row) => [row.terms, row.accepted]));
  return new Map(
    carrying.flatMap(({ application, ...terms }) =>
      application === null || reported.get(terms.id) === 1
        ? []
        : [[application, termsNotAcceptedError(application, terms)] as const],
    ),
  );
}
