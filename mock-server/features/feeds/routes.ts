import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import * as contract from '../../../contract/feeds.ts';
import { type JsonText, jsonList, jsonObject, jsonOf } from '../../platform/http/answers/json-text.ts';
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
    const block: JsonText<Static<typeof contract.readFeed.response>> = jsonObject({
      feed_name: jsonOf<string>(feed.name),
      rows: jsonList(rows),
      rows_returned: jsonOf(count),
      end_of_data: jsonOf(isLast),
      next_block_token: jsonOf(next),
    });
    return reply.header('content-type', 'application/json; charset=utf-8').send(block);
  });
}
