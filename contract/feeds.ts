import { type Static, Type } from 'typebox';
import { output, PathIdentifier } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { CellValue, FieldType } from './common/rows.ts';

/** Document 3, Feeds. */
export const feedNames = [
  'app_usage_activity',
  'download_activity',
  'download_activity_latest_versions',
  'login_activity',
  'signing_activity',
  'password_change_activity',
  'direct_install_activity',
] as const;
export type FeedName = (typeof feedNames)[number];

const FilterParameter = output({
  name: Type.String(),
  required: Type.Boolean(),
  type: Type.Union([Type.Literal('date'), Type.Literal('integer')]),
  description: Type.String(),
});

const FeedField = output({ description: Type.String(), type: FieldType });

const definition = {
  description: Type.String(),
  path: Type.String(),
  filter_params: Type.Array(FilterParameter),
};

/** Document 3, Feed definition, as the list of feeds has it. */
export const FeedDefinition = output({
  ...definition,
  fields: Type.Array(output({ name: Type.String(), ...FeedField.properties })),
});
export type FeedDefinition = Static<typeof FeedDefinition>;

/** The definition as the operation of one feed answers it: with its fields by name. */
export const FeedFieldInfo = output({
  ...definition,
  fields: Type.Record(Type.String(), output({ name: Type.String(), ...FeedField.properties })),
});
export type FeedFieldInfo = Static<typeof FeedFieldInfo>;

const FeedParams = Type.Object({ feed_name: PathIdentifier });
const shared = {
  area: 'feeds',
  method: 'GET',
  context: 'administrator',
  source: 'document 3, Feeds',
} as const;

export const listFeeds = operation({
  ...shared,
  name: 'listFeeds',
  path: '/v1/feeds/',
  response: Type.Record(Type.String(), FeedDefinition),
  summary: 'List the definitions of all feeds, by their names',
});

export const readFeedFieldInfo = operation({
  ...shared,
  name: 'readFeedFieldInfo',
  path: '/v1/feeds/:feed_name/field_info',
  params: FeedParams,
  response: FeedFieldInfo,
  summary: 'Read the definition of a feed',
});

/** Filters besides `start_date`; which feed has which is in its `filter_params`. */
export const feedFilters = ['platform', 'result'] as const;

export const readFeed = operation({
  ...shared,
  name: 'readFeed',
  path: '/v1/feeds/:feed_name/',
  params: FeedParams,
  query: Type.Object(
    {
      block_token: Type.Optional(
        Type.String({ maxLength: 2000, description: 'The `next_block_token` of the answer before' }),
      ),
      start_date: Type.Optional(
        Type.String({ maxLength: 40, description: 'ISO 8601; leaves out what happened before' }),
      ),
      platform: Type.Optional(Type.Integer({ description: '1 iOS, 2 Android, 4 Windows phone, 5 Windows' })),
      result: Type.Optional(Type.Integer({ description: '0 failed, 1 succeeded' })),
    },
    { additionalProperties: false },
  ),
  response: output({
    feed_name: Type.String(),
    rows: Type.Array(Type.Record(Type.String(), CellValue)),
    rows_returned: Type.Integer({ minimum: 0 }),
    end_of_data: Type.Boolean(),
    next_block_token: Type.String(),
  }),
  summary: 'Read the rows of a feed in blocks, oldest first',
});

export const feedOperations = [listFeeds, readFeedFieldInfo, readFeed] as const;
