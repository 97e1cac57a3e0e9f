import { setDeadline } from '../../../contract/application-deadline.ts';
import {
  deleteApplication,
  listVersions,
  readApplication,
  updateApplication,
} from '../../../contract/applications.ts';
import { nativeTypes } from '../../../contract/common/codes.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import { listApplicationGroups } from '../../../contract/groups.ts';
import { defineCommand } from '../command.ts';
import { forEachObject } from '../each.ts';
import { fetchApplications, findApplication, findApplications } from '../lookup.ts';
import { facts, formatBoolean, size, table } from '../table.ts';
import { describeGroups, link } from './described.ts';

const list = defineCommand({
  name: 'apps list',
  summary: 'List applications',
  options: {
    search: {
      type: 'string',
      value: 'TEXT',
      help: 'only those with this text in name, description, author or package',
    },
  },
  async run({ signedIn, options }) {
    const applications = await fetchApplications(await signedIn(), options.search);
    const rows = applications.map(({ psk, name, version, enabled, bundle_id, url }) => [
      String(psk),
      name,
      version?.version_num ?? '',
      formatBoolean(enabled),
      bundle_id || (url ?? ''),
    ]);
    return {
      text: table(['ID', 'NAME', 'VERSION', 'ENABLED', 'PACKAGE'], rows, 'There are no applications.'),
      json: applications,
    };
  },
});

const show = defineCommand({
  name: 'apps show',
  summary: 'Show an application',
  operands: ['APP'],
  async run({ signedIn, operands: [name = ''] }) {
    const service = await signedIn();
    const params = { application: (await findApplication(service, name)).id };
    const answer = await service.call(readApplication, { params });
    const { application } = answer;
    const { groups } = await service.call(listApplicationGroups, { params });
    const { version } = application;
    const text = facts({
      name: application.name,
      id: `${application.psk} (${application.id})`,
      package: application.bundle_id,
      url: application.url,
      version: version?.version_num ?? null,
      released: version?.release_date ?? null,
      size: version && size(version.install_file.size),
      signature: signature(answer),
      enabled: formatBoolean(application.enabled),
      groups: describeGroups(groups),
      link: link(service, application),
    });
    return { text, json: { application, groups } };
  },
});

/** The state of the latest version's signature; null when it is not signed at all. */
function signature({
  application: { type },
  signing_status,
  signing_status_details,
}: ResponseOf<typeof readApplication>): string | null {
  if (!nativeTypes.some((native) => native === type)) return null;
  return signing_status_details || (signing_status ?? 'not signed');
}

const versions = defineCommand({
  name: 'apps versions',
  summary: 'List the versions of an application, newest first',
  operands: ['APP'],
  async run({ signedIn, operands: [name = ''] }) {
    const service = await signedIn();
    const params = { application: (await findApplication(service, name)).id };
    const found = await service.call(listVersions, { params });
    const rows = found.versions.map((version) => [
      String(version.psk),
      version.version_num,
      version.release_date,
      size(version.install_file.size),
      version.version_note.split('\n')[0] ?? '',
    ]);
    return {
      text: table(['ID', 'VERSION', 'RELEASED', 'SIZE', 'NOTE'], rows, 'There are no versions.'),
      json: found.versions,
    };
  },
});

/** `apps enable` and `apps disable`, which differ only in a word. */
const createSwitchCommand = (word: 'enable' | 'disable', summary: string) =>
  defineCommand({
    name: `apps ${word}`,
    summary,
    operands: ['APP...'],
    async run({ signedIn, operands }) {
      const service = await signedIn();
      return forEachObject(await findApplications(service, operands), async ({ id, name }) => {
        await service.call(updateApplication, {
          params: { application: id },
          body: { enabled: word === 'enable' },
        });
        return `${name}: ${word}d`;
      });
    },
  });

const deadline = defineCommand({
  name: 'apps deadline',
  summary: 'Move the date by which applications have to be installed, or remove it with “none”',
  operands: ['DATE', 'APP...'],
  options: {
    quiet: { type: 'boolean', help: 'do not tell the people for whom they are mandatory' },
  },
  examples: [
    'appshelf apps deadline 2030-01-31T18:00:00Z "Leak Finder"',
    'appshelf apps deadline none "Leak Finder"',
  ],
  async run({ signedIn, operands: [date = '', ...names], options }) {
    const service = await signedIn();
    const body = { required_by: date === 'none' ? null : date, notify_users: !options.quiet };
    return forEachObject(await findApplications(service, names), async ({ id, name }) => {
      const { deadline } = await service.call(setDeadline, { params: { application: id }, body });
      const by = date === 'none' ? 'no date' : `required by ${deadline.required_by}`;
      return `${name} ${deadline.version_num}: ${by}${deadline.changed ? '' : ', as before'}`;
    });
  },
});

const remove = defineCommand({
  name: 'apps delete',
  summary: 'Delete applications with all their versions',
  operands: ['APP...'],
  options: { yes: { type: 'boolean', help: 'do not ask for confirmation' } },
  async run({ signedIn, operands, options, terminal }) {
    const service = await signedIn();
    const applications = await findApplications(service, operands);
    const names = applications.map(({ name, psk }) => `${name} (${psk})`).join(', ');
    await terminal.confirm(`Delete ${names} with all versions?`, options.yes);
    return forEachObject(applications, async ({ id, name }) => {
      await service.call(deleteApplication, { params: { application: id } });
      return `${name}: deleted`;
    });
  },
});

export const applicationCommands = [
  list,
  show,
  versions,
  createSwitchCommand('enable', 'Let people see applications'),
  createSwitchCommand('disable', 'Hide applications from people'),
  deadline,
  remove,
];
