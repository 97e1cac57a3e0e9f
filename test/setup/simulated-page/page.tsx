import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { deleteDB } from 'idb';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { RouterLink } from '../../../src/app/navigation/router-link.tsx';
import { pendingWrites } from '../../../src/app/pending-writes.ts';
import type { Account } from '../../../src/data/account/account.ts';
import { Engine } from '../../../src/data/engine.ts';
import { EngineProvider } from '../../../src/engine-context.tsx';
import { LinkComponent } from '../../../src/ui/controls/link.tsx';
import { ToastProvider } from '../../../src/ui/feedback/toast.tsx';
import { LocaleProvider } from '../../../src/ui/i18n/context.tsx';
import type { Locale } from '../../../src/ui/i18n/locale.ts';
import type { TestUser } from '../world/people.ts';

const english: Locale = { language: 'en', region: 'en-GB' };

interface DrawOptions {
  path?: string;
  locale?: Locale;
}

/** A page of the catalog with an engine of its own, as `src/main.tsx` makes it. */
export class SimulatedPage {
  readonly engine: Engine;

  constructor(origin: string) {
    this.engine = new Engine(pendingWrites, { origin, events: new EventTarget() });
  }

  /** The account that is open now. */
  get account(): Account {
    const account = this.engine.getAccount();
    if (account === null) throw new Error('Nobody is signed in.');
    return account;
  }

  /** Renders a part of the catalog as the catalog does; returns a simulated user. */
  draw(part: ReactNode, options?: DrawOptions): UserEvent {
    return draw(<EngineProvider engine={this.engine}>{part}</EngineProvider>, options);
  }

  /** Closes the page and deletes everything that it has stored, so that the next one is like another browser. */
  async close(): Promise<void> {
    const name = this.engine.getAccount()?.name;
    this.engine.close();
    if (name !== undefined) await deleteDB(name);
    await deleteDB('appshelf');
  }
}

/** Opens a page that talks to the service at `origin`, and signs the user in if there is one. */
export async function openPage(origin: string, user?: TestUser): Promise<SimulatedPage> {
  const page = new SimulatedPage(origin);
  const { session } = page.engine;
  await session.start();
  if (user) await session.signIn({ userId: user.userId, password: user.password, remember: true });
  return page;
}

/** Renders a part of the catalog that needs no engine; returns a simulated user. */
export function draw(part: ReactNode, { path = '/', locale = english }: DrawOptions = {}): UserEvent {
  render(
    <LocaleProvider locale={locale}>
      <MemoryRouter initialEntries={[path]}>
        <LinkComponent value={RouterLink}>
          <ToastProvider dismissLabel="Dismiss">
            <Suspense fallback={null}>{part}</Suspense>
          </ToastProvider>
        </LinkComponent>
      </MemoryRouter>
    </LocaleProvider>,
  );
  return userEvent.setup();
}
