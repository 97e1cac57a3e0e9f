import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { Hybrid } from '../../../../contract/application-fields.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { getEffectiveFormFactor, hasPackage } from '../../applications/facade.ts';
import { getApplicationSystem, type System } from '../visibility.ts';
import {
  type Facts,
  findFacts,
  findNewestVersions,
  findVersionsOfApplications,
  listAssignedAfter,
  type OfferedVersion,
  pageSize,
} from './summary-store.ts';

/** What a set of groups is offered of an application: as much as lists need to filter and to sort it. */
export interface OfferSummary {
  readonly application: string;
  /** The newest version that any of the groups allows. */
  readonly version: string;
  readonly requiredByGroup: boolean;
  /** Mandatory in a group or by the version itself; only for native applications. */
  readonly mandatory: boolean;
  readonly hasPackage: boolean;
  readonly hasBanner: boolean;
  readonly system: System;
  readonly formFactor: number;
  /** The oldest version of the system that it runs on. */
  readonly minimum: string | null;
  readonly sortName: string;
  readonly releaseDate: string;
  readonly sortWeight: number;
  readonly numDownloads: number;
  readonly numLikes: number;
}

/** Without accents and in lower case, so that Ä sorts beside A. */
const toSortKey = (text: string): string =>
  (isAscii(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** The summary of a version by its facts, for groups that require it or not. */
function toSummary(version: string, facts: string, requiredByGroup: boolean): OfferSummary {
  const [application, type, hybridText, form_factor, form_factor_override, hasBanner, sortWeight, ...more] =
    JSON.parse(facts) as Facts;
  const [numDownloads, numLikes, name, releaseDate, minimum, required, hasFile] = more;
  const hybrid = hybridText === null ? null : (JSON.parse(hybridText) as Static<typeof Hybrid>);
  const isNative = hasPackage({ type });
  return {
    application,
    version,
    requiredByGroup,
    // Without a file, an application can't be mandatory: nobody could install it.
    mandatory: isNative && hasFile === 1 && (requiredByGroup || required === 1),
    hasPackage: isNative,
    hasBanner: hasBanner === 1,
    system: getApplicationSystem(type, hybrid?.platform),
    formFactor:
      form_factor_override === '[]'
        ? form_factor
        : getEffectiveFormFactor({ form_factor, form_factor_override }),
    minimum,
    sortName: toSortKey(name),
    releaseDate,
    sortWeight,
    numDownloads,
    numLikes,
  };
}

/** What people with different groups share: most are offered the same version of an application. */
export class SharedSummaries {
  /** By application, its newest version that people can be offered; null where there is none. */
  readonly newest = new Map<string, string | null>();
  /** By `getSummaryKey`. */
  readonly byVersion = new Map<string, OfferSummary>();
}

const getSummaryKey = (version: string, requiredByGroup: boolean): string =>
  requiredByGroup ? `${version} required` : version;

/** The summaries of these versions. Those that `shared` lacks are read and added to it. */
async function loadSummaries(
  db: Db,
  orgId: string,
  offered: readonly OfferedVersion[],
  { byVersion }: SharedSummaries,
): Promise<OfferSummary[]> {
  const wanted = offered.flatMap(({ version, required_by_group }) =>
    version === null ? [] : [{ version, requiredByGroup: required_by_group === 1 }],
  );
  const isNotCached = ({ version, requiredByGroup }: (typeof wanted)[number]) =>
    !byVersion.has(getSummaryKey(version, requiredByGroup));
  const missing = wanted.filter(isNotCached);
  if (missing.length > 0) {
    const ids = JSON.stringify(missing.map(({ version }) => version));
    const facts = new Map((await findFacts(db, orgId, ids)).map(({ id, facts }) => [id, facts]));
    for (const { version, requiredByGroup } of missing) {
      const found = facts.get(version);
      if (found !== undefined)
        byVersion.set(getSummaryKey(version, requiredByGroup), toSummary(version, found, requiredByGroup));
    }
  }
  // A version that was deleted between the two statements is offered to nobody.
  return wanted.flatMap(
    ({ version, requiredByGroup }) => byVersion.get(getSummaryKey(version, requiredByGroup)) ?? [],
  );
}

/** The versions that groups are offered of applications that are assigned to them. */
async function findOfferedVersions(
  db: Db,
  orgId: string,
  groups: string,
  assigned: Awaited<ReturnType<typeof listAssignedAfter>>,
  { newest }: SharedSummaries,
): Promise<OfferedVersion[]> {
  const unknown = assigned.filter(
    ({ is_latest, application }) => is_latest === 1 && !newest.has(application),
  );
  if (unknown.length > 0) {
    const ids = JSON.stringify(unknown.map(({ application }) => application));
    const found = new Map(
      (await findNewestVersions(db, orgId, ids)).map(({ application, version }) => [application, version]),
    );
    for (const { application } of unknown) newest.set(application, found.get(application) ?? null);
  }
  const named = assigned.filter(({ is_latest }) => is_latest === 0);
  const ids = JSON.stringify(named.map(({ application }) => application));
  return [
    ...assigned
      .filter(({ is_latest }) => is_latest === 1)
      .map(({ application, required_by_group }) => ({
        application,
        required_by_group,
        version: newest.get(application) ?? null,
      })),
    ...(named.length === 0 ? [] : await findVersionsOfApplications(db, orgId, groups, ids)),
  ];
}

/** Runs work with a database that is recent enough. */
export type Read = <R>(work: (db: Db) => Promise<R>) => Promise<R>;

/** Everything that groups are offered, by the ids of the applications. Reads what `shared` lacks, and adds it. */
export async function readSummaries(
  read: Read,
  orgId: string,
  groups: readonly string[],
  shared: SharedSummaries,
): Promise<OfferSummary[]> {
  const json = JSON.stringify(groups);
  const found: OfferSummary[] = [];
  let after = '';
  for (;;) {
    const from = after;
    const assigned = await read((db) => listAssignedAfter(db, orgId, json, from));
    const offered = await read((db) => findOfferedVersions(db, orgId, json, assigned, shared));
    found.push(...(await read((db) => loadSummaries(db, orgId, offered, shared))));
    after = assigned.at(-1)?.application ?? '';
    if (assigned.length < pageSize) break;
    await setImmediate();
  }
  // Databases may sort texts in another order.
  return found.sort((left, right) => (left.application < right.application ? -1 : 1));
}

/** What groups are offered of some applications, by the ids of the applications. */
export async function readSummariesAmong(
  db: Db,
  orgId: string,
  groups: readonly string[],
  applications: readonly string[],
): Promise<OfferSummary[]> {
  const rows = await findVersionsOfApplications(
    db,
    orgId,
    JSON.stringify(groups),
    JSON.stringify(applications),
  );
  return loadSummaries(db, orgId, rows, new SharedSummaries());
}
