/**
 * Whether the browser can notify a person while the catalog is closed: `ask` before the person was asked, `denied` when
 * they said no. On iPhones and iPads only the catalog on the home screen can.
 */
export function getPushSupport(): 'none' | 'ask' | 'granted' | 'denied' {
  if (!('PushManager' in globalThis) || !('Notification' in globalThis) || !('serviceWorker' in navigator))
    return 'none';
  const { permission } = Notification;
  return permission === 'default' ? 'ask' : permission;
}
