import { type FeedDefinition, type FeedFieldInfo, feedFilters } from '../../../contract/feeds.ts';
import type { Feed, FeedFilter, QueryOptions } from './feed.ts';

const filterTexts: Record<FeedFilter, string> = {
  platform: 'System of the application: 1 iOS, 2 Android, 4 Windows phone, 5 Windows',
  result: '0 failed attempts, 1 those that succeeded',
};

/** A scope for reading names and descriptions of columns, which are the same in every scope. */
const anyOptions: QueryOptions = { dialect: 'sqlite', namesDeleted: true };

const listFields = ({ columns }: Feed) =>
  columns(anyOptions).map(({ name, description, type }) => ({ name, description, type }));

/** Document 3, Feed definition. */
export const presentFeed = (feed: Feed): FeedDefinition => ({
  description: feed.description,
  path: `/v1/feeds/${feed.name}/`,
  fields: listFields(feed),
  filter_params: [
    {
      name: 'start_date',
      required: false,
      type: 'date',
      description: 'ISO 8601, as 2030-01-31; leaves out what happened before. UTC',
    },
    ...feedFilters
      .filter((name) => name in feed.filters)
      .map((name) => ({
        name,
        required: false,
        type: 'integer' as const,
        description: filterTexts[name],
      })),
  ],
});

/** The definition of a feed with its fields by name. */
export const presentFieldInfo = (feed: Feed): FeedFieldInfo => ({
  ...presentFeed(feed),
  fields: Object.fromEntries(listFields(feed).map((field) => [field.name, field])),
});
