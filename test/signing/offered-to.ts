import { listCatalog, listMandatory, listUpdates, readCatalogApplication } from '../../contract/catalog.ts';
import { directApplication, installApplication } from '../../contract/downloads.ts';
import type { TestService } from '../setup/service.ts';
import { androidPhone } from '../setup/world/people.ts';
import { makeGroup, type PublishedApplication } from '../setup/world/publishing.ts';

/** Somebody with a phone, whose group must have the newest version of an application. */
export async function personWith(service: TestService, app: PublishedApplication) {
  const user = await service.makeUser();
  await makeGroup(service, undefined, { apps: [{ id: app.psk, is_mandatory: true }], users: [user] });
  return service.signIn(user, androidPhone);
}
type Person = Awaited<ReturnType<typeof personWith>>;

/** The versions of an application that a person is offered, wherever they ask. */
export async function offeredTo(service: TestService, who: Person, { id }: PublishedApplication) {
  const params = { application: id };
  const listed = await Promise.all(
    [listCatalog, listMandatory, listUpdates].map((operation) => service.ok(operation, who)),
  );
  const [all, mandatory, updates] = listed.map(({ applications }) =>
    applications.map(({ version }) => version.id),
  );
  const page = await service.call(readCatalogApplication, { ...who, params });
  const install = await service.call(installApplication, { params, query: who });
  const direct = await service.call(directApplication, { params, query: { system: 'android' } });
  return { all, mandatory, updates, statuses: [page.status, install.status, direct.status] };
}

/** What of that says that this version is offered, and what that none is. */
export const everywhere = (version: string) => ({ all: [version], mandatory: [version] });
export const nowhere = { all: [], mandatory: [], updates: [], statuses: [403, 403, 403] };
