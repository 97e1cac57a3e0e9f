import { authenticateCatalog } from '../../contract/catalog.ts';
import { buildAddress } from '../../contract/common/request.ts';
import { installApplication } from '../../contract/downloads.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { call } from './api.ts';
import type { DemoApplication } from './applications.ts';
import { colleagues, type DemoPerson, demoPassword } from './people.ts';

export interface Published {
  application: DemoApplication;
  id: string;
}

interface SignedIn {
  base: string;
  token: string;
  udid: string;
}

/** Makes the demo's activity: each colleague signs in on their own device, downloads applications and reviews some. */
export async function useCatalog(base: string, published: readonly Published[]): Promise<void> {
  for (const [at, person] of colleagues.entries()) {
    const caller = await signIn(base, person);
    for (const { application, id } of published) {
      if (at < (application.downloads ?? 0)) await download(caller, id);
      for (const { by, ...body } of application.reviews ?? []) {
        if (by === at) await call(base, rateApplication, { ...caller, params: { application: id }, body });
      }
    }
  }
}

async function signIn(base: string, person: DemoPerson): Promise<SignedIn> {
  const name = `${person.firstName}’s browser`;
  const { token, device } = await call(base, authenticateCatalog, {
    body: {
      user_id: person.userId,
      password: demoPassword,
      remember_me: false,
      register_catalog: false,
      device_info: { udid: `demo-${person.userId}`, name, operating_system: 0 },
    },
  });
  return { base, token, udid: device.id };
}

const inManifest = /<string>(https?:[^<]+)<\/string>/;

/** Downloads like a phone: Android follows a redirect to the file, iOS reads its address from the manifest. */
async function download({ base, token, udid }: SignedIn, id: string): Promise<void> {
  const address = buildAddress(installApplication, { params: { application: id }, query: { token, udid } });
  const answer = await fetch(base + address);
  const isManifest = answer.headers.get('content-type')?.includes('xml') ?? false;
  const file = isManifest ? inManifest.exec(await answer.text())?.[1] : undefined;
  const delivery = file === undefined ? answer : await fetch(file.replaceAll('&amp;', '&'));
  if (!delivery.ok) throw new Error(`The demo could not download ${id}: ${delivery.status}`);
  await delivery.arrayBuffer();
}
