import { addGroup } from '../../../contract/groups.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { demoAccounts } from '../../../mock-server/launch/demo.ts';
import { Requests } from '../../setup/requests.ts';
import type { Product } from './product.ts';
import type { DemoAccount } from './visitor.ts';

/** The administrator of the demo organization, signed in by the API. */
export interface Administrator {
  service: Requests;
  token: string;
  organization: string;
}

export async function administer(product: Product): Promise<Administrator> {
  const service = new Requests(product.url);
  const body = { user_id: 'demo.admin', password: demoAccounts.password };
  const { token, organization } = await service.ok(authenticateUser, { body });
  return { service, token, organization: organization.id };
}

/** Gives applications to a person, through a new group of which they are the only member. */
export async function giveTo(
  product: Product,
  { service, token }: Administrator,
  account: DemoAccount,
  { name, ids, mandatory }: { name: string; ids: readonly string[]; mandatory: boolean },
): Promise<void> {
  const { psk } = await product.db
    .selectFrom('users')
    .select('psk')
    .where('user_id', '=', account)
    .executeTakeFirstOrThrow();
  const apps = ids.map((id) => ({ id, is_assigned: true, is_latest: true, is_mandatory: mandatory }));
  const group = { name, description: '', apps, users: { add_users: [psk] } };
  await service.ok(addGroup, { token, body: group });
}
