import type { Static } from 'typebox';
import type { Warning } from '../../../contract/common/warnings.ts';
import {
  type Credentials,
  type CredentialsPlatform,
  credentialsPlatforms,
  warningDays,
} from '../../../contract/credentials.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import { parseFacts } from './encryption.ts';
import type { CredentialsRow, ListedCredentials } from './store.ts';

const day = 24 * 3_600_000;

/** The moment before which the end of a certificate or profile causes a warning. */
export const getWarningLimit = (): string => new Date(Date.now() + warningDays * day).toISOString();

/** Document 2, Signing credentials. */
export function presentCredentials(row: ListedCredentials): Static<typeof Credentials> {
  const { profiles } = parseFacts(row);
  const names = profiles.map(({ name }) => name);
  return {
    psk: row.id,
    description: row.description,
    platform: row.platform as CredentialsPlatform,
    expiration_date: formatTimestamp(row.expires),
    platform_metadata: {
      identity: row.identity,
      provisioning_profile_names: row.platform === credentialsPlatforms.android ? [null] : names,
    },
    warnings: [
      ...listExpiryWarnings('certificate', 'certificate', row.expires),
      ...profiles.flatMap(({ name, expires }) =>
        listExpiryWarnings('profile', `profile “${name ?? ''}”`, expires),
      ),
      ...(isWithoutPassword(row) ? [withoutPassword] : []),
    ],
  };
}

function listExpiryWarnings(code: 'certificate' | 'profile', what: string, expires: string): Warning[] {
  if (expires > getWarningLimit()) return [];
  const date = expires.slice(0, 10);
  return expires <= new Date().toISOString()
    ? [
        {
          error: `${code}_expired`,
          message: `The ${what} expired on ${date}. Nothing can be signed with it.`,
        },
      ]
    : [{ error: `${code}_expires`, message: `The ${what} expires on ${date}. Store a new one before that.` }];
}

/** Whether these credentials can't be used for signing, because their password was not stored. */
export const isWithoutPassword = (row: Pick<CredentialsRow, 'sealed_password' | 'metadata'>): boolean =>
  row.sealed_password === null && parseFacts(row).isProtected;

const withoutPassword: Warning = {
  error: 'password_not_stored',
  message: 'The password was not stored, so nothing can be signed with these credentials.',
};
