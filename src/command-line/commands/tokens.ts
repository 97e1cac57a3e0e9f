import { createApiToken, deleteApiToken, listApiTokens } from '../../../contract/identity.ts';
import { listOrganizations } from '../../../contract/organizations.ts';
import { readCaller } from '../../../contract/users.ts';
import { defineCommand } from '../command.ts';
import { findUsers } from '../lookup.ts';
import type { Service } from '../service.ts';
import { table } from '../table.ts';

/** These operations have the organization to act on as a parameter, besides `org/<org_id>` of `--org`. */
const readOrganization = async (service: Service) => {
  const { id } = await service.call(listOrganizations);
  return { organization: id };
};

const list = defineCommand({
  name: 'tokens list',
  summary: 'List API tokens',
  async run({ signedIn }) {
    const service = await signedIn();
    const { api_tokens } = await service.call(listApiTokens, { params: await readOrganization(service) });
    const rows = api_tokens.map(({ id, user, token }) => [id, user.user_id, token]);
    return { text: table(['ID', 'USER', 'ENDS IN'], rows, 'There are no API tokens.'), json: api_tokens };
  },
});

const make = defineCommand({
  name: 'tokens make',
  summary: 'Make an API token and print it; it is never shown again',
  options: { user: { type: 'string', value: 'USER', help: 'whose token; default: your own' } },
  examples: ['APPSHELF_TOKEN=$(appshelf tokens make --user pipeline)'],
  async run({ signedIn, options }) {
    const service = await signedIn();
    const user = await findTokenUser(service, options.user);
    const params = await readOrganization(service);
    const { session } = await service.call(createApiToken, { params, body: { user } });
    return { text: session.token, json: session };
  },
});

async function findTokenUser(service: Service, parsePolicy: string | undefined): Promise<string> {
  if (parsePolicy === undefined) return (await service.call(readCaller)).user.id;
  const [user] = await findUsers(service, [parsePolicy]);
  return user?.id ?? parsePolicy;
}

const remove = defineCommand({
  name: 'tokens delete',
  summary: 'Delete an API token, which ends its access at once',
  operands: ['TOKEN_ID'],
  options: { yes: { type: 'boolean', help: 'do not ask for confirmation' } },
  async run({ signedIn, operands: [id = ''], options, terminal }) {
    const service = await signedIn();
    await terminal.confirm(`Delete the API token ${id}?`, options.yes);
    await service.call(deleteApiToken, { params: { api_token: id } });
    return { text: `${id}: deleted`, json: { deleted: id } };
  },
});

export const tokenCommands = [list, make, remove];
