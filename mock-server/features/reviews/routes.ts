import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/reviews.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { parsePage } from '../../platform/database/list-controls.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { route } from '../../platform/http/route.ts';
import { runIdempotent } from '../../platform/http/writes/idempotency.ts';
import type { Platform } from '../../platform/services.ts';
import { reviewChanged } from './events.ts';
import { presentLikes, presentReview } from './presenter.ts';
import * as service from './service.ts';
import type { ReviewRow } from './store.ts';

/** A review as it is now; without a rating once it is deleted. */
type Changed = Pick<ReviewRow, 'application' | 'user' | 'title' | 'comment'> & { like: 0 | 1 | null };

/** Ratings and reviews; document 3, Reviews. */
export function registerReviews(app: FastifyInstance, platform: Platform): void {
  route(app, contract.rateApplication, async ({ params, body, caller, request }) => {
    const rating = service.checkReview(body);
    const { application, version } = await service.findRatable(platform, caller, params.application);
    return runIdempotent(platform.database, request, caller, async (tx) => {
      const subject = { applicationId: application.id, versionId: version.id };
      await publish(tx, caller, await service.putReview(tx, caller, subject, () => rating));
      return { liked: true };
    });
  });

  route(app, contract.changeReview, async ({ params, body, caller, request }) => {
    const { application, version } = await service.findRatable(platform, caller, params.application);
    return runIdempotent(platform.database, request, caller, async (tx) => {
      const subject = { applicationId: application.id, versionId: version.id };
      const review = await service.putReview(tx, caller, subject, (earlier) =>
        service.applyReviewChange(earlier, body),
      );
      await publish(tx, caller, review);
      return { user_review: presentReview(review) };
    });
  });

  route(app, contract.deleteReview, async ({ params, caller, request }) => {
    const application = await service.findWithOwnReview(platform, caller, params.application);
    return runIdempotent(platform.database, request, caller, async (tx) => {
      const review = await service.withdrawReview(tx, caller, application);
      if (review !== undefined) await publish(tx, caller, { ...review, ...service.noReview });
      return { deleted: review !== undefined };
    });
  });

  route(app, contract.listReviews, async ({ params, query, caller }) => {
    const found = await service.listReviewsOf(
      platform,
      caller,
      params.application,
      parsePage(query.page, 10_000),
    );
    return {
      reviews: found.reviews.map(presentReview),
      user_review: found.own && presentReview(found.own),
      total_available: found.total,
    };
  });

  route(app, contract.countLikes, async ({ params, caller }) =>
    presentLikes(await service.countLikesOf(platform, caller, params.application)),
  );

  route(app, contract.countAllLikes, async ({ caller }) =>
    presentLikes(await service.countAllLikes(platform, caller)),
  );

  const publish = (tx: Tx, { homeOrgId: orgId }: DeviceCaller, review: Changed): Promise<void> =>
    platform.events.publish(tx, reviewChanged, { orgId, review });
}
