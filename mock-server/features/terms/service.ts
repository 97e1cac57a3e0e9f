import { isDeepStrictEqual } from 'node:util';
import type { TermsTexts } from '../../../contract/terms.ts';
import { changeTerms, changeTermsAnswer } from '../../platform/database/changes/changes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { forbiddenError, notFoundError, ServiceError } from '../../platform/errors.ts';
import type { Caller, DeviceCaller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { isVisible } from '../../platform/visible-text.ts';
import { findApplication, findManageableApplication } from '../applications/facade.ts';
import type { OffersContext } from '../catalog/facade.ts';
import { findAvailableApplication, listOffered, openCatalog } from '../catalog/facade.ts';
import { noTexts } from '../identity/facade.ts';
import * as store from './store.ts';

type Subject = store.Subject;

/** The key of an application's terms, for a caller who may manage the application. Error: `not_found`. */
export async function findManageableSubject(
  { database }: Platform,
  caller: Caller,
  application: string,
): Promise<Subject> {
  const { id } = await findManageableApplication(database.db, caller, application);
  return { orgId: caller.orgId, application: id };
}

/** The current terms; null where there are none. */
export async function readCurrent({ database }: Platform, subject: Subject): Promise<store.TermsRow | null> {
  const newest = await store.findNewestVersion(database.db, subject);
  return newest === undefined || newest.texts === noTexts ? null : newest;
}

export const listAllVersions = ({ database }: Platform, subject: Subject) =>
  store.listVersionRows(database.db, subject);

/**
 * Sets the texts, which makes another version, unless they are the current ones. Errors: `invalid_input` for a text
 * without a visible character, `not_found` for an application that has just been deleted.
 */
export function setTerms({ database }: Platform, subject: Subject, texts: TermsTexts) {
  assertVisible(texts);
  return changeTerms(database, subject.orgId, async (tx) => {
    await assertThere(tx, subject);
    const newest = await store.findNewestVersion(tx, subject);
    if (newest !== undefined && isDeepStrictEqual(JSON.parse(newest.texts), texts)) return newest;
    const row = nextVersion(subject, newest, JSON.stringify(texts));
    await store.insertTerms(tx, row);
    return row;
  });
}

/** Nobody is asked to accept a text that can't be read. Error: `invalid_input`. */
function assertVisible(texts: TermsTexts): void {
  for (const [language, text] of Object.entries(texts)) {
    if (isVisible(text)) continue;
    const message = `The text of “${language}” shows nothing. Write what people should accept, or leave the language out.`;
    throw new ServiceError('invalid_input', message, { details: { field: 'texts', language } });
  }
}

/** Ends the terms; returns whether there were any. */
export const removeTerms = ({ database }: Platform, subject: Subject): Promise<boolean> =>
  changeTerms(database, subject.orgId, async (tx) => {
    const newest = await store.findNewestVersion(tx, subject);
    if (newest === undefined || newest.texts === noTexts) return false;
    await store.insertTerms(tx, nextVersion(subject, newest, noTexts));
    return true;
  });

async function assertThere(tx: Tx, { orgId, application }: Subject): Promise<void> {
  if (application === null || (await findApplication(tx, orgId, application)) !== undefined) return;
  throw notFoundError('application');
}

const nextVersion = (
  { orgId, application }: Subject,
  before: store.TermsRow | undefined,
  texts: string,
): store.TermsRow => ({
  org_id: orgId,
  id: createId(),
  application,
  version: (before?.version ?? 0) + 1,
  texts,
  created: getNow(),
});

/** A person's answer to a version of terms; null before the first. */
export type LastAnswer = { accepted: 0 | 1; at: string } | null;

/**
 * The terms that a person is asked to accept, with their answers: the organization's, and those of their applications.
 */
export async function listTermsOf(platform: Platform, caller: DeviceCaller) {
  const { db } = platform.database;
  const { homeOrgId: orgId, user } = caller;
  const reported = new Map((await store.listResponses(db, orgId, user.id)).map((row) => [row.terms, row]));
  const organization = await readCurrent(platform, { orgId, application: null });
  const newest = await store.listNewestOfApplications(db, orgId);
  const ids = newest.flatMap(({ application }) => application ?? []);
  const offered = new Set((await listOffered(db, caller, ids)).map(({ application }) => application));
  const carrying = newest.flatMap(({ application, ...row }) =>
    application !== null && offered.has(application) ? [{ ...row, application }] : [],
  );
  return {
    organization: organization && { row: organization, lastAnswer: reported.get(organization.id) ?? null },
    applications: carrying.map((row) => ({ row, lastAnswer: reported.get(row.id) ?? null })),
  };
}

/**
 * The terms of one of the caller's applications, with their answer. Error: `forbidden` for an application that they do
 * not have.
 */
export async function readTermsOfApplication(
  platform: OffersContext,
  caller: DeviceCaller,
  identifier: string,
) {
  const catalog = await openCatalog(platform, caller);
  const { listing } = await findAvailableApplication(platform, caller, catalog, identifier);
  const { homeOrgId: orgId, user } = caller;
  const row = await readCurrent(platform, { orgId, application: listing.application.id });
  if (row === null) return null;
  return {
    row,
    lastAnswer: (await store.findLastResponse(platform.database.db, orgId, user.id, row.id)) ?? null,
  };
}

/**
 * Finds terms that the caller may answer: of their organization, or of an application that they have. A version that
 * was replaced meanwhile can still be answered, because the answer may have waited for a network. Error: `forbidden`,
 * also when the terms do not exist.
 */
export async function findAnswerable(
  platform: Platform,
  caller: DeviceCaller,
  id: string,
): Promise<store.TermsRow> {
  const row = await store.findTermsById(platform.database.db, caller.homeOrgId, id);
  if (row === undefined || row.texts === noTexts) throw notYoursError();
  if (row.application === null) return row;
  const [offer] = await listOffered(platform.database.db, caller, [row.application]);
  if (offer === undefined) throw notYoursError();
  return row;
}

const notYoursError = () =>
  forbiddenError('These terms do not apply to you. GET /v3/catalog/terms/ lists those that do.');

/** A person's answer to a version of terms, and its age in milliseconds by the clock of their device. */
interface Answer {
  terms: store.TermsRow;
  accepted: boolean;
  age: number;
}

/**
 * Records a person's answer to a version; the same answer again is not recorded twice. The last answer that arrives is
 * the one in force: clocks of devices only tell when it was given, and decide nothing. Runs in the caller's
 * transaction.
 */
export const recordAnswer = (
  tx: Tx,
  caller: DeviceCaller,
  { terms, accepted, age }: Answer,
): Promise<LastAnswer> =>
  changeTermsAnswer(tx, caller.homeOrgId, caller.user.id, async (change) => {
    const reported = {
      org_id: caller.homeOrgId,
      terms: terms.id,
      user: caller.user.id,
      device: caller.device.id,
      accepted: accepted ? 1 : 0,
    } as const;
    const at = getAnswerMoment(age, terms, (await store.findLastOfDevice(change, reported))?.at);
    const last = await store.findLastResponse(change, reported.org_id, reported.user, terms.id);
    if (last?.accepted === reported.accepted) return last;
    const row: store.ResponseRow = { ...reported, id: createId(), at };
    await store.insertResponse(change, row);
    return row;
  });

/**
 * The moment of an answer: as long ago as the device says, but not before this version existed, nor before the last
 * answer that the same device sent, because a device sends them in order. So a device's clock that was set meanwhile
 * does little harm, and one that is simply wrong does none.
 */
function getAnswerMoment(age: number, { created }: store.TermsRow, before = created): string {
  const arrived = getNow();
  const notified = new Date(Date.parse(arrived) - age).toISOString();
  const earliest = before > created ? before : created;
  const moment = notified > earliest ? notified : earliest;
  return moment < arrived ? moment : arrived;
}
