import { setTimeout } from 'node:timers/promises';
import type { QueryOf } from '../../../contract/common/request.ts';
import { listFeeds, readFeed } from '../../../contract/feeds.ts';
import { defineCommand, type Options } from '../command.ts';
import { interruptedError } from '../problems.ts';
import { table } from '../table.ts';
import { filters, toReportName } from './reports.ts';

/** Milliseconds between two requests for new rows. */
const pauseMs = 2000;

const list = defineCommand({
  name: 'feeds',
  summary: 'List the feeds',
  async run({ signedIn }) {
    const all = await (await signedIn()).call(listFeeds);
    const rows = Object.entries(all).map(([name, { description }]) => [name, description]);
    return { text: table(['FEED', 'SHOWS'], rows, ''), json: all };
  },
});

const options = {
  since: { type: 'string', value: 'DATE', help: 'the first day, as 2030-01-31 (UTC); default: today' },
  filter: {
    type: 'string',
    value: 'NAME=VALUE',
    multiple: true,
    help: 'one of the feed’s filters, by number',
  },
  end: { type: 'boolean', help: 'stop after the last existing row' },
} as const satisfies Options;

const follow = defineCommand({
  name: 'feeds follow',
  summary: 'Print the rows of a feed as JSON, one a line, and go on with new ones until interrupted',
  operands: ['FEED'],
  options,
  examples: [
    'appshelf feeds follow login_activity',
    'appshelf feeds follow download-activity --since 2030-01-01 --end',
  ],
  async run({ signedIn, operands: [name = ''], options: { since, filter, end }, terminal, signal }) {
    const service = await signedIn();
    const params = { feed_name: toReportName(name) };
    const first = { ...filters(filter), start_date: since ?? new Date().toISOString().slice(0, 10) };
    let query: QueryOf<typeof readFeed> = first;
    for (;;) {
      const block = await service.call(readFeed, { params, query });
      for (const row of block.rows) terminal.printResult(JSON.stringify(row));
      query = { block_token: block.next_block_token };
      if (!block.end_of_data) continue;
      if (end) return { text: '', json: null };
      await setTimeout(pauseMs, undefined, { signal }).catch(() => {
        throw interruptedError();
      });
    }
  },
});

export const feedCommands = [list, follow];
