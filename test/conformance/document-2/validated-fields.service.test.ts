import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EditableFields } from '../../../contract/application-fields.ts';
import {
  addApplication,
  addVersion,
  updateApplication,
  updateVersion,
} from '../../../contract/applications.ts';
import { setApplicationCategories } from '../../../contract/categories.ts';
import { refusal } from '../../setup/answers.ts';
import { anyCharacter } from '../../setup/any-character.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { tries } from '../../setup/run/tries.ts';
import { allowedBy, refusedBy } from '../../setup/schema-values.ts';
import { apk, publish } from '../../setup/world/publishing.ts';

/**
 * Every validated field of an application: allowed values are answered as they were sent, all others are refused with
 * 4xx.
 */
const service = await openService();
const token = service.admin.token;
const file = { bytes: apk('org.example.validated'), name: 'a.apk' };
const { id: application, versionId: version } = await publish(service, {}, file);

const runs = tries(10);
const { properties } = updateApplication.body;
type Field = keyof typeof properties;

const ofApplication = [
  'enabled',
  'sort_weight',
  'reviews_enabled',
  'no_auth_delivery_enabled',
  'add_to_start',
  'required',
] as const;
const ofVersion = [
  'app_name',
  'version_num',
  'version_note',
  'author',
  'short_description',
  'long_description',
] as const;

describe('what a field allows comes back unchanged', () => {
  const update = async (body: EditableFields) =>
    (await service.ok(updateApplication, { token, params: { application }, body })).application;

  test.each(ofApplication)('%s', async (field) => {
    await fc.assert(
      fc.asyncProperty(allowedBy(properties[field]), async (value) => {
        expect((await update({ [field]: value }))[field]).toBe(value);
      }),
      runs,
    );
  });

  test.each(ofVersion)('%s', async (field) => {
    await fc.assert(
      fc.asyncProperty(allowedBy(properties[field]), async (value) => {
        const shown = value ?? '';
        expect((await update({ [field]: value })).version?.[field]).toBe(shown);
        const read = await service.ok(updateVersion, {
          token,
          params: { version },
          body: { [field]: value },
        });
        expect(read.version[field]).toBe(shown);
      }),
      runs,
    );
  });

  test('form_factor_override', async () => {
    await fc.assert(
      fc.asyncProperty(allowedBy(properties.form_factor_override), async (value) => {
        const { form_factor_override } = await update({ form_factor_override: value });
        expect(form_factor_override).toEqual([...value].sort());
      }),
      runs,
    );
  });
});

describe('what a field does not allow is refused', () => {
  const { url: _, ...others } = properties;
  test.each(Object.keys(others) as Exclude<Field, 'url'>[])('%s', async (field) => {
    await fc.assert(
      fc.asyncProperty(refusedBy(others[field]), async (value) => {
        const body = { [field]: value };
        const params = { application };
        expect(
          refusal(await service.call(unchecked(updateApplication), { token, params, body })).status,
        ).toBe(400);
        const added = { ...body, url: 'https://validated.example.org/' };
        expect(refusal(await service.call(unchecked(addApplication), { token, body: added })).status).toBe(
          400,
        );
      }),
      runs,
    );
  });

  test.each(['url', 'hybrid', 'groups', 'is_app_catalog'] as const)(
    '%s of a new application',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(refusedBy(addApplication.body.properties[field]), async (value) => {
          const body = { url: 'https://validated.example.org/', [field]: value };
          expect(refusal(await service.call(unchecked(addApplication), { token, body })).status).toBe(400);
        }),
        runs,
      );
    },
  );

  test.each(Object.keys(updateVersion.body.properties) as (keyof typeof updateVersion.body.properties)[])(
    '%s of a version',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(refusedBy(updateVersion.body.properties[field]), async (value) => {
          const request = { token, params: { version }, body: { [field]: value } };
          expect(refusal(await service.call(unchecked(updateVersion), request)).status).toBe(400);
        }),
        runs,
      );
    },
  );

  test('category_psk', async () => {
    await fc.assert(
      fc.asyncProperty(
        refusedBy(setApplicationCategories.body.properties.category_psk),
        async (category_psk) => {
          const request = { token, params: { application }, body: { category_psk } };
          expect(refusal(await service.call(unchecked(setApplicationCategories), request)).status).toBe(400);
        },
      ),
      runs,
    );
  });
});

test('url: whatever text it is, an application at an address or a refusal', async () => {
  const urls = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: anyCharacter }),
  );
  await fc.assert(
    fc.asyncProperty(urls, async (url) => {
      const { status, body } = await service.call(addApplication, { token, body: { url } });
      const { application: added } = body as { application?: { url: string } };
      expect(status === 400 || (status === 200 && added?.url === URL.parse(url)?.href)).toBe(true);
    }),
    tries(60),
  );
});

test('an identifier of any form finds its application or nothing', async () => {
  const identifier = fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 60 })
    .filter((text) => text.isWellFormed());
  await fc.assert(
    fc.asyncProperty(identifier, async (text) => {
      const request = { token, params: { application: text }, body: {} };
      expect([200, 400, 404]).toContain((await service.call(addVersion, request)).status);
    }),
    tries(60),
  );
});
