import type { Hybrid } from '../../../contract/application-fields.ts';
import { addApplication, addVersion, publishApplication } from '../../../contract/applications.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import { addGroupApplications, listApplicationGroups } from '../../../contract/groups.ts';
import { type Call, command, type Given } from '../command.ts';
import { openFile } from '../local-file.ts';
import { findApplication, findGroups, type GroupRow } from '../lookup.ts';
import { Problem, wrongUse } from '../problems.ts';
import type { Service } from '../service.ts';
import { facts, size, yesNo } from '../table.ts';
import { callWithFile } from '../upload.ts';
import { givenTo, link } from './described.ts';

const publishOptions = {
  group: { type: 'string', value: 'GROUP', help: 'give it to this group, by name or number', multiple: true },
  mandatory: {
    type: 'boolean',
    help: 'the users of these groups must install it before they can use the catalog',
  },
  enable: { type: 'boolean', help: 'let people see it' },
  app: {
    type: 'string',
    value: 'APP',
    help: 'the application that gets the new version; default: the one with the same package',
  },
  hybrid: {
    type: 'string',
    value: 'SYSTEM',
    help: 'Android or iOS: make an app of the address; with --app, build that one again',
  },
  name: { type: 'string', value: 'NAME', help: 'name, in place of the one in the file' },
  version: { type: 'string', value: 'VERSION', help: 'version, in place of the one in the file' },
  note: { type: 'string', value: 'TEXT', help: 'what changed in this version' },
  'required-by': {
    type: 'string',
    value: 'DATE',
    help: 'everybody who has an earlier version must install this one by then',
  },
} as const;
type PublishOptions = Given<typeof publishOptions>;
type Published = ResponseOf<typeof addVersion> & { new_application: boolean };

export const publish = command({
  name: 'publish',
  summary: 'Publish a package, or the address of a web or store application',
  operands: ['FILE|URL'],
  options: publishOptions,
  examples: [
    "appshelf publish app.apk --group 'Field Crew' --enable",
    "appshelf publish app.ipa --app 12 --note 'Fixes printing' --required-by 2030-01-31",
    'appshelf publish https://wiki.example.org/ --name Wiki --enable',
    'appshelf publish https://shop.example.org/ --hybrid Android --name Shop',
  ],
  async run(call) {
    const { operands, options: given, signedIn } = call;
    if (given.mandatory && given.group.length === 0) {
      throw wrongUse('--mandatory needs groups for whom it is mandatory: name them with --group.');
    }
    // Everything that can be checked here is checked before a byte is sent.
    assertDate(given['required-by']);
    const source = await sourceOf(operands[0] ?? '', given.hybrid);
    const service = await signedIn();
    const groups = await findGroups(service, given.group);
    const published = await send(call, service, { source, groups });
    if (given.mandatory) await makeMandatory(service, published, groups);
    return describe(service, published);
  },
});

/** Error: `wrongUse` for a text that is no date. This check is coarse; the service's is exact. */
function assertDate(text: string | undefined): void {
  if (text === undefined || (/^\d{4}-\d\d-\d\d(T|$)/.test(text) && !Number.isNaN(Date.parse(text)))) return;
  throw wrongUse(`--required-by: “${text}” is not a date. Write it as 2030-01-31 or 2030-01-31T18:00:00Z.`);
}

type Source = Awaited<ReturnType<typeof sourceOf>>;

/**
 * What to publish: an address when it looks like one, otherwise a file. Error: `wrongUse` for a hybrid application of
 * anything but an address.
 */
async function sourceOf(given: string, platform: string | undefined) {
  const isAddress = /^(https?|market):/i.test(given);
  if (platform !== undefined) return { data: { hybrid: hybridOf(given, platform) }, file: null };
  return isAddress ? { data: { url: given }, file: null } : { data: {}, file: await openFile(given) };
}

function hybridOf(url: string, given: string): Hybrid {
  const platform = (['Android', 'iOS'] as const).find((name) => name.toLowerCase() === given.toLowerCase());
  if (platform === undefined) throw wrongUse(`--hybrid: “${given}” is neither Android nor iOS.`);
  if (/^https?:/i.test(url)) return { url, platform };
  throw wrongUse('--hybrid needs an address that begins with https:// or http://.');
}

async function send(
  { options, terminal, signal }: Call<typeof publishOptions>,
  service: Service,
  { source, groups }: { source: Source; groups: readonly GroupRow[] },
): Promise<Published> {
  const { file } = source;
  const data = { ...source.data, groups: groups.map(({ psk }) => psk), ...fields(options) };
  const context = { service, terminal, signal };
  if (options.app === undefined && options.hybrid === undefined) {
    return callWithFile(context, publishApplication, { data, file });
  }
  if (options.app === undefined) {
    return { ...(await callWithFile(context, addApplication, { data, file })), new_application: true };
  }
  const { id } = await findApplication(service, options.app);
  const published = await callWithFile(context, addVersion, { params: { application: id }, data, file });
  return { ...published, new_application: false };
}

/** The given options as fields; document 2, Editable application fields. The service leaves missing fields as they are. */
const fields = (given: PublishOptions) => ({
  ...(given.enable && { enabled: true }),
  app_name: given.name,
  version_num: given.version,
  version_note: given.note,
  ...(given['required-by'] !== undefined && { required: true, required_by: given['required-by'] }),
});

/** Error: `refused`, which says what is already published, so that nobody publishes it a second time. */
async function makeMandatory(service: Service, { application }: Published, groups: readonly GroupRow[]) {
  const apps = [{ id: application.psk, is_assigned: true, is_latest: true, is_mandatory: true }];
  for (const { psk, name } of groups) {
    await service
      .call(addGroupApplications, { params: { group: String(psk) }, body: { apps } })
      .catch((cause: unknown) => {
        const why = cause instanceof Error ? cause.message : String(cause);
        const done = `${application.name} is published as application ${application.psk}`;
        throw new Problem('refused', `${done}, but could not be made mandatory for ${name}: ${why}`, {
          cause,
        });
      });
  }
}

async function describe(service: Service, { application, warnings, new_application }: Published) {
  const { groups } = await service.call(listApplicationGroups, { params: { application: application.id } });
  const { version } = application;
  const what = `${application.name}${version === null ? '' : ` ${version.version_num}`}`;
  const text = [
    `Published ${what} as ${new_application ? 'a new application' : 'a new version'}.`,
    facts({
      application: `${application.psk} (${application.id})`,
      version: version && `${version.psk} (${version.id})`,
      package: application.bundle_id,
      size: version && size(version.install_file.size),
      enabled: application.enabled
        ? yesNo(true)
        : 'no: users do not see it until you run appshelf apps enable',
      groups: givenTo(groups),
      link: link(service, application),
    }),
    ...warnings.map(({ message }) => `Warning: ${message}`),
  ].join('\n');
  const json = { new_application, application, groups, warnings, link: link(service, application) };
  return { text, json };
}
