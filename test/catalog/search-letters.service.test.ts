import { expect, test } from 'vitest';
import { searchCatalog } from '../../contract/catalog.ts';
import { openService } from '../setup/open-service.ts';
import { assign, makeGroup, publishWeb } from '../setup/world/publishing.ts';

const service = await openService();
const user = await service.makeUser();
const group = await makeGroup(service, 'Readers', { users: [user] });
for (const app_name of ['Σίσυφος', 'ΣΑΣ', 'İstanbul', 'straße']) {
  const { psk } = await publishWeb(service, 'letters', { app_name });
  await assign(service, group, { id: psk });
}
const session = await service.signIn(user);

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
