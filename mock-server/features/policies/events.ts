import type { Static } from 'typebox';
import {
  eventsInBlock,
  type listEvents,
  type PolicyEvent,
  type ReportedEvent,
} from '../../../contract/application-policies.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { readDates } from '../../platform/http/date-range.ts';
import { readBlockToken, writeBlockToken } from '../../platform/http/responses/block-token.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import type { Platform } from '../../platform/services.ts';
import { findManageableApplication } from '../applications/facade.ts';
import { getRetentionStart } from '../journals/facade.ts';
import { readSettings } from '../organizations/facade.ts';
import * as store from './event-store.ts';

type Query = Static<typeof listEvents.query>;

/**
 * Events that applications of the organization reported, in blocks, newest first. Errors: `invalid_input` for invalid
 * dates, `not_found` for an unknown application, `block_token_invalid`.
 */
export async function readEvents(platform: Platform, caller: Caller, query: Query) {
  const { database, secrets } = platform;
  const { orgId } = caller;
  const { block_token, ...requested } = query;
  const of = `policy events ${orgId} ${JSON.stringify([requested.kind, requested.application ?? null, requested.date ?? null])}`;
  const after =
    block_token === undefined ? null : readBlockToken<store.EventPosition>(secrets, of, block_token);
  const settings = await readSettings(database.db, orgId);
  const stored = getRetentionStart(settings, 'usage');
  const dates = requested.date === undefined ? null : readDates('date', requested.date);
  const rows = await store.listEvents(database.db, {
    dialect: database.dialect,
    orgId,
    kind: requested.kind,
    application:
      requested.application === undefined
        ? null
        : (await findManageableApplication(database.db, caller, requested.application)).id,
    from: dates === null || dates.from < stored ? stored : dates.from,
    before: dates?.before ?? null,
    after,
    limit: eventsInBlock + 1,
    namesDeleted: !settings.deleted_users_without_names,
  });
  const block = rows.slice(0, eventsInBlock);
  const last = rows.length > eventsInBlock ? block.at(-1) : undefined;
  return {
    events: block.map(presentEvent),
    end_of_data: last === undefined,
    next_block_token: last === undefined ? null : writeBlockToken(secrets, of, toPosition(last)),
  };
}

const toPosition = ({ at, application, id }: store.ListedEvent): store.EventPosition => ({
  at,
  application,
  id,
});

type Details = Pick<PolicyEvent, 'succeeded' | 'message' | 'stack'>;

function presentEvent(row: store.ListedEvent): ReportedEvent {
  const { succeeded = null, message = null, stack = null } = JSON.parse(row.details) as Details;
  const { id, kind, app_id, app_name, version, user_id, device_id, device_name } = row;
  const reported = { version, user_id, device_id, device_name, succeeded, message, stack };
  return {
    id,
    kind,
    app_id,
    app_name,
    date: formatTimestamp(row.at),
    received: formatTimestamp(row.received),
    ...reported,
  };
}
