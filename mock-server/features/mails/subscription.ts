import { type WeeklyMail, weeklyMails } from '../../../contract/mails.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** The person and the kind of mail that a link to unsubscribe is for. */
export interface Subscription {
  orgId: string;
  userId: string;
  kind: WeeklyMail;
}

const purpose = 'unsubscribe link';

/** The token of a link: the subscription and its signature. It never ends, because people keep mails. */
export function createSubscriptionToken(secrets: Secrets, { orgId, userId, kind }: Subscription): string {
  const content = [orgId, userId, kind].join('.');
  return `${content}.${secrets.sign(purpose, content)}`;
}

/** Error: `link_expired` for a token that this service did not make. */
export function openSubscription(secrets: Secrets, token: string): Subscription {
  const [orgId = '', userId = '', name = '', signature = '', ...rest] = token.split('.');
  const kind = weeklyMails.find((one) => one === name);
  const isOurs = secrets.verify(purpose, [orgId, userId, name].join('.'), signature);
  if (isOurs && kind !== undefined && rest.length === 0) return { orgId, userId, kind };
  throw new ServiceError(
    'link_expired',
    'This link is not valid. Open the one in your last mail, or ask your support.',
  );
}
