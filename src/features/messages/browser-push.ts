import type { Language } from '../../../contract/common/languages.ts';
import { endWebPush, type PushKinds, readWebPush, setWebPush } from '../../../contract/web-push.ts';
import type { Account } from '../../data/account/account.ts';
import { getPushSupport } from './push-support.ts';

/** The kinds of which this device notifies the person; null when of none. Errors: ClientError. */
export async function readKinds(account: Account): Promise<PushKinds | null> {
  const { kinds } = await account.call(readWebPush, {});
  if (kinds === null || getPushSupport() !== 'granted') return null;
  const registration = await navigator.serviceWorker.ready;
  return (await registration.pushManager.getSubscription()) === null ? null : kinds;
}

/**
 * From now on notifies the person of these kinds. False when they do not allow it. Errors: ClientError, those of the
 * browser.
 */
export async function switchOn(account: Account, kinds: PushKinds, language: Language): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { public_key } = await account.call(readWebPush, {});
  const { endpoint, p256dh, auth } = await subscribe(public_key);
  await account.call(setWebPush, { body: { endpoint, p256dh, auth, language, kinds } });
  return true;
}

export async function switchOff(account: Account): Promise<void> {
  await account.call(endWebPush, {});
  const registration = await navigator.serviceWorker.ready;
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

async function subscribe(key: string): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  // A subscription for an earlier key of the service has to end first.
  const made = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint = '', keys } = made.toJSON();
  return { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}
