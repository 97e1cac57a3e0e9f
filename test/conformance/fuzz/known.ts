import type { Organization, World } from '../roles/world.ts';

/**
 * The objects of an organization that a request may name. Login names are left out: a request could sign in with them.
 */
const namesOf = (at: Organization) => ({
  organization: at.id,
  group: at.groupId,
  group_psk: at.group,
  category: at.categoryId,
  application: at.application.id,
  application_psk: at.application.psk,
  version: at.application.versionId,
  web: at.web.id,
  user: at.person.id,
  user_psk: at.person.psk,
  device: at.person.device,
  session: at.apiToken,
  job: at.job,
  upload: at.upload,
  credentials: at.credentials,
  preset: at.preset,
  terms: at.terms,
  review: at.review,
  webhook: at.told.webhook,
  delivery: at.told.delivery,
});
type Name = keyof ReturnType<typeof namesOf>;

/** Where a named object is: in the callers' family, or in the organization of strangers. */
export const whose = ['top', 'middle', 'foreign'] as const;
type Whose = (typeof whose)[number];

export const names: readonly Name[] = [
  'organization',
  'group',
  'group_psk',
  'category',
  'application',
  'application_psk',
  'version',
  'web',
  'user',
  'user_psk',
  'device',
  'session',
  'job',
  'upload',
  'credentials',
  'preset',
  'terms',
  'review',
  'webhook',
  'delivery',
];

/** A reference to an existing object, drawn before its identifier is known. */
export interface Known {
  whose: Whose;
  name: Name;
}

export const identifierOf = (world: World, { whose, name }: Known): string | number =>
  namesOf(world[whose])[name];

/** Texts that would show that an answer is about an organization: its unique identifiers, and names in quotes. */
export function marksOf(at: Organization): string[] {
  const ids = Object.values(namesOf(at)).filter((id) => typeof id === 'string' && id.length >= 20);
  return [...ids.map(String), `"${at.person.userId}"`];
}
