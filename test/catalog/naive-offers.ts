import type { Static } from 'typebox';
import type { Hybrid } from '../../contract/application-fields.ts';
import { getEffectiveFormFactor } from '../../mock-server/features/applications/facade.ts';
import {
  getApplicationSystem,
  isForFormFactor,
  isNewEnough,
  isRunnableOn,
} from '../../mock-server/features/catalog/visibility.ts';
import type { TestService } from '../setup/service.ts';

/** What a person is offered of an application, as a naive reading of the tables finds it. */
export interface NaiveOffer {
  application: string;
  version: string;
  requiredByGroup: boolean;
  name: string;
  released: string;
  weight: number;
  likes: number;
  downloads: number;
}

/** Reads whole tables, and looks for each application in each of the person's groups. */
export async function naiveOffers(
  service: TestService,
  { token, udid }: { token: string; udid: string },
): Promise<NaiveOffer[]> {
  const { user, device, homeOrgId } = await service.server.gatekeeper.authenticateOnDevice(token, udid);
  const { db } = service.platform.database;
  const applications = await db
    .selectFrom('applications')
    .selectAll()
    .where('org_id', '=', homeOrgId)
    .execute();
  const versions = await db.selectFrom('versions').selectAll().where('org_id', '=', homeOrgId).execute();
  const memberships = await db
    .selectFrom('group_users')
    .selectAll()
    .where('org_id', '=', homeOrgId)
    .where('user', '=', user.id)
    .execute();
  const given = await db
    .selectFrom('group_applications')
    .selectAll()
    .where('org_id', '=', homeOrgId)
    .execute();
  const named = await db.selectFrom('group_versions').selectAll().where('org_id', '=', homeOrgId).execute();
  const groups = new Set(memberships.map(({ group }) => group));
  return applications.flatMap((row) => {
    if (row.enabled === 0 || row.latest_version === null) return [];
    const ready = versions.filter(({ application, withheld }) => application === row.id && withheld === 0);
    const offered = given
      .filter(({ group, application }) => application === row.id && groups.has(group))
      .flatMap(({ group, is_latest, is_mandatory }) => {
        const names = named.filter((one) => one.group === group).map(({ version }) => version);
        const version = ready
          .filter(({ id }) => is_latest === 1 || names.includes(id))
          .toSorted((left, right) => right.ordinal - left.ordinal)[0];
        return version === undefined ? [] : [{ version, is_mandatory }];
      });
    const newest = offered.toSorted((left, right) => right.version.ordinal - left.version.ordinal)[0];
    if (newest === undefined) return [];
    const { version } = newest;
    const hybrid = row.hybrid === null ? null : (JSON.parse(row.hybrid) as Static<typeof Hybrid>);
    const suits =
      isRunnableOn(getApplicationSystem(row.type, hybrid?.platform), device) &&
      isForFormFactor(getEffectiveFormFactor(row), device) &&
      isNewEnough(version.min_os_version, device);
    if (!suits) return [];
    return [
      {
        application: row.id,
        version: version.id,
        requiredByGroup: offered.some(({ is_mandatory }) => is_mandatory === 1),
        name: version.app_name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
        released: version.release_date,
        weight: row.sort_weight,
        likes: row.num_likes,
        downloads: row.num_downloads,
      },
    ];
  });
}

const values = {
  name: 'name',
  release_date: 'released',
  sort_weight: 'weight',
  num_likes: 'likes',
  num_downloads: 'downloads',
} as const satisfies Record<string, keyof NaiveOffer>;

/** The order of `sort`, finally by the id. */
export function naiveOrder(sort: string): (left: NaiveOffer, right: NaiveOffer) => number {
  return (left, right) => {
    for (const term of sort.split(',')) {
      const field = values[term.replace('-', '') as keyof typeof values];
      const sign = term.startsWith('-') ? -1 : 1;
      if (left[field] !== right[field]) return left[field] < right[field] ? -sign : sign;
    }
    return left.application < right.application ? -1 : 1;
  };
}
