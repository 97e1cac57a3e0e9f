import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  addCredentials,
  credentialsPlatforms,
  deleteCredentials,
  listCredentials,
} from '../../../contract/credentials.ts';
import { type Call, defineCommand } from '../command.ts';
import { findCredentials } from '../lookup.ts';
import { usageError } from '../problems.ts';
import { table } from '../table.ts';

const systems = { [credentialsPlatforms.ios]: 'iOS', [credentialsPlatforms.android]: 'Android' } as const;

const list = defineCommand({
  name: 'credentials list',
  summary: 'List signing credentials',
  async run({ signedIn }) {
    const { credentials } = await (await signedIn()).call(listCredentials);
    const rows = credentials.map(({ psk, description, platform, expiration_date, platform_metadata }) => [
      psk,
      description,
      systems[platform],
      expiration_date.slice(0, 10),
      platform_metadata.identity,
    ]);
    const warnings = credentials.flatMap(({ description, warnings: reported }) =>
      reported.map(({ message }) => `Warning: ${description}: ${message}`),
    );
    const text = table(
      ['ID', 'DESCRIPTION', 'SYSTEM', 'EXPIRES', 'IDENTITY'],
      rows,
      'There are no signing credentials.',
    );
    return { text: [text, ...warnings].join('\n'), json: credentials };
  },
});

const addOptions = {
  description: { type: 'string', value: 'TEXT', help: 'shown in lists; default: the name of the file' },
  profile: {
    type: 'string',
    value: 'FILE',
    help: 'a provisioning profile: the credentials are for iOS then',
    multiple: true,
  },
  'password-stdin': { type: 'boolean', help: 'read the password of the file from standard input' },
  'no-password': { type: 'boolean', help: 'the file has no password' },
} as const;

const add = defineCommand({
  name: 'credentials add',
  summary: 'Store a certificate with its private key (.p12), to sign with',
  operands: ['P12_FILE'],
  options: addOptions,
  examples: [
    'appshelf credentials add release.p12 --password-stdin < password.txt',
    'appshelf credentials add in-house.p12 --profile app.mobileprovision --profile watch.mobileprovision',
  ],
  async run(call) {
    const { operands, options, signedIn } = call;
    const [file = ''] = operands;
    const p12_file = await readBase64(file);
    const profiles = await Promise.all(options.profile.map(readBase64));
    const service = await signedIn();
    const description = options.description ?? basename(file);
    const { credentials_id } = await service.call(addCredentials, {
      body: {
        description,
        platform: profiles.length > 0 ? credentialsPlatforms.ios : credentialsPlatforms.android,
        p12_file_name: basename(file),
        p12_file,
        password: await readPassword(call),
        provisioning_profile_file_names: options.profile.map((path) => basename(path)),
        provisioning_profiles_base64: profiles,
      },
    });
    return { text: `${description}: stored as ${credentials_id}`, json: { credentials_id, description } };
  },
});

async function readBase64(path: string): Promise<string> {
  try {
    return await readFile(path, 'base64');
  } catch (cause) {
    throw usageError(`${path} cannot be read.`, cause);
  }
}

async function readPassword({ options, terminal }: Call<typeof addOptions>): Promise<string> {
  if (options['no-password']) return '';
  if (options['password-stdin']) return terminal.standardInput();
  return terminal.askHidden(
    'Password of the file: ',
    'Give the password on standard input with --password-stdin, or --no-password.',
  );
}

const remove = defineCommand({
  name: 'credentials delete',
  summary: 'Delete signing credentials; what they signed stays as it is',
  operands: ['CREDENTIALS'],
  options: { yes: { type: 'boolean', help: 'do not ask for confirmation' } },
  async run({ signedIn, operands: [name = ''], options, terminal }) {
    const service = await signedIn();
    const { psk, description } = await findCredentials(service, name);
    await terminal.confirm(`Delete the signing credentials “${description}”?`, options.yes);
    const json = await service.call(deleteCredentials, { params: { credentials: psk } });
    const warnings = json.warnings.map(({ message }) => `Warning: ${message}`);
    return { text: [`${description}: deleted`, ...warnings].join('\n'), json };
  },
});

export const credentialsCommands = [list, add, remove];
