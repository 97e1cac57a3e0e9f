import * as media from '../../contract/application-media.ts';
import * as applications from '../../contract/applications.ts';
import { listCategories, setApplicationCategories } from '../../contract/categories.ts';
import { addGroup, addGroupApplications, addUserToGroups, listGroups } from '../../contract/groups.ts';
import { authenticateUser } from '../../contract/identity.ts';
import { addUser } from '../../contract/users.ts';
import { type Published, useCatalog } from './activity.ts';
import { call } from './api.ts';
import { type DemoApplication, type DemoGroup, demoApplications } from './applications.ts';
import { drawBanner, drawIcon, drawScreenshot } from './draw.ts';
import { listPackages, type PackageSource } from './packages.ts';
import { colleagues, type DemoPerson, demoPassword, visitors } from './people.ts';

interface Demo {
  base: string;
  token: string;
  groups: ReadonlyMap<string, number>;
  categories: ReadonlyMap<string, number>;
}

const groupDescriptions: Record<Exclude<DemoGroup, 'All Users'>, string> = {
  'Field Crew': 'Everybody who works on site',
  Depot: 'Stock, parts and vans',
};

/** Makes the demo organization's people, groups, applications and reviews at a running service. */
export async function seed(base: string): Promise<void> {
  const { token, user } = await call(base, authenticateUser, {
    body: { user_id: 'demo.admin', password: demoPassword },
  });
  const demo = {
    base,
    token,
    groups: await makeGroups(base, token),
    categories: await readCategories(base, token),
  };
  // The administrator joins these groups, to see the same catalog as a person of the depot.
  const ownGroups = listPsks(demo.groups, ['All Users', 'Depot']);
  await call(base, addUserToGroups, { token, params: { user: user.id }, body: { group_psk: ownGroups } });
  for (const person of [...visitors, ...colleagues]) await addPerson(demo, person);
  const published: Published[] = [];
  for (const application of demoApplications) {
    const id = await publish(demo, application);
    if (id !== null) published.push({ application, id });
  }
  await useCatalog(base, published);
}

async function makeGroups(base: string, token: string): Promise<Map<string, number>> {
  for (const [name, description] of Object.entries(groupDescriptions)) {
    await call(base, addGroup, { token, body: { name, description } });
  }
  const { groups } = await call(base, listGroups, { token });
  return new Map(groups.map((group) => [group.name, group.psk]));
}

const listPsks = (groups: ReadonlyMap<string, number>, names: readonly DemoGroup[]): number[] =>
  names.flatMap((name) => groups.get(name) ?? []);

async function readCategories(base: string, token: string): Promise<Map<string, number>> {
  const { categories } = await call(base, listCategories, { token });
  return new Map(categories.map((category) => [category.name, category.psk]));
}

async function addPerson({ base, token, groups }: Demo, person: DemoPerson): Promise<void> {
  await call(base, addUser, {
    token,
    body: {
      user_id: person.userId,
      password: demoPassword,
      first_name: person.firstName,
      last_name: person.lastName,
      email: `${person.userId}@northwind.example`,
      send_invite: false,
      groups: listPsks(groups, person.groups),
    },
  });
}

/** Publishes one application with its versions and pictures; null, with a message, when its package is not installed. */
async function publish(demo: Demo, application: DemoApplication): Promise<string | null> {
  const sources = await listPackages(application);
  if (sources === null) {
    process.stderr.write(
      `The demo leaves out ${application.name ?? 'an application'}: its package is not installed.\n`,
    );
    return null;
  }
  const id = await addFirstVersion(demo, application, sources[0]);
  for (const source of sources.slice(1)) await addLaterVersion(demo, id, source);
  await addPictures(demo, application, id);
  const category = demo.categories.get(application.category);
  if (category !== undefined) {
    const body = { category_psk: [category] };
    await call(demo.base, setApplicationCategories, { token: demo.token, params: { application: id }, body });
  }
  await assignToGroups(demo, application, id);
  return id;
}

async function addFirstVersion(demo: Demo, application: DemoApplication, source: PackageSource | undefined) {
  const { kind } = application.source;
  const body = {
    ...(application.name !== null && { app_name: application.name }),
    author: application.author,
    short_description: application.short,
    long_description: application.long,
    enabled: true,
    ...(kind === 'web' || kind === 'store' ? { url: application.source.url } : {}),
    ...(source?.note && { version_note: source.note }),
  };
  const files = source && { app_file: source };
  const added = await call(demo.base, applications.addApplication, {
    token: demo.token,
    body,
    ...(files && { files }),
  });
  return added.application.id;
}

async function addLaterVersion(demo: Demo, id: string, source: PackageSource): Promise<void> {
  await call(demo.base, applications.addVersion, {
    token: demo.token,
    params: { application: id },
    body: source.note ? { version_note: source.note } : {},
    files: { app_file: source },
  });
}

async function addPictures(
  { base, token }: Demo,
  { look, banner, screenshots }: DemoApplication,
  id: string,
) {
  if (look === null) return;
  const params = { application: id };
  const icon = { bytes: await drawIcon(look), name: 'icon.png' };
  await call(base, media.setIcon, { token, params, files: { icon_file: icon } });
  if (banner) {
    const bytes = await drawBanner(look);
    await call(base, media.setBanner, {
      token,
      params,
      files: { banner_file: { bytes, name: 'banner.png' } },
    });
  }
  if (!screenshots) return;
  const screens = ['list', 'chart', 'form'] as const;
  const forms = [
    ['phone', media.setPhoneScreenshot],
    ['tablet', media.setTabletScreenshot],
  ] as const;
  for (const [form, operation] of forms) {
    for (const [place, screen] of screens.entries()) {
      const file = { bytes: await drawScreenshot(look, screen, form), name: `${screen}.png` };
      await call(base, operation, {
        token,
        params: { ...params, slot: place + 1 },
        files: { screenshot_file: file },
      });
    }
  }
}

async function assignToGroups(
  { base, token, groups }: Demo,
  { groups: names, mandatoryFor }: DemoApplication,
  id: string,
) {
  for (const name of names) {
    const apps = [
      { id, is_latest: true, is_assigned: true, is_mandatory: name === mandatoryFor, versions: [] },
    ];
    await call(base, addGroupApplications, {
      token,
      params: { group: groups.get(name) ?? 0 },
      body: { apps },
    });
  }
}
