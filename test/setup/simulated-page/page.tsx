import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { deleteDB } from 'idb';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { RouterLink } from '../../../src/app/navigation/router-link.tsx';
import { pendingWrites } from '../../../src/app/pending-writes.ts';
import { getEngine, startEngine } from '../../../src/data/current.ts';
import { LinkComponent } from '../../../src/ui/controls/link.tsx';
import { ToastProvider } from '../../../src/ui/feedback/toast.tsx';
import { LocaleProvider } from '../../../src/ui/i18n/context.tsx';
import type { Locale } from '../../../src/ui/i18n/locale.ts';
import type { TestUser } from '../world/people.ts';

const english: Locale = { language: 'en', region: 'en-GB' };

/** Starts the engine of a page that talks to the service at `origin`, like `src/main.tsx`. */
export async function openEngine(origin: string): Promise<void> {
  await startEngine(pendingWrites, { origin, events: new EventTarget() });
}

/** Starts the engine as in `openEngine`, and signs a user in. */
export async function openAccount(origin: string, user: TestUser): Promise<void> {
  await openEngine(origin);
  await getEngine().session.signIn({ userId: user.userId, password: user.password, remember: true });
}

/** Renders a part of the catalog as the catalog does; returns a simulated user. */
export function draw(part: ReactNode, { path = '/', locale = english } = {}): UserEvent {
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

/** Closes the page and deletes everything that it has stored, so that the next one is like another browser. */
export async function closePage(): Promise<void> {
  const name = getEngine().getAccount()?.name;
  getEngine().close();
  if (name !== undefined) await deleteDB(name);
  await deleteDB('appshelf');
}
