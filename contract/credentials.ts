import { type Static, Type } from 'typebox';
import { roles } from './common/codes.ts';
import { Id, nullable, output, PathIdentifier, Psk, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { Warning } from './common/warnings.ts';

/** The `platform` of credentials; document 2, Signing credentials. */
export const credentialsPlatforms = { ios: 1, android: 2 } as const;
export const CredentialsPlatform = Type.Enum(Object.values(credentialsPlatforms));
export type CredentialsPlatform = Static<typeof CredentialsPlatform>;

/** Most provisioning profiles of one set: an app with its extensions and watch app has fewer. */
export const maxProfiles = 20;
/** Days before the end of a certificate or profile from which the list and a mail warn of it. */
export const warningDays = 30;

/** Document 2, Signing credentials. Nothing in it is secret. */
export const Credentials = output({
  psk: Id,
  description: Type.String(),
  platform: CredentialsPlatform,
  expiration_date: Timestamp,
  platform_metadata: output({
    identity: Type.String(),
    /** One name for each profile; one null for Android. */
    provisioning_profile_names: Type.Array(nullable(Type.String())),
  }),
  /** Ours: warnings about what should be renewed. */
  warnings: Type.Array(Warning),
});

/** Base64, with or without line breaks. The reader of these files limits their bytes. */
const Base64 = Type.String({ maxLength: 4_000_000 });
const FileName = Type.String({ minLength: 1, maxLength: 255 });

const shared = { area: 'credentials', source: 'document 2, Signing credentials' } as const;
const CredentialsParams = Type.Object({ credentials: PathIdentifier });

export const listCredentials = operation({
  ...shared,
  name: 'listCredentials',
  context: 'valid_user',
  method: 'GET',
  path: '/v1/credentials/',
  response: output({ credentials: Type.Array(Credentials) }),
  summary: 'List signing credentials',
});

export const addCredentials = operation({
  ...shared,
  name: 'addCredentials',
  context: 'publisher',
  method: 'POST',
  path: '/v1/credentials/',
  recentSignIn: 'always',
  bodySize: 'large',
  body: Type.Object({
    description: Type.String({ minLength: 1, maxLength: 200 }),
    platform: CredentialsPlatform,
    p12_file_name: FileName,
    p12_file: Base64,
    /** Empty when the file has none. */
    password: Type.String({ maxLength: 1000 }),
    /** Ours: false checks the password without storing it; nothing can be signed with these credentials then. */
    store_password: Type.Optional(Type.Boolean()),
    provisioning_profile_file_names: Type.Optional(Type.Array(FileName, { maxItems: maxProfiles })),
    provisioning_profiles_base64: Type.Optional(Type.Array(Base64, { maxItems: maxProfiles })),
    provisioning_profile_names: Type.Optional(
      Type.Array(nullable(Type.String({ maxLength: 255 })), {
        maxItems: maxProfiles,
        description: 'Accepted and ignored: the names are read from the profiles',
      }),
    ),
  }),
  response: output({ credentials_id: Id }),
  summary: 'Store signing credentials',
});

export const deleteCredentials = operation({
  ...shared,
  name: 'deleteCredentials',
  context: 'administrator',
  roles: [roles.appManager, roles.developer],
  method: 'DELETE',
  path: '/v1/credentials/:credentials/',
  recentSignIn: 'always',
  params: CredentialsParams,
  response: output({
    deleted_credentials: output({ psk: Id, description: Type.String() }),
    /**
     * Applications whose delivered package was signed with them: it stays, but the next version needs other
     * credentials.
     */
    applications: Type.Array(output({ psk: Psk, id: Id, name: Type.String() })),
    warnings: Type.Array(Warning),
  }),
  source: 'document 2, Signing credentials; payload ours',
  summary: 'Delete signing credentials',
});

export const signApplication = operation({
  ...shared,
  name: 'signApplication',
  context: 'administrator',
  method: 'PUT',
  path: '/v1/applications/:application/credentials/:credentials',
  params: Type.Object({ application: PathIdentifier, credentials: PathIdentifier }),
  response: output({ signing_status: Type.Literal('in_progress'), signing_status_details: Type.String() }),
  source: 'document 2, Signing credentials; document 2, States and transitions',
  summary: 'Sign the latest version of an application',
});

export const credentialsOperations = [
  listCredentials,
  addCredentials,
  deleteCredentials,
  signApplication,
] as const;
