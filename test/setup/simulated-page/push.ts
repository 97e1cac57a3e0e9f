import { createECDH, randomBytes } from 'node:crypto';

/** Simulates a browser's push service and the person's decisions, which the simulated page lacks. */
export interface SimulatedPush {
  /** The person's answer when they are asked. */
  answer: NotificationPermission;
  /** How often the person was asked. */
  asked: number;
  /** The keys that the browser is subscribed with; null when it is not subscribed. */
  subscribedWith: string | null;
  /** Removes the simulated interfaces from the page. */
  end(): void;
}

/**
 * Adds the interfaces that browsers have for pushes (Push API, Notifications API) to the page; `permission` is the
 * first state.
 */
export function simulatePush(permission: NotificationPermission): SimulatedPush {
  const state: SimulatedPush = { answer: 'granted', asked: 0, subscribedWith: null, end };
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const subscription = {
    toJSON: () => ({
      endpoint: 'https://push.example.org/browser',
      keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
    }),
    unsubscribe: () => {
      state.subscribedWith = null;
      return Promise.resolve(true);
    },
  };
  const pushManager = {
    getSubscription: () => Promise.resolve(state.subscribedWith === null ? null : subscription),
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (state.subscribedWith !== null && state.subscribedWith !== applicationServerKey)
        return Promise.reject(new DOMException('Another key', 'InvalidStateError'));
      state.subscribedWith = applicationServerKey;
      return Promise.resolve(subscription);
    },
  };
  const notification = {
    permission,
    requestPermission: () => {
      state.asked += 1;
      notification.permission = state.answer;
      return Promise.resolve(state.answer);
    },
  };
  const given = [
    [globalThis, 'PushManager', pushManager],
    [globalThis, 'Notification', notification],
    [navigator, 'serviceWorker', { ready: Promise.resolve({ pushManager }) }],
  ] as const;
  for (const [object, name, value] of given)
    Object.defineProperty(object, name, { value, configurable: true });
  function end() {
    for (const [object, name] of given) Reflect.deleteProperty(object, name);
  }
  return state;
}
