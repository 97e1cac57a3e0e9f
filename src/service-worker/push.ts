declare const self: ServiceWorkerGlobalScope;

/** What the service sends to a browser. */
interface PushPayload {
  id: string;
  title: string;
  body: string;
  /** The page that a tap opens. */
  link: string;
  /** The kind of the notification; earlier services do not send it. */
  kind?: string;
}

/** Shows pushes of the service, and opens their page at a tap. */
export function handlePushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(showNotification(event.data)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openPage(String(event.notification.data)));
  });
}

async function showNotification(data: PushMessageData | null): Promise<void> {
  const pushed = parsePush(data);
  if (pushed === null) return;
  const { id: tag, title, body, link, kind } = pushed;
  if (kind === 'update_notice' || kind === 'deadline_notice') await markIcon();
  await self.registration.showNotification(title, { tag, body, data: link });
}

/**
 * Marks the catalog's icon. A page knows how many updates wait and shows the number; while none is open, it is known
 * only that there is one.
 */
async function markIcon(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  if (pages.length === 0) await self.navigator.setAppBadge?.().catch(() => undefined);
}

/** The content of a push; null when it is not one of ours. */
function parsePush(data: PushMessageData | null): PushPayload | null {
  try {
    const pushed = Object(data?.json()) as Partial<PushPayload>;
    const { id, title, body, link } = pushed;
    const isWhole = [id, title, body, link].every((text) => typeof text === 'string');
    return isWhole ? (pushed as PushPayload) : null;
  } catch {
    return null;
  }
}

/** Opens a page of the catalog in an existing window, or in a new one. */
async function openPage(link: string): Promise<void> {
  const { pathname, search } = new URL(link, self.location.origin);
  const address = new URL(pathname + search, self.location.origin).href;
  const [first] = await self.clients.matchAll({ type: 'window' });
  if (first === undefined) return void (await self.clients.openWindow(address));
  // Browsers refuse this where no person has tapped.
  await first.focus().catch(() => undefined);
  await first.navigate(address);
}
