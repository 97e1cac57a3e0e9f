import type { Hybrid } from '../../../contract/application-fields.ts';
import { addApplication, addVersion, publishApplication } from '../../../contract/applications.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import { addGroupApplications, listApplicationGroups } from '../../../contract/groups.ts';
import { type Call, defineCommand, type OptionValues } from '../command.ts';
import { openFile } from '../local-file.ts';
import { findApplication, findGroups, type GroupRow } from '../lookup.ts';
import { Problem, usageError } from '../problems.ts';
import type { Service } from '../service.ts';
import { facts, formatBoolean, size } from '../table.ts';
import { callWithFile } from '../upload.ts';
import { describeGroups, link } from './described.ts';

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
type PublishOptions = OptionValues<typeof publishOptions>;
type Published = ResponseOf<typeof addVersion> & { new_application: boolean };

export const publish = defineCommand({
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
    const { operands, options: values, signedIn } = call;
    if (values.mandatory && values.group.length === 0) {
      throw usageError('--mandatory needs groups for whom it is mandatory: name them with --group.');
    }
    // Everything that can be checked here is checked before a byte is sent.
    assertDate(values['required-by']);
    const source = await parseSource(operands[0] ?? '', values.hybrid);
    const service = await signedIn();
    const groups = await findGroups(service, values.group);
    const published = await sendPublication(call, service, { source, groups });
    if (values.mandatory) await makeMandatory(service, published, groups);
    return describePublished(service, published);
  },
});

/** Error: `wrongUse` for a text that is no date. This check is coarse; the service's is exact. */
function assertDate(text: string | undefined): void {
  if (text === undefined || (/^\d{4}-\d\d-\d\d(T|$)/.test(text) && !Number.isNaN(Date.parse(text)))) return;
  throw usageError(`--required-by: “${text}” is not a date. Write it as 2030-01-31 or 2030-01-31T18:00:00Z.`);
}

type Source = Awaited<ReturnType<typeof parseSource>>;

/**
 * What to publish: an address when it looks like one, otherwise a file. Error: `wrongUse` for a hybrid application of
 * anything but an address.
 */
async function parseSource(values: string, platform: string | undefined) {
  const isAddress = /^(https?|market):/i.test(values);
  if (platform !== undefined) return { data: { hybrid: buildHybrid(values, platform) }, file: null };
  return isAddress ? { data: { url: values }, file: null } : { data: {}, file: await openFile(values) };
}

function buildHybrid(url: string, values: string): Hybrid {
  const platform = (['Android', 'iOS'] as const).find((name) => name.toLowerCase() === values.toLowerCase());
  if (platform === undefined) throw usageError(`--hybrid: “${values}” is neither Android nor iOS.`);
  if (/^https?:/i.test(url)) return { url, platform };
  throw usageError('--hybrid needs an address that begins with https:// or http://.');
}

async function sendPublication(
  { options, terminal, signal }: Call<typeof publishOptions>,
  service: Service,
  { source, groups }: { source: Source; groups: readonly GroupRow[] },
): Promise<Published> {
  const { file } = source;
  const data = { ...source.data, groups: groups.map(({ psk }) => psk), ...toFields(options) };
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
const toFields = (values: PublishOptions) => ({
  ...(values.enable && { enabled: true }),
  app_name: values.name,
  version_num: values.version,
  version_note: values.note,
  ...(values['required-by'] !== undefined && { required: true, required_by: values['required-by'] }),
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

async function describePublished(service: Service, { application, warnings, new_application }: Published) {
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
        ? formatBoolean(true)
        : 'no: users do not see it until you run appshelf apps enable',
      groups: describeGroups(groups),
      link: link(service, application),
    }),
    ...warnings.map(({ message }) => `Warning: ${message}`),
  ].join('\n');
  const json = { new_application, application, groups, warnings, link: link(service, application) };
  return { text, json };
}
