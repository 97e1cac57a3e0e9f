import { addApplication } from '../../../contract/applications.ts';
import { addGroup } from '../../../contract/groups.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { demoAccounts } from '../../../mock-server/launch/demo.ts';
import { apk, ipa } from '../../setup/publishing.ts';
import { Requests } from '../../setup/requests.ts';
import type { Product } from './product.ts';
import type { DemoAccount } from './visitor.ts';

/** Publishes applications for Android and iOS by these names, and requires them of a person. */
export async function requireOf(
  product: Product,
  account: DemoAccount,
  { android, ios }: { android: readonly string[]; ios: readonly string[] },
): Promise<void> {
  const service = new Requests(product.url);
  const administrator = { user_id: 'demo.admin', password: demoAccounts.password };
  const { token } = await service.ok(authenticateUser, { body: administrator });
  const packages = [
    ...android.map((name) => ({ name, file: { bytes: apk(idOf(name)), name: 'app.apk' } })),
    ...ios.map((name) => ({ name, file: { bytes: ipa(idOf(name)), name: 'app.ipa' } })),
  ];
  const ids: string[] = [];
  for (const { name, file } of packages) {
    const data = { enabled: true, app_name: name };
    const answer = await service.uploaded(addApplication, { token, data, files: { app_file: file } });
    ids.push(answer.application.id);
  }
  const { psk } = await product.db
    .selectFrom('users')
    .select('psk')
    .where('user_id', '=', account)
    .executeTakeFirstOrThrow();
  const apps = ids.map((id) => ({ id, is_assigned: true, is_latest: true, is_mandatory: true }));
  const group = { name: 'Required', description: '', apps, users: { add_users: [psk] } };
  await service.ok(addGroup, { token, body: group });
}

const idOf = (name: string) => `example.required.${name.toLowerCase().replaceAll(' ', '')}`;
