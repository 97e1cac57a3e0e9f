import { beforeEach, describe, expect, test } from 'vitest';
import {
  addApplication,
  addVersion,
  listApplications,
  readApplication,
  readVersion,
  updateApplication,
  updateVersion,
} from '../../contract/applications.ts';
import { openService } from '../setup/open-service.ts';
import { setTemplate } from '../setup/world/publishing.ts';

/** `application_custom_metadata_template` of the organization, for the custom metadata of its applications. */
const service = await openService();
const { token } = service.admin;

const options = ['North', 'South'].map((label) => ({ label, value: label.toLowerCase() }));
const template = {
  team: { label: 'Team', type: 'text' as const },
  region: { label: 'Region', type: 'select' as const, options, default: 'south' },
  depots: { label: 'Depots', type: 'multiselect' as const, options },
  checked: { label: 'Checked', type: 'checkbox' as const, default: false },
};
const defaults = { region: 'south', checked: false };
beforeEach(() => setTemplate(service, template));

const url = 'https://metadata.example.org/';
type Metadata = Record<string, unknown> | null;
const add = async (custom_metadata?: Metadata) => {
  const body = { url, ...(custom_metadata !== undefined && { custom_metadata }) };
  return (await service.ok(addApplication, { token, body })).application;
};
const metadataOf = async (application: string) =>
  (await service.ok(readApplication, { token, params: { application } })).application.version
    ?.custom_metadata;

describe('custom metadata of an application', () => {
  test('has the defaults of what is not sent', async () => {
    expect((await add()).version?.custom_metadata).toEqual(defaults);
    expect((await add(null)).version?.custom_metadata).toEqual(defaults);
    expect((await add({ team: 'Blue' })).version?.custom_metadata).toEqual({ team: 'Blue', ...defaults });
  });

  describe('where the organization has no template', () => {
    beforeEach(() => setTemplate(service, {}));
    const free = { team: 'Blue', cost: { centre: 4711 }, tags: ['a', 'b'], active: true, constructor: 'x' };

    test('is null unless it is sent', async () => {
      expect((await add()).version?.custom_metadata).toBe(null);
      expect((await add({})).version?.custom_metadata).toBe(null);
    });

    test('has whatever names and values are sent', async () => {
      const { id, version } = await add(free);
      expect(version?.custom_metadata).toEqual(free);
      const change = (custom_metadata: Record<string, unknown> | null) =>
        service.ok(updateApplication, { token, params: { application: id }, body: { custom_metadata } });
      await change({ team: 'Red', active: null });
      expect(await metadataOf(id)).toEqual({ ...free, team: 'Red', active: undefined });
      await service.ok(addVersion, { token, params: { application: id }, body: {} });
      expect(await metadataOf(id)).toMatchObject({ team: 'Red' });
      await change(null);
      expect(await metadataOf(id)).toBe(null);
    });

    test('has its limit', async () => {
      const body = { url, custom_metadata: { text: 'x'.repeat(20_000) } };
      expect(await service.refused(addApplication, { token, body })).toMatchObject({
        status: 400,
        error_details: { field: 'custom_metadata' },
      });
    });
  });

  test('keeps what a change does not send; null sets all back', async () => {
    const { id } = await add({ team: 'Blue', region: 'north' });
    const change = (custom_metadata: Metadata) =>
      service.ok(updateApplication, { token, params: { application: id }, body: { custom_metadata } });
    await change({ team: 'Red' });
    expect(await metadataOf(id)).toEqual({ ...defaults, team: 'Red', region: 'north' });
    await service.ok(updateApplication, { token, params: { application: id }, body: { app_name: 'Other' } });
    expect(await metadataOf(id)).toMatchObject({ team: 'Red' });
    await change(null);
    expect(await metadataOf(id)).toEqual(defaults);
  });

  test('goes on with the next version, which may change it', async () => {
    const { id } = await add({ team: 'Blue', depots: ['north', 'north'] });
    const params = { application: id };
    await service.ok(addVersion, { token, params, body: {} });
    expect(await metadataOf(id)).toEqual({ ...defaults, team: 'Blue', depots: ['north'] });
    await service.ok(addVersion, { token, params, body: { custom_metadata: { checked: true } } });
    const expected = { ...defaults, team: 'Blue', depots: ['north'], checked: true };
    expect(await metadataOf(id)).toEqual(expected);
    const { applications } = await service.ok(listApplications, { token });
    expect(applications.find((row) => row.id === id)?.custom_metadata).toEqual(expected);
  });

  test('of a version can be changed without anything else', async () => {
    const { id, version } = await add({ team: 'Blue' });
    const params = { version: version?.id ?? '' };
    await service.ok(updateVersion, { token, params, body: { custom_metadata: { team: 'Red' } } });
    const read = await service.ok(readVersion, { token, params });
    expect(read.version.custom_metadata).toEqual({ ...defaults, team: 'Red' });
    expect(await metadataOf(id)).toMatchObject({ team: 'Red' });
  });

  test.each([
    ['a field outside the template', { colour: 'red' }, 'colour'],
    ['a label in place of its id', { Team: 'Blue' }, 'Team'],
    ['text that is none', { team: 1 }, 'team'],
    ['text that is too long', { team: 'x'.repeat(4001) }, 'team'],
    ['a choice that is no option', { region: 'east' }, 'region'],
    ['several choices where one is meant', { region: ['north'] }, 'region'],
    ['choices of which one is no option', { depots: ['north', 'east'] }, 'depots'],
    ['a mark that is neither true nor false', { checked: 'yes' }, 'checked'],
    [
      'a name that every object has',
      JSON.parse('{"constructor":"x"}') as Record<string, unknown>,
      'constructor',
    ],
  ])('cannot be %s', async (_, custom_metadata, field) => {
    const { id, version } = await add();
    const body = { custom_metadata };
    const params = { application: id, version: version?.id ?? '' };
    for (const refusal of [
      await service.refused(addApplication, { token, body: { url, ...body } }),
      await service.refused(addVersion, { token, params, body }),
      await service.refused(updateApplication, { token, params, body }),
      await service.refused(updateVersion, { token, params, body }),
    ]) {
      expect(refusal).toMatchObject({ status: 400, code: 1000, error_details: { field } });
    }
    expect(await metadataOf(id)).toEqual(defaults);
  });
});
