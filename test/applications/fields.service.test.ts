import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewApplication } from '../../contract/application-fields.ts';
import {
  addApplication,
  addVersion,
  readApplication,
  updateApplication,
} from '../../contract/applications.ts';
import type { MetadataTemplate } from '../../contract/metadata-template.ts';
import { tries } from '../setup/run/tries.ts';
import { startService, type TestService } from '../setup/service.ts';
import { setTemplate } from '../setup/world/publishing.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  await setTemplate(service, template);
  ({ token } = service.admin);
});
afterAll(() => service.stop());

const url = 'https://fields.example.org/';
const add = async (fields: NewApplication) =>
  (await service.ok(addApplication, { token, body: { url, ...fields } })).application;

/** Text of any script, without the one character that no text column holds. */
const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', maxLength })
    .filter((value) => [...value].length <= maxLength && !value.includes('\0'));
const visible = (maxLength: number) => text(maxLength).filter((value) => /\S/.test(value));
const template: MetadataTemplate = {
  team: { label: 'Team', type: 'text' },
  notes: { label: 'Notes', type: 'textarea' },
  on_vans: { label: 'On vans', type: 'checkbox' },
};
const metadata = fc.record({ team: text(20), notes: text(300), on_vans: fc.boolean() });

const fields = {
  app_name: visible(50),
  version_num: visible(21),
  version_note: text(4096),
  author: text(150),
  short_description: text(100),
  long_description: text(10_000),
  custom_metadata: fc.option(metadata),
};

describe('what a field takes', () => {
  test('comes back as it was sent, when it is added, updated and read', async () => {
    const anything = fc.record(
      {
        ...fields,
        enabled: fc.boolean(),
        reviews_enabled: fc.boolean(),
        sort_weight: fc.integer(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(anything, anything, async (first, second) => {
        const seen = ({ version, ...application }: { version: object | null }) => ({
          ...version,
          ...application,
        });
        const added = await add(first);
        expect(seen(added)).toMatchObject(JSON.parse(JSON.stringify(first)) as object);
        const params = { application: added.id };
        const updated = await service.ok(updateApplication, { token, params, body: second });
        const both = JSON.parse(JSON.stringify({ ...first, ...second })) as object;
        expect(seen(updated.application)).toMatchObject(both);
        expect(seen((await service.ok(readApplication, { token, params })).application)).toMatchObject(both);
      }),
      tries(40),
    );
  });

  const limits = {
    app_name: 50,
    version_num: 21,
    version_note: 4096,
    author: 150,
    short_description: 100,
    long_description: 10_000,
  };
  test.each(Object.entries(limits))(
    '%s is at most %i characters, however many bytes',
    async (field, limit) => {
      for (const character of ['a', 'ß', '漢', '🚚']) {
        const longest = character.repeat(limit);
        const application = await add({ [field]: longest });
        expect(application.version).toMatchObject({ [field]: longest });
        const params = { application: application.id };
        const longer = { [field]: `${longest}${character}` };
        for (const refusal of [
          await service.refused(addApplication, { token, body: { url, ...longer } }),
          await service.refused(addVersion, { token, params, body: longer }),
          await service.refused(updateApplication, { token, params, body: longer }),
        ]) {
          expect(refusal).toMatchObject({ status: 400, code: 1000, error_details: { field } });
        }
      }
    },
  );
});

test('no value of any field is answered by anything but success or a refusal', async () => {
  const applied =
    'enabled sort_weight reviews_enabled no_auth_delivery_enabled add_to_start form_factor_override required required_by';
  const names = [...Object.keys(fields), ...applied.split(' '), 'notify_users', 'url', 'hybrid', 'groups'];
  const { id } = await add({});
  const body = fc.dictionary(fc.constantFrom(...names), fc.anything({ maxDepth: 2 }), { maxKeys: 3 });
  await fc.assert(
    fc.asyncProperty(
      body,
      fc.constantFrom(addApplication, addVersion, updateApplication),
      async (value, operation) => {
        const sent = JSON.parse(
          JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one)),
        ) as object;
        const { status } = await service.call(operation, { token, params: { application: id }, body: sent });
        expect([200, 400, 404, 409]).toContain(status);
      },
    ),
    tries(200),
  );
});
