import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchCatalog } from '../../contract/catalog.ts';
import { startService, type TestService } from '../setup/service.ts';
import { assign, makeGroup, publishWeb } from '../setup/world/publishing.ts';

let service: TestService;
let session: { token: string; udid: string };
beforeAll(async () => {
  service = await startService();
  const user = await service.makeUser();
  const group = await makeGroup(service, 'Readers', { users: [user] });
  for (const app_name of ['Σίσυφος', 'ΣΑΣ', 'İstanbul', 'straße']) {
    const { psk } = await publishWeb(service, 'letters', { app_name });
    await assign(service, group, { id: psk });
  }
  session = await service.signIn(user);
});
afterAll(() => service.stop());

test.each([
  ['ΣΊΣ', ['Σίσυφος']],
  ['σας', ['ΣΑΣ']],
  ['ΑΣ', ['ΣΑΣ']],
  ['istan', ['İstanbul']],
  ['İSTAN', ['İstanbul']],
  ['Straße', ['straße']],
])('the catalog finds “%s” letter by letter, in any case', async (q, names) => {
  const { applications } = await service.ok(searchCatalog, { ...session, query: { q } });
  expect(applications.map(({ version }) => version.app_name)).toEqual(names);
});
