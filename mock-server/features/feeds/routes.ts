import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/feeds.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import type { FeedRow } from './feed.ts';
import { feeds } from './feeds.ts';
import { presentFeed, presentFieldInfo } from './presenter.ts';
import { findFeed, readBlock } from './service.ts';

/** Raw activity in blocks; document 3, Feeds. */
export function registerFeeds(app: FastifyInstance, platform: Platform): void {
  route(app, contract.listFeeds, async () =>
    Object.fromEntries(Object.values(feeds).map((feed) => [feed.name, presentFeed(feed)])),
  );

  route(app, contract.readFeedFieldInfo, async ({ params }) => presentFieldInfo(findFeed(params.feed_name)));

  route(app, contract.readFeed, async ({ caller, params, query }) => {
    const feed = findFeed(params.feed_name);
    const { rows, isLast, next } = await readBlock(platform, caller, feed, query);
    return {
      feed_name: feed.name,
      rows: rows.map(cellsOf),
      rows_returned: rows.length,
      end_of_data: isLast,
      next_block_token: next,
    };
  });
}

/** What a row shows: its position is nobody else's business. */
function cellsOf(row: FeedRow) {
  const { position: _, ...cells } = row;
  return cells;
}
