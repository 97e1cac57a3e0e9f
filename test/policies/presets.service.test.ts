import { describe, expect, it } from 'vitest';
import {
  addPreset,
  deletePreset,
  listPolicies,
  policyNames,
  readPolicy,
  readPreset,
  updatePreset,
} from '../../contract/policies.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';

const service = await openService();
const token = service.admin.token;

const invalid = { status: 400, code: 1066 };
const make = async (policy: string, body: object) =>
  (await service.ok(addPreset, { token, params: { policy }, body })).configuration;
const refused = (policy: string, body: object) =>
  service.refused(unchecked(addPreset), { token, params: { policy }, body });

describe('the policies that are shipped', () => {
  it('are five, each for both systems, and found by id and policy_id', async () => {
    const { policies } = await service.ok(listPolicies, { token });
    expect(policies.map(({ policy_id }) => policy_id)).toEqual(policyNames.map((name) => `vendor.${name}`));
    for (const policy of policies) {
      expect(policy).toMatchObject({ supports_ios: true, supports_android: true });
      for (const named of [policy.id, policy.policy_id]) {
        expect((await service.ok(readPolicy, { token, params: { policy: named } })).policy).toEqual(policy);
      }
    }
  });

  it('say what can be set, and which change without a new package', async () => {
    const { policies } = await service.ok(listPolicies, { token });
    const fields = Object.fromEntries(
      policies.map(({ policy_id, configurable_fields }) => [
        policy_id,
        Object.keys(configurable_fields ?? {}),
      ]),
    );
    expect(fields).toEqual({
      'vendor.app-usage': [],
      'vendor.enterprise-sso': [],
      'vendor.open-webpage-url': ['open_webpage_url', 'open_webpage_frequency'],
      'vendor.collect-crash-reports': [],
      'vendor.access-control': ['access_date_range'],
    });
    const dynamic = policies.filter(({ is_dynamic }) => is_dynamic).map(({ policy_id }) => policy_id);
    expect(dynamic).toEqual(['vendor.open-webpage-url', 'vendor.access-control']);
  });

  it('are no others', async () => {
    const params = { policy: 'vendor.screenshots' };
    expect(await service.refused(readPolicy, { token, params })).toMatchObject({ status: 404, code: 1010 });
  });
});

