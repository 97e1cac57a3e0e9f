import { addApplication, addVersion } from '../../../contract/applications.ts';
import { apk, ipa } from '../../setup/world/publishing.ts';
import { administer, giveTo } from './administration.ts';
import type { Product } from './product.ts';
import type { DemoAccount } from './visitor.ts';

/** Publishes applications for Android and iOS by these names, and requires them of a person. */
export async function requireOf(
  product: Product,
  account: DemoAccount,
  { android, ios }: { android: readonly string[]; ios: readonly string[] },
): Promise<void> {
  const administrator = await administer(product);
  const { service, token } = administrator;
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
  await giveTo(product, administrator, account, { name: 'Required', ids, mandatory: true });
}

const idOf = (name: string) => `example.required.${name.toLowerCase().replaceAll(' ', '')}`;

/** Publishes an Android application, and requires it of a person by a moment (ms since 1970). Returns its id. */
export async function requireBy(
  product: Product,
  account: DemoAccount,
  name: string,
  deadline: number,
): Promise<string> {
  const administrator = await administer(product);
  const { service, token } = administrator;
  const publish = { enabled: true, app_name: name };
  const first = await service.uploaded(addApplication, {
    token,
    data: publish,
    files: { app_file: { bytes: apk(idOf(name)), name: 'app.apk' } },
  });
  const { id } = first.application;
  await service.uploaded(addVersion, {
    token,
    params: { application: id },
    data: { required: true, required_by: new Date(deadline).toISOString() },
    files: { app_file: { bytes: apk(idOf(name), 2), name: 'app.apk' } },
  });
  await giveTo(product, administrator, account, { name: `Required: ${name}`, ids: [id], mandatory: true });
  return id;
}
