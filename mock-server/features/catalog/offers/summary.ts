import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { Hybrid } from '../../../../contract/application-fields.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { effectiveFormFactor, hasPackage } from '../../applications/facade.ts';
import { type System, systemOf } from '../visibility.ts';
import { type Facts, pageSize, type SummaryRow, summariesAfter, summariesAmong } from './summary-store.ts';

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
const sortable = (text: string): string =>
  (isAscii(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** The summary of a row; none where nothing of the application is offered. */
function summaryOf({ application, required_by_group, facts }: SummaryRow): OfferSummary[] {
  if (facts === null) return [];
  const [version, type, hybridText, form_factor, form_factor_override, hasBanner, sortWeight, ...more] =
    JSON.parse(facts) as Facts;
  const [numDownloads, numLikes, name, releaseDate, minimum, required, hasFile] = more;
  const hybrid = hybridText === null ? null : (JSON.parse(hybridText) as Static<typeof Hybrid>);
  const requiredByGroup = required_by_group === 1;
  const isNative = hasPackage({ type });
  return [
    {
      application,
      version,
      requiredByGroup,
      // Without a file, an application can't be mandatory: nobody could install it.
      mandatory: isNative && hasFile === 1 && (requiredByGroup || required === 1),
      hasPackage: isNative,
      hasBanner: hasBanner === 1,
      system: systemOf(type, hybrid?.platform),
      formFactor:
        form_factor_override === '[]'
          ? form_factor
          : effectiveFormFactor({ form_factor, form_factor_override }),
      minimum,
      sortName: sortable(name),
      releaseDate,
      sortWeight,
      numDownloads,
      numLikes,
    },
  ];
}

/** Runs work with a database that is recent enough. */
export type Read = <R>(work: (db: Db) => Promise<R>) => Promise<R>;

/** Everything that groups are offered, by the ids of the applications. */
export async function readSummaries(
  read: Read,
  orgId: string,
  groups: readonly string[],
): Promise<OfferSummary[]> {
  const json = JSON.stringify(groups);
  const found: OfferSummary[] = [];
  let after = '';
  for (;;) {
    const from = after;
    const rows = await read((db) => summariesAfter(db, orgId, json, from));
    for (const row of rows) found.push(...summaryOf(row));
    after = rows.at(-1)?.application ?? '';
    if (rows.length < pageSize) break;
    await setImmediate();
  }
  // Databases may sort texts in another order.
  return found.sort((left, right) => (left.application < right.application ? -1 : 1));
}

/** What groups are offered of some applications, by the ids of the applications. */
export const readSummariesAmong = async (
  db: Db,
  orgId: string,
  groups: readonly string[],
  applications: readonly string[],
): Promise<OfferSummary[]> =>
  (await summariesAmong(db, orgId, JSON.stringify(groups), JSON.stringify(applications))).flatMap(summaryOf);
