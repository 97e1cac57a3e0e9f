import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/reviews.ts';
import { afterCommit } from '../../platform/database/changes/after-commit.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { parsePage } from '../../platform/database/list-controls.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { route } from '../../platform/http/route.ts';
import { once } from '../../platform/http/writes/idempotency.ts';
import type { Platform } from '../../platform/services.ts';
import { emit } from '../webhooks/facade.ts';
import { presentLikes, presentReview } from './presenter.ts';
import * as service from './service.ts';
import type { ReviewRow } from './store.ts';

/** A review as webhooks are told of it; without an opinion once it is deleted. */
type Told = Pick<ReviewRow, 'application' | 'user' | 'title' | 'comment'> & { like: 0 | 1 | null };

/** Ratings and reviews; document 3, Reviews. */
export function registerReviews(app: FastifyInstance, platform: Platform): void {
  route(app, contract.rateApplication, async ({ params, body, caller, request }) => {
    const rating = service.checkRating(body);
    const { application, version } = await service.ratable(platform, caller, params.application);
    return once(platform.database, request, caller, async (tx) => {
      const subject = { applicationId: application.id, versionId: version.id };
      await tellWebhooks(tx, caller, await service.rate(tx, caller, subject, () => rating));
      return { liked: true };
    });
  });

  route(app, contract.changeReview, async ({ params, body, caller, request }) => {
    const { application, version } = await service.ratable(platform, caller, params.application);
    return once(platform.database, request, caller, async (tx) => {
      const subject = { applicationId: application.id, versionId: version.id };
      const review = await service.rate(tx, caller, subject, (earlier) =>
        service.changedRating(earlier, body),
      );
      await tellWebhooks(tx, caller, review);
      return { user_review: presentReview(review) };
    });
  });

  route(app, contract.deleteReview, async ({ params, caller, request }) => {
    const application = await service.withOwnReview(platform, caller, params.application);
    return once(platform.database, request, caller, async (tx) => {
      const review = await service.withdraw(tx, caller, application);
      if (review !== undefined) await tellWebhooks(tx, caller, { ...review, ...service.withdrawn });
      return { deleted: review !== undefined };
    });
  });

  route(app, contract.listReviews, async ({ params, query, caller }) => {
    const found = await service.reviews(platform, caller, params.application, parsePage(query.page, 10_000));
    return {
      reviews: found.reviews.map(presentReview),
      user_review: found.own && presentReview(found.own),
      total_available: found.total,
    };
  });

  route(app, contract.countLikes, async ({ params, caller }) =>
    presentLikes(await service.likesOf(platform, caller, params.application)),
  );

  route(app, contract.countAllLikes, async ({ caller }) =>
    presentLikes(await service.allLikes(platform, caller)),
  );

  async function tellWebhooks(tx: Tx, caller: DeviceCaller, review: Told): Promise<void> {
    const { application, user, like, title, comment } = review;
    const data = { application, user, like, title, comment };
    const isWanted = await emit(tx, platform.jobs, caller.homeOrgId, 'review.changed', data);
    if (isWanted) afterCommit(tx, () => platform.jobs.wake());
  }
}
