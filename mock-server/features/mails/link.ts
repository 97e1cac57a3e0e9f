import { unsubscribe } from '../../../contract/mails.ts';
import type { Platform } from '../../platform/services.ts';
import { getPublicBaseUrl } from '../organizations/facade.ts';
import { createSubscriptionToken, type Subscription } from './subscription.ts';

/** The address that unsubscribes a person: mail programs send a POST to it, browsers open it (GET). */
export const buildUnsubscribeLink = (
  { config, secrets }: Pick<Platform, 'config' | 'secrets'>,
  subscription: Subscription,
): string =>
  `${getPublicBaseUrl(config)}${unsubscribe.path}?token=${encodeURIComponent(createSubscriptionToken(secrets, subscription))}`;