describe('a preset', () => {
  it('is made, read, changed and deleted, and stands among those of its policy', async () => {
    const configuration = { open_webpage_url: 'https://news.example.org/', open_webpage_frequency: '12' };
    const made = await make('openwebpageurl', { name: 'News', enabled_by_default: true, configuration });
    expect(made).toMatchObject({
      policy_id: 'vendor.open-webpage-url',
      name: 'News',
      enabled_by_default: true,
      auth_required: false,
      is_a_preset: true,
      configuration,
    });
    const params = { configuration: made.id };
    expect((await service.ok(readPreset, { token, params })).configuration).toEqual(made);
    const body = { name: 'Weekly news', configuration: { ...configuration, open_webpage_frequency: '168' } };
    const { configuration: changed } = await service.ok(updatePreset, { token, params, body });
    expect(changed).toEqual({ ...made, ...body });
    const { policy } = await service.ok(readPolicy, { token, params: { policy: 'vendor.open-webpage-url' } });
    expect(policy.configurations).toEqual([changed]);
    expect(await service.ok(deletePreset, { token, params })).toEqual({ deleted: true });
    expect(await service.refused(readPreset, { token, params })).toMatchObject({ status: 404 });
    expect(await service.refused(deletePreset, { token, params })).toMatchObject({ status: 404 });
  });

  it('may be one of several of a policy, without a name and without values', async () => {
    await make('vendor.app-usage', {});
    await make('vendor.app-usage', { name: null, configuration: null, auth_required: null });
    const { policy } = await service.ok(readPolicy, { token, params: { policy: 'vendor.app-usage' } });
    expect(policy.configurations.map(({ name, configuration }) => [name, configuration])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('takes a number as a number, and keeps it as the text that applications read', async () => {
    const configuration = { open_webpage_url: 'https://news.example.org/', open_webpage_frequency: 7 };
    const made = await make('vendor.open-webpage-url', { configuration });
    expect(made.configuration).toEqual({ ...configuration, open_webpage_frequency: '7' });
  });

  it('keeps no null among its values', async () => {
    const range = { start: '2030-01-01T00:00:00Z', end: null };
    const made = await make('vendor.access-control', { configuration: { access_date_range: range } });
    expect(made.configuration).toEqual({ access_date_range: { start: '2030-01-01T00:00:00Z' } });
  });

  it('is of one organization', async () => {
    const { id } = await make('vendor.app-usage', { name: 'Ours' });
    const { token: other } = await service.makeOrganization();
    const params = { configuration: id };
    expect(await service.refused(readPreset, { token: other, params })).toMatchObject({ status: 404 });
    expect(await service.refused(updatePreset, { token: other, params, body: {} })).toMatchObject({
      status: 404,
    });
    const { policies } = await service.ok(listPolicies, { token: other });
    expect(policies.flatMap(({ configurations }) => configurations)).toEqual([]);
  });

  it.each([
    ['vendor.app-usage', { anything: 'x' }],
    ['vendor.open-webpage-url', { open_webpage_frequency: '2' }],
    ['vendor.open-webpage-url', { open_webpage_url: null }],
    ['vendor.open-webpage-url', { open_webpage_url: 'javascript:alert(1)' }],
    ['vendor.open-webpage-url', { open_webpage_url: 'news.example.org' }],
    ['vendor.open-webpage-url', { open_webpage_url: 'https:news.example.org' }],
    ['vendor.open-webpage-url', { open_webpage_url: ' https://news.example.org/' }],
    ['vendor.open-webpage-url', { open_webpage_url: 'https://news.\nexample.org/' }],
    ['vendor.open-webpage-url', { open_webpage_url: 'https://news.\u202eexample.org/' }],
    ['vendor.open-webpage-url', { open_webpage_url: 'https://ada:secret@news.example.org/' }],
    ['vendor.open-webpage-url', { open_webpage_url: `https://example.org/${'a'.repeat(3000)}` }],
    ['vendor.open-webpage-url', { open_webpage_url: 'https://example.org/', open_webpage_frequency: '0' }],
    ['vendor.open-webpage-url', { open_webpage_url: 'https://example.org/', open_webpage_frequency: 0 }],
    ['vendor.open-webpage-url', { open_webpage_url: 'https://example.org/', open_webpage_frequency: 1.5 }],
    ['vendor.open-webpage-url', { open_webpage_url: 'https://example.org/', open_webpage_frequency: 1e21 }],
    [
      'vendor.open-webpage-url',
      { open_webpage_url: 'https://example.org/', __proto__: null, constructor: {} },
    ],
    ['vendor.access-control', { access_date_range: '2030-01-01' }],
    ['vendor.access-control', { access_date_range: [] }],
    ['vendor.access-control', { access_date_range: { start: 'soon' } }],
    ['vendor.access-control', { access_date_range: { start: '2030-02-30' } }],
    ['vendor.access-control', { access_date_range: { start: 5 } }],
    ['vendor.access-control', { access_date_range: { start: '' } }],
    ['vendor.access-control', { access_date_range: { end: '9999-12-31 and anything' } }],
    ['vendor.access-control', { access_date_range: { from: '2030-01-01' } }],
    ['vendor.access-control', { access_date_range: { start: '2030-01-02T00:00:00Z', end: '2030-01-01' } }],
  ])('of %s does not hold %j', async (policy, configuration) => {
    expect(await refused(policy, { configuration })).toMatchObject(invalid);
  });

  it.each([{ configuration: 'x' }, { name: 7 }, { auth_required: 'yes' }, { name: 'x'.repeat(101) }])(
    'is not made of %j',
    async (body) => {
      expect(await refused('vendor.app-usage', body)).toMatchObject({ status: 400, code: 1000 });
    },
  );

  it('is changed to nothing that its policy does not hold', async () => {
    const { id } = await make('vendor.app-usage', { name: 'Kept' });
    const args = { token, params: { configuration: id }, body: { name: 'Lost', configuration: { a: 1 } } };
    expect(await service.refused(updatePreset, args)).toMatchObject(invalid);
    const { configuration } = await service.ok(readPreset, { token, params: { configuration: id } });
    expect(configuration.name).toBe('Kept');
  });
});
