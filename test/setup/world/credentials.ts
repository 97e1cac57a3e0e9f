import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BodyOf } from '../../../contract/common/request.ts';
import { type addCredentials, credentialsPlatforms } from '../../../contract/credentials.ts';

export type NewCredentials = BodyOf<typeof addCredentials>;

/** A file of `test/fixtures/credentials`; all passwords there are `secret`. */
export const credentialsFile = (name: string): Promise<Buffer> =>
  readFile(join(import.meta.dirname, '../../fixtures/credentials', name));

/** Signing credentials for Android, from a file of the fixtures. */
export async function androidCredentials(
  more: Partial<NewCredentials> = {},
  file = 'modern.p12',
): Promise<NewCredentials> {
  return {
    description: 'Release key',
    platform: credentialsPlatforms.android,
    p12_file_name: file,
    p12_file: (await credentialsFile(file)).toString('base64'),
    password: 'secret',
    ...more,
  };
}

/** Signing credentials for iOS, with a profile for all apps of a team. */
export const iosCredentials = async (more: Partial<NewCredentials> = {}): Promise<NewCredentials> =>
  androidCredentials({
    description: 'In-house',
    platform: credentialsPlatforms.ios,
    provisioning_profile_file_names: ['in-house.mobileprovision'],
    provisioning_profiles_base64: [(await credentialsFile('in-house.mobileprovision')).toString('base64')],
    provisioning_profile_names: ['Example In-house'],
    ...more,
  });
