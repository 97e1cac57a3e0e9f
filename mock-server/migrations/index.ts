import type { Kysely } from 'kysely';
import { up as firstSlice } from './0001-first-slice.ts';
import { up as jobsAndInvitations } from './0002-jobs-and-invitations.ts';
import { up as uploads } from './0003-uploads.ts';
import { up as storeMetadata } from './0004-store-metadata.ts';
import { up as foldedNames } from './0005-folded-names.ts';
import { up as catalogChanges } from './0006-catalog-changes.ts';
import { up as packageVersions } from './0007-package-versions.ts';
import { up as noncompliance } from './0008-noncompliance.ts';
import { up as writesInOrder } from './0009-writes-in-order.ts';
import { up as endedSessions } from './0010-ended-sessions.ts';
import { up as signers } from './0011-signers.ts';
import { up as signing } from './0012-signing.ts';
import { up as policies } from './0013-policies.ts';
import { up as inspections } from './0014-inspections.ts';
import { up as webClips } from './0015-web-clips.ts';
import { up as withheld } from './0016-withheld.ts';
import { up as activity } from './0017-activity.ts';
import { up as reports } from './0019-reports.ts';
import { up as notifications } from './0020-notifications.ts';
import { up as messages } from './0021-messages.ts';
import { up as webPushAndWebhooks } from './0022-web-push-and-webhooks.ts';
import { up as terms } from './0023-terms.ts';
import { up as weeklyMails } from './0023-weekly-mails.ts';
import { up as attempts } from './0024-attempts.ts';
import { up as audit } from './0026-audit.ts';
import { up as sessions } from './0027-sessions.ts';
import { up as privacy } from './0028-privacy.ts';
import { up as policyEventsByAge } from './0029-policy-events-by-age.ts';
import { up as moreIsObserved } from './0030-more-is-observed.ts';
import { up as securityLevels } from './0031-security-levels.ts';
import { up as auditToWebhooks } from './0034-audit-to-webhooks.ts';
import { up as assignmentsByApplication } from './0035-assignments-by-application.ts';
import { up as passwordResets } from './0041-password-resets.ts';
import { up as reportsByIndex } from './0042-reports-by-index.ts';
import { up as activityRevisions } from './0045-activity-revisions.ts';
import { up as manyOrganizations } from './0047-many-organizations.ts';
import { up as sealedErasures } from './0048-sealed-erasures.ts';
import { up as auditPendingSurvives } from './0050-audit-pending-survives.ts';
import { up as rowsFromIndexes } from './0051-rows-from-indexes.ts';
import { up as downloadMonths } from './0052-download-months.ts';
import { up as foundFromTheOtherSide } from './0053-found-from-the-other-side.ts';
import { up as sealedRetention } from './0055-sealed-retention.ts';
import { up as whatEnds } from './0056-what-ends.ts';
import { up as auditLedger } from './0058-audit-ledger.ts';
import { up as rowsOfAPerson } from './0059-rows-of-a-person.ts';
import { up as locationTold } from './0060-location-told.ts';
import { up as allChangesByPeople } from './0061-all-changes-by-people.ts';
import { up as madeOf } from './0062-made-of.ts';
import { up as sealedAnew } from './0064-sealed-anew.ts';
import { up as changesInOneRow } from './0069-changes-in-one-row.ts';
import { up as nobodyHoldsUpOthers } from './0072-nobody-holds-up-others.ts';
import { up as oneRowABatch } from './0073-one-row-a-batch.ts';
import { up as notedBySession } from './0082-noted-by-session.ts';
import { up as listsInOneRow } from './0083-lists-in-one-row.ts';
import { up as support } from './0084-support.ts';
import { up as secretKeyIds } from './0094-secret-key-ids.ts';
import { up as clockMarks } from './0095-clock-marks.ts';
import type { Tables } from './tables.ts';

export interface Migration {
  /** Its number and name, which give the order and are recorded in the database. */
  name: string;
  up(db: Kysely<Tables>): Promise<void>;
}

/** Every migration, oldest first. One that has been released is never changed. */
export const migrations: readonly Migration[] = [
  { name: '0001-first-slice', up: firstSlice },
  { name: '0002-jobs-and-invitations', up: jobsAndInvitations },
  { name: '0003-uploads', up: uploads },
  { name: '0004-store-metadata', up: storeMetadata },
  { name: '0005-folded-names', up: foldedNames },
  { name: '0006-catalog-changes', up: catalogChanges },
  { name: '0007-package-versions', up: packageVersions },
  { name: '0008-noncompliance', up: noncompliance },
  { name: '0009-writes-in-order', up: writesInOrder },
  { name: '0010-ended-sessions', up: endedSessions },
  { name: '0011-signers', up: signers },
  { name: '0012-signing', up: signing },
  { name: '0013-policies', up: policies },
  { name: '0014-inspections', up: inspections },
  { name: '0015-web-clips', up: webClips },
  { name: '0016-withheld', up: withheld },
  { name: '0017-activity', up: activity },
  { name: '0019-reports', up: reports },
  { name: '0020-notifications', up: notifications },
  { name: '0021-messages', up: messages },
  { name: '0022-web-push-and-webhooks', up: webPushAndWebhooks },
  { name: '0023-terms', up: terms },
  { name: '0023-weekly-mails', up: weeklyMails },
  { name: '0024-attempts', up: attempts },
  { name: '0026-audit', up: audit },
  { name: '0027-sessions', up: sessions },
  { name: '0028-privacy', up: privacy },
  { name: '0029-policy-events-by-age', up: policyEventsByAge },
  { name: '0030-more-is-observed', up: moreIsObserved },
  { name: '0031-security-levels', up: securityLevels },
  { name: '0034-audit-to-webhooks', up: auditToWebhooks },
  { name: '0035-assignments-by-application', up: assignmentsByApplication },
  { name: '0041-password-resets', up: passwordResets },
  { name: '0042-reports-by-index', up: reportsByIndex },
  { name: '0045-activity-revisions', up: activityRevisions },
  { name: '0047-many-organizations', up: manyOrganizations },
  { name: '0048-sealed-erasures', up: sealedErasures },
  { name: '0050-audit-pending-survives', up: auditPendingSurvives },
  { name: '0051-rows-from-indexes', up: rowsFromIndexes },
  { name: '0052-download-months', up: downloadMonths },
  { name: '0053-found-from-the-other-side', up: foundFromTheOtherSide },
  { name: '0055-sealed-retention', up: sealedRetention },
  { name: '0056-what-ends', up: whatEnds },
  { name: '0058-audit-ledger', up: auditLedger },
  { name: '0059-rows-of-a-person', up: rowsOfAPerson },
  { name: '0060-location-told', up: locationTold },
  { name: '0061-all-changes-by-people', up: allChangesByPeople },
  { name: '0062-made-of', up: madeOf },
  { name: '0064-sealed-anew', up: sealedAnew },
  { name: '0069-changes-in-one-row', up: changesInOneRow },
  { name: '0072-nobody-holds-up-others', up: nobodyHoldsUpOthers },
  { name: '0073-one-row-a-batch', up: oneRowABatch },
  { name: '0082-noted-by-session', up: notedBySession },
  { name: '0083-lists-in-one-row', up: listsInOneRow },
  { name: '0084-support', up: support },
  { name: '0094-secret-key-ids', up: secretKeyIds },
  { name: '0095-clock-marks', up: clockMarks },
];
