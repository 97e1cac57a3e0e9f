import { applyPolicies } from '../../../contract/application-policies.ts';
import { addApplication, readApplication } from '../../../contract/applications.ts';
import { addCredentials, signApplication } from '../../../contract/credentials.ts';
import { requestInspection } from '../../../contract/inspections.ts';
import { currentTarget } from '../../fixtures/apk.ts';
import { inspected } from '../../fixtures/inspected/files.ts';
import { providerx, settled, switchOn } from '../../inspections/switched-on.ts';
import { androidCredentials } from '../../setup/world/credentials.ts';
import { apk } from '../../setup/world/publishing.ts';
import { type Administrator, administer, giveTo } from './administration.ts';
import type { Product } from './product.ts';
import type { DemoAccount } from './visitor.ts';

const permissions = ['CAMERA', 'ACCESS_FINE_LOCATION', 'READ_CONTACTS', 'INTERNET', 'RECEIVE_BOOT_COMPLETED'];

/** An Android package that asks for permissions and carries trackers. */
const telling = (bundleId: string): Uint8Array =>
  apk(bundleId, 1, {
    elements: [
      currentTarget,
      ...permissions.map((name) => ['uses-permission', { name: `android.permission.${name}` }] as const),
    ],
    files: [{ name: 'classes.dex', data: inspected.dex }],
  });

/** Publishes an application for Android, inspects and signs it, and gives it to a person. */
export async function giveInspected(product: Product, account: DemoAccount, name: string): Promise<void> {
  const administrator = await administer(product);
  const { service, token, organization } = administrator;
  const application = await publish(administrator, name, telling('example.inspected'));
  await switchOn(service, organization, { token });
  await service.ok(requestInspection, { token, params: { application }, query: providerx });
  await settled(service, application, { token });
  await sign(administrator, application);
  await giveTo(product, administrator, account, { name, ids: [application], mandatory: false });
}

/** Publishes an application for Android that is offered between these dates only, and requires it of a person. */
export async function giveDated(
  product: Product,
  account: DemoAccount,
  name: string,
  dates: { start?: string; end?: string },
): Promise<void> {
  const administrator = await administer(product);
  const { service, token } = administrator;
  const application = await publish(administrator, name, apk('example.dated'));
  await service.ok(applyPolicies, {
    token,
    params: { application },
    body: {
      configurations: [{ policy_id: 'vendor.access-control', configuration: { access_date_range: dates } }],
    },
  });
  await giveTo(product, administrator, account, { name, ids: [application], mandatory: true });
}

/** Publishes a web address as an application for iOS, and gives it to a person. */
export async function giveWebClip(product: Product, account: DemoAccount, name: string): Promise<void> {
  const administrator = await administer(product);
  const { service, token } = administrator;
  const { application } = await service.ok(addApplication, {
    token,
    body: {
      hybrid: { url: 'https://canteen.example.org/', platform: 'iOS' },
      app_name: name,
      enabled: true,
    },
  });
  await giveTo(product, administrator, account, { name, ids: [application.id], mandatory: false });
}

async function publish(
  { service, token }: Administrator,
  app_name: string,
  bytes: Uint8Array,
): Promise<string> {
  const { application } = await service.uploaded(addApplication, {
    token,
    data: { enabled: true, app_name },
    files: { app_file: { bytes, name: 'app.apk' } },
  });
  return application.id;
}

/** Signs an application with a key of the fixtures. */
async function sign({ service, token }: Administrator, application: string): Promise<void> {
  const { credentials_id: credentials } = await service.ok(addCredentials, {
    token,
    body: await androidCredentials(),
  });
  await service.ok(signApplication, { token, params: { application, credentials } });
  for (;;) {
    const { signing_status } = await service.ok(readApplication, { token, params: { application } });
    if (signing_status === 'signed') return;
    if (signing_status !== 'in_progress') throw new Error(`The signature ended as ${signing_status}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
