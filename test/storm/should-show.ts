import type { Db } from '../../mock-server/platform/database/handles.ts';
import type { Shown } from './page/rig-page.ts';

/** What the tables say of an application, a person and the device that they use: what the page has to show. */
export async function shouldShow(
  db: Db,
  { person, device }: { person: string; device: string },
  application: string,
): Promise<Shown> {
  const review = await db
    .selectFrom('reviews')
    .select('like')
    .where('user', '=', person)
    .where('application', '=', application)
    .executeTakeFirst();
  const counts = await db
    .selectFrom('applications')
    .select(['num_likes', 'num_dislikes'])
    .where('id', '=', application)
    .executeTakeFirstOrThrow();
  const installed = await db
    .selectFrom('installed')
    .select('version')
    .where('device', '=', device)
    .where('application', '=', application)
    .executeTakeFirst();
  return {
    application,
    like: review?.like ?? null,
    likes: counts.num_likes,
    dislikes: counts.num_dislikes,
    installed: installed?.version ?? null,
  };
}
