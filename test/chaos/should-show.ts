import { findInstalledVersion } from '../../mock-server/features/catalog/facade.ts';
import type { Db } from '../../mock-server/platform/database/handles.ts';
import type { Shown } from './page/rig-page.ts';
import type { Subject } from './subjects.ts';

/** What the tables say of a subject, a person and the device that they use: what the page has to show. */
export async function shouldShow(
  db: Db,
  { person, device }: { person: string; device: string },
  { id: application, terms, message }: Subject,
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
  const { org_id } = await db
    .selectFrom('devices')
    .select('org_id')
    .where('id', '=', device)
    .executeTakeFirstOrThrow();
  const installed = await findInstalledVersion(db, org_id, device, application);
  const answer = await db
    .selectFrom('terms_responses')
    .select('accepted')
    .where('user', '=', person)
    .where('terms', '=', terms)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const reported = await db
    .selectFrom('messages')
    .select('read')
    .where('user', '=', person)
    .where('notification', '=', message)
    .executeTakeFirstOrThrow();
  return {
    application,
    like: review?.like ?? null,
    likes: counts.num_likes,
    dislikes: counts.num_dislikes,
    installed: installed?.version ?? null,
    accepted: answer === undefined ? null : answer.accepted === 1,
    isRead: reported.read !== null,
  };
}

/** Whether the service has that rating of the person from another device: then it shows as pressed here, and pressing it again says nothing. */
export async function isRatedElsewhere(
  db: Db,
  { person, device }: { person: string; device: string },
  { application, like }: { application: string; like: number },
): Promise<boolean> {
  const review = await db
    .selectFrom('reviews')
    .select(['like', 'device'])
    .where('user', '=', person)
    .where('application', '=', application)
    .executeTakeFirst();
  return review !== undefined && review.like === like && review.device !== device;
}
