import { authenticateUser, createApiToken, endSession } from '../../../contract/identity.ts';
import { Client } from '../../data/http/client.ts';
import { parseServerAddress, readAccess, saveAccess } from '../access.ts';
import { type Call, defineCommand } from '../command.ts';
import { usageError } from '../problems.ts';
import { revokeStoredToken } from './session.ts';

const options = {
  user: { type: 'string', value: 'USER_ID', help: 'login name of the user; asked for when left out' },
  'password-stdin': { type: 'boolean', help: 'read the password from standard input' },
} as const;

export const login = defineCommand({
  name: 'login',
  summary: 'Sign in, and keep an API token for you on this machine',
  operands: ['[SERVER]'],
  options,
  examples: [
    'appshelf login https://apps.example.org --user ada',
    'appshelf login https://apps.example.org --user ada --password-stdin < password.txt',
  ],
  async run(call) {
    const server = await readServer(call);
    const credentials = { user_id: await readUser(call), password: await readPassword(call) };
    const made = await makeToken(new Client(server), credentials, call.signal);
    const before = await readAccess().catch(() => null);
    await saveAccess({ server, ...made });
    if (before !== null) await revokeStoredToken(before, call.signal);
    const { userId, organization } = made;
    return {
      text: `Signed in at ${server} as ${userId} of ${organization.name}.`,
      json: { server, user_id: userId, organization },
    };
  },
});

async function readServer({ operands, terminal }: Call<typeof options>): Promise<string> {
  const values = operands[0] ?? (process.env.APPSHELF_URL || (await readAccess().catch(() => null))?.server);
  return parseServerAddress(
    values ?? (await terminal.ask('Address of the service: ', 'Name the service: appshelf login https://…')),
  );
}

const readUser = async ({ options: { user }, terminal }: Call<typeof options>): Promise<string> =>
  user ?? (await terminal.ask('User ID: ', 'Name the user who signs in: --user USER_ID.'));

async function readPassword({ options: values, terminal }: Call<typeof options>): Promise<string> {
  const instead = 'Give the password on standard input with --password-stdin, or in APPSHELF_PASSWORD.';
  const password = values['password-stdin']
    ? await terminal.standardInput()
    : process.env.APPSHELF_PASSWORD || (await terminal.askHidden('Password: ', instead));
  if (password === '') throw usageError('The password is empty.');
  return password;
}

/** Signs in, makes an API token, which unlike a session does not expire, and ends the session again. */
async function makeToken(client: Client, body: { user_id: string; password: string }, signal: AbortSignal) {
  const { organization, token, user } = await client.call(authenticateUser, { body, signal });
  const headers = { 'x-token': token };
  try {
    const params = { organization: organization.id };
    const { session } = await client.call(createApiToken, {
      headers,
      params,
      body: { user: user.id },
      signal,
    });
    return { token: session.token, tokenId: session.id, userId: user.user_id, organization };
  } finally {
    await client.call(endSession, { headers }).catch(() => undefined);
  }
}
