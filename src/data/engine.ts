import type { Account } from './account/account.ts';
import { OrphanedAccounts } from './account/orphaned-accounts.ts';
import { Session } from './account/session.ts';
import { openBranding } from './branding.ts';
import { readDeviceId } from './device/device-id.ts';
import { Client } from './http/client.ts';
import { Connectivity } from './http/connectivity.ts';
import { createRegistry, type PendingWrite } from './outbox/pending-write.ts';
import { watchVisibility } from './outbox/wake-ups.ts';
import { SharedDatabase } from './storage/shared-database.ts';
import { Update } from './update.ts';

export interface EngineOptions {
  /** Scheme, host and port of the service; by default the page's own. */
  origin?: string;
  /** What fires `online` and `offline`; by default the window. */
  events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/** The offline engine of one page: all that screens need of the device, its storage and the service. */
export class Engine {
  readonly session: Session;
  readonly connectivity: Connectivity;
  readonly update = new Update();
  readonly branding: ReturnType<typeof openBranding>;
  readonly #shared = new SharedDatabase();
  readonly orphanedAccounts = new OrphanedAccounts(this.#shared);
  readonly #events: NonNullable<EngineOptions['events']>;
  readonly #stop: (() => void)[] = [];

  constructor(writes: readonly PendingWrite[], options: EngineOptions = {}) {
    const { origin = globalThis.location.origin, events = globalThis } = options;
    this.#events = events;
    const client = new Client(origin);
    this.connectivity = new Connectivity(client, events, () => (this.getAccount()?.outbox.unsent() ?? 0) > 0);
    this.branding = openBranding(this.#shared, client, readRequestedOrganization());
    this.session = new Session({
      origin,
      shared: this.#shared,
      writes: createRegistry(writes),
      describeDevice: async () => ({ ...(await describeThisDevice()), udid: await this.deviceId() }),
      onOpened: (account) => this.#opened(account),
    });
    this.#shared.onOpenedLate = () => void this.session.start();
    this.#stop.push(this.connectivity.state.subscribe(() => this.#networkChanged()));
    this.#stop.push(this.connectivity.outages.subscribe(() => this.getAccount()?.outbox.recordOutage()));
    this.#stop.push(watchVisibility(() => this.#cameToFront()));
  }

  /** The stable id of this browser as a device. */
  deviceId = (): Promise<string> => readDeviceId(this.#shared);

  /** The account that is open, or null. */
  getAccount = (): Account | null => {
    const state = this.session.state.get();
    return state.phase === 'signed-in' || state.phase === 'ended' ? state.account : null;
  };

  close(): void {
    for (const stop of this.#stop) stop();
    this.session.close();
    this.connectivity.close();
    this.#shared.close();
  }

  #opened(account: Account): void {
    this.connectivity.watch(account.client);
    // Where this part of the program can't be loaded, the catalog is requested when its page comes to the front.
    void account.follow(this.#events).catch(() => undefined);
  }

  #networkChanged(): void {
    if (this.connectivity.state.get() !== 'online') return;
    void this.session.handleOnline();
    void this.getAccount()?.refreshAll();
    this.update.check();
  }

  #cameToFront(): void {
    void this.session.recheck();
    void this.getAccount()?.refreshAll();
  }
}

/** The organization that an invitation's address names; on other pages the service decides. */
const readRequestedOrganization = (): string | undefined =>
  new URLSearchParams(globalThis.location?.search ?? '').get('organization') ?? undefined;

/** Loaded only for signing in, which alone needs this code. */
async function describeThisDevice() {
  const [{ gatherFacts }, { describeDevice }] = await Promise.all([
    import('./device/browser-facts.ts'),
    import('./device/device.ts'),
  ]);
  return describeDevice(await gatherFacts());
}
