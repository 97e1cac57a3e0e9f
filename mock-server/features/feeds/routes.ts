import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import * as contract from '../../../contract/feeds.ts';
import { toJsonText } from '../../platform/http/responses/json-text.ts';
import { type JsonPieces, sendPieces } from '../../platform/http/responses/send-pieces.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { feeds } from './feeds.ts';
import { presentFeed, presentFieldInfo } from './presenter.ts';
import { findFeed, readBlock } from './service.ts';

/** Raw activity in blocks; document 3, Feeds. */
export function registerFeeds(app: FastifyInstance, platform: Platform): void {
  route(app, contract.listFeeds, async () =>
    Object.fromEntries(Object.values(feeds).map((feed) => [feed.name, presentFeed(feed)])),
  );

  route(app, contract.readFeedFieldInfo, async ({ params }) => presentFieldInfo(findFeed(params.feed_name)));

  route(app, contract.readFeed, async ({ caller, params, query, reply }) => {
    const feed = findFeed(params.feed_name);
    const { rows, count, isLast, next } = await readBlock(platform, caller, feed, query);
    const block: JsonPieces<Static<typeof contract.readFeed.response>, 'rows', 'feed_name'> = {
      before: toJsonText({ feed_name: feed.name }),
      name: 'rows',
      items: rows,
      after: toJsonText({ rows_returned: count, end_of_data: isLast, next_block_token: next }),
    };
    return sendPieces(reply, block);
  });
}
