/** Writes to the SQLite database of its first argument, and closes it as soon as the thread that copies its log is at work. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '../../../mock-server/platform/database/connect.ts';
import { unguarded } from '../../../mock-server/platform/database/unguarded.ts';

const database = await connect({ file: process.argv[2] ?? '' });
await sql`create table noted (text text)`.execute(unguarded(database.db));
for (let at = 0; at < 200; at++) {
  await database.transaction((tx) => sql`insert into noted (text) values ('x')`.execute(unguarded(tx)));
}
// The thread is told 100 ms after a commit, and is then still to begin.
await setTimeout(105);
await database.close();
process.stdout.write('closed');
