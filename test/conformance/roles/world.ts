import { applyPolicies } from '../../../contract/application-policies.ts';
import { createUpload, tusVersion } from '../../../contract/application-uploads.ts';
import { addApplication, updateApplication } from '../../../contract/applications.ts';
import { setApplicationCategories } from '../../../contract/categories.ts';
import { type RoleCode, roles } from '../../../contract/common/codes.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import { addCredentials } from '../../../contract/credentials.ts';
import { addGroup } from '../../../contract/groups.ts';
import { authenticateUser, createApiToken } from '../../../contract/identity.ts';
import { requestInspection } from '../../../contract/inspections.ts';
import { addPreset } from '../../../contract/policies.ts';
import { listReviews, rateApplication } from '../../../contract/reviews.ts';
import { listSessions } from '../../../contract/sessions.ts';
import { setApplicationTerms } from '../../../contract/terms.ts';
import { addUser, readUser } from '../../../contract/users.ts';
import { addWebhook } from '../../../contract/webhooks.ts';
import { restartInvitation } from '../../../mock-server/features/identity/resets/invitation-mails.ts';
import { createOrganization } from '../../../mock-server/features/organizations/facade.ts';
import { createUser } from '../../../mock-server/features/users/facade.ts';
import { createId, getNow } from '../../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { defaultLimits } from '../../../mock-server/settings/limits.ts';
import { providerx, settled, switchOn } from '../../inspections/switched-on.ts';
import { tokenOf } from '../../policies/application-tokens.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { iosCredentials } from '../../setup/world/credentials.ts';
import { iPad, newUser, password, type TestUser } from '../../setup/world/people.ts';
import { ipa } from '../../setup/world/publishing.ts';
import type { Place } from './places.ts';
import { type CallerName, callers } from './table.ts';

/** A caller, signed in twice: for administration, and on a device. */
export interface Caller extends TestUser {
  name: CallerName;
  role: RoleCode;
  orgId: string;
  token: string;
  session: { token: string; udid: string };
}

/** How an administrator addresses an organization. */
export interface ActingCaller {
  token: string;
  org: string;
}

/** An address that the service may send requests to, at which nothing answers. */
export const nobodysAddress = 'https://localhost:9/';

/** A kind of job that no process carries out. */
export const nobodysJob = 'none';

let made = 0;
/** A word that is in no other name. */
export const unique = (word: string): string => `${word}${++made}`;

/** An organization with one of everything that an operation may name, each given to the group `Crew`. */
export class Organization {
  readonly service: TestService;
  readonly acting: ActingCaller;
  group = 0;
  groupId = '';
  categoryId = '';
  /** An iOS application with a file, which can be installed without signing in, too. */
  application = { id: '', psk: 0, versionId: '' };
  web = { id: '', psk: 0 };
  /** A plain user, with a device. */
  person: TestUser & { device: string } = { id: '', psk: 0, userId: '', password, device: '' };
  apiToken = '';
  job = '';
  upload = '';
  /** For iOS. */
  credentials = '';
  preset = '';
  /** Terms of an application that no other request needs. */
  terms = '';
  review = '';
  /** An event that was not delivered to a webhook. */
  told = { webhook: '', delivery: '' };
  #inspected: Promise<void> | undefined;

  constructor(service: TestService, caller: ActingCaller) {
    this.service = service;
    this.acting = caller;
  }

  get id(): string {
    return this.acting.org;
  }

  async stock(): Promise<this> {
    this.group = await this.makeGroup();
    await this.#loadItems();
    this.application = await this.makePackage();
    this.web = await this.makeApplication();
    this.person = await this.makePerson();
    this.apiToken = await this.makeApiToken();
    this.job = await this.makeJob();
    this.upload = await this.makeUpload(this.acting.token);
    this.credentials = await this.makeCredentials();
    this.preset = await this.makePreset();
    this.terms = (await this.makeTerms()).terms;
    this.review = await this.makeReview();
    this.told = await this.makeDelivery();
    return this;
  }

  /** Identifiers that no documented answer contains. */
  async #loadItems(): Promise<void> {
    const { db } = this.service.platform.database;
    const inside = (table: 'groups' | 'categories') =>
      db
        .selectFrom(table)
        .select(['id', 'psk'])
        .where('org_id', '=', this.id)
        .orderBy('psk', 'desc')
        .execute();
    this.groupId = (await inside('groups'))[0]?.id ?? '';
    this.categoryId = (await inside('categories'))[0]?.id ?? '';
  }

  async makeGroup(): Promise<number> {
    const body = { name: unique('Crew '), description: '' };
    return (await this.service.ok(addGroup, { ...this.acting, body })).group.psk;
  }

  /** A user of the group, without a device. */
  async makeUser(role: RoleCode = roles.user, groups: number[] = [this.group]): Promise<TestUser> {
    const userId = unique('person');
    const body = { ...newUser(userId), role, groups };
    const { user_psk: psk } = await this.service.ok(addUser, { ...this.acting, body });
    const { user } = await this.service.ok(readUser, { ...this.acting, params: { user: psk } });
    return { id: user.id, psk, userId, password };
  }

  async makePerson(): Promise<TestUser & { device: string }> {
    const user = await this.makeUser();
    return { ...user, device: (await this.service.signIn(user, iPad)).udid };
  }

  async makeCaller(name: Exclude<CallerName, 'nobody'>): Promise<Caller> {
    const role = callers[name];
    const user = await this.makeUser(role);
    const [token, session] = [await this.service.userToken(user), await this.service.signIn(user, iPad)];
    return { ...user, name, role, orgId: this.id, token, session };
  }

  /** A webhook at an address that does not answer. */
  async makeWebhook(): Promise<string> {
    const body = { url: nobodysAddress, events: ['version.added' as const] };
    return (await this.service.ok(addWebhook, { ...this.acting, body })).webhook.id;
  }

  /** A webhook with an event that was not delivered. */
  async makeDelivery(): Promise<{ webhook: string; delivery: string }> {
    const [webhook, delivery] = [await this.makeWebhook(), createId()];
    const made = { event: 'version.added', body: '{}', state: 'failed', attempts: 1 } as const;
    const never = { status: null, problem: null, created: getNow(), tried: null };
    await this.service.platform.database.db
      .insertInto('webhook_deliveries')
      .values({ org_id: this.id, id: delivery, webhook, ...made, ...never })
      .execute();
    return { webhook, delivery };
  }

  /** A review that the plain user wrote. */
  async makeReview(): Promise<string> {
    const session = await this.service.signIn(this.person, iPad);
    const request = { ...session, params: { application: this.application.id } };
    const body = { like: 1, title: 'Good', comment: 'It is.' };
    await this.service.ok(rateApplication, { ...request, body });
    return (await this.service.ok(listReviews, request)).user_review?.id ?? '';
  }

  /** Terms of an application of the group. */
  async makeTerms(): Promise<{ application: string; terms: string }> {
    const application = (await this.makeApplication()).id;
    const args = { ...this.acting, params: { application }, body: { texts: { en: 'Be kind.' } } };
    return { application, terms: (await this.service.ok(setApplicationTerms, args)).terms.id };
  }

  /** A web application for the group, or for other people. */
  async makeApplication(groups = [this.group]): Promise<{ id: string; psk: number; versionId: string }> {
    const body = { url: `https://${unique('web')}.example.org/`, enabled: true, groups };
    const { application } = await this.service.ok(addApplication, { ...this.acting, body });
    return { id: application.id, psk: application.psk, versionId: application.version?.id ?? '' };
  }

  async makeApiToken(): Promise<string> {
    const args = { ...this.acting, params: { organization: this.id }, body: { user: this.person.id } };
    return (await this.service.ok(createApiToken, args)).session.id;
  }

  /** A second session that the caller begins; its id, or any other id when they can't sign in any more. */
  async makeSession({ userId, password }: Caller): Promise<string> {
    const answer = await this.service.call(authenticateUser, { body: { user_id: userId, password } });
    if (answer.status !== 200) return this.apiToken;
    const { token } = answer.body as ResponseOf<typeof authenticateUser>;
    const { sessions } = await this.service.ok(listSessions, { token });
    return sessions.find(({ current }) => current)?.id ?? '';
  }

  /** The token of somebody else with the caller's role in the caller's organization, who has two sessions. */
  async tokenOfLike({ role, orgId }: Caller): Promise<string> {
    const org = orgId === this.service.admin.orgId ? {} : { org: orgId };
    const user = await this.service.makeUser({ role, ...org });
    await this.service.userToken(user);
    return this.service.userToken(user);
  }

  /** A failed job, of a kind that no process carries out. */
  async makeJob(): Promise<string> {
    const id = createId();
    const { db } = this.service.platform.database;
    const row = {
      org_id: this.id,
      id,
      kind: nobodysJob,
      payload: '{}',
      state: 'failed',
      attempts: 1,
    } as const;
    const never = { owner: null, last_error: 'Refused', last_error_guid: null };
    await db
      .insertInto('jobs')
      .values({ ...row, ...never, due: getNow(), created: getNow() })
      .execute();
    return id;
  }

  /** The token of an application, which gets a policy for it that changes no package. */
  async applicationToken(): Promise<string> {
    const body = { configurations: [{ policy_id: 'vendor.access-control' }] };
    await this.service.ok(applyPolicies, {
      ...this.acting,
      params: { application: this.application.id },
      body,
    });
    return tokenOf(this.service, this.application.id);
  }

  /** A preset of a policy. */
  async makePreset(): Promise<string> {
    const args = {
      ...this.acting,
      params: { policy: 'vendor.app-usage' },
      body: { name: unique('Preset ') },
    };
    return (await this.service.ok(addPreset, args)).configuration.id;
  }

  /** Has the application inspected, once; returns its id. */
  async inspect(): Promise<string> {
    this.#inspected ??= this.#inspect();
    await this.#inspected;
    return this.application.id;
  }

  async #inspect(): Promise<void> {
    const params = { application: this.application.id };
    await switchOn(this.service, this.id, this.acting);
    await this.service.ok(requestInspection, { ...this.acting, params, query: providerx });
    await settled(this.service, this.application.id, this.acting);
  }

  /**
   * The inspection of the application in the state in which a process is inspecting it; returns the application's id.
   */
  async beginInspection(): Promise<string> {
    await this.inspect();
    const { db } = this.service.platform.database;
    await withoutGuard(db)
      .updateTable('inspections')
      .set({ run: createId() })
      .where('org_id', '=', this.id)
      .where('version', '=', this.application.versionId)
      .execute();
    return this.application.id;
  }

  /** A resumable upload of one byte that the token's owner began. */
  async makeUpload(token: string): Promise<string> {
    const headers = { 'tus-resumable': tusVersion, 'upload-length': '1' };
    const { body } = await this.service.call(createUpload, { token, org: this.id, headers });
    return (body as { upload?: { id: string } }).upload?.id ?? 'none';
  }

  async makeCredentials(): Promise<string> {
    const body = await iosCredentials();
    return (await this.service.ok(addCredentials, { ...this.acting, body })).credentials_id;
  }

  /** The secret of the link that invites a new user. */
  async makeInvitation(): Promise<string> {
    const user = { org_id: this.id, id: (await this.makeUser()).id };
    const { db } = this.service.platform.database;
    await withoutGuard(db)
      .updateTable('users')
      .set({ status: 'invited' })
      .where('org_id', '=', this.id)
      .where('id', '=', user.id)
      .execute();
    return this.service.platform.database.transaction((tx) => restartInvitation(tx, user, 60_000));
  }

  /** An iOS application with a file, which installs without signing in too. */
  async makePackage() {
    const file = { bytes: ipa(`org.example.${unique('app')}`), name: 'app.ipa' };
    const data = { enabled: true, no_auth_delivery_enabled: true, groups: [this.group] };
    const args = { ...this.acting, data, files: { app_file: file } };
    const { application } = await this.service.uploaded(addApplication, args);
    const params = { application: application.id };
    await this.service.ok(setApplicationCategories, { ...this.acting, params, body: { category_psk: [1] } });
    await this.service.ok(updateApplication, { ...this.acting, params, body: { sort_weight: 1 } });
    return { id: application.id, psk: application.psk, versionId: application.version?.id ?? '' };
  }
}

/**
 * A family of three levels and an unrelated organization, with callers of every role in the top and in the middle one.
 */
export class World {
  readonly service: TestService;
  readonly top: Organization;
  readonly middle: Organization;
  readonly bottom: Organization;
  readonly sibling: Organization;
  readonly foreign: Organization;
  readonly ofTop = new Map<CallerName, Caller>();
  readonly ofMiddle = new Map<CallerName, Caller>();

  private constructor(service: TestService, organizations: readonly Organization[]) {
    const [top, middle, bottom, sibling, foreign] = organizations;
    if (!top || !middle || !bottom || !sibling || !foreign) throw new Error('An organization is missing.');
    this.service = service;
    this.top = top;
    this.middle = middle;
    this.bottom = bottom;
    this.sibling = sibling;
    this.foreign = foreign;
  }

  static async start(): Promise<World> {
    const service = await startService({
      outgoingAllow: ['localhost:9'],
      // All requests come from one address.
      limits: {
        violations: { ...defaultLimits.violations, reportsPerAddress: defaultLimits.violations.reports },
      },
    });
    const { token, orgId } = service.admin;
    const middle = await service.makeOrganization();
    const bottom = await service.makeOrganization({ parentId: middle.orgId });
    const sibling = await service.makeOrganization();
    const family = [orgId, middle.orgId, bottom.orgId, sibling.orgId].map((org) => ({ token, org }));
    const ways = [...family, await stranger(service)];
    const world = new World(
      service,
      ways.map((caller) => new Organization(service, caller)),
    );
    await world.#fill();
    return world;
  }

  async #fill(): Promise<void> {
    for (const one of [this.top, this.middle, this.bottom, this.sibling, this.foreign]) await one.stock();
    for (const name of ['user', 'limited', 'people', 'developer', 'apps', 'admin'] as const) {
      this.ofTop.set(name, await this.top.makeCaller(name));
      this.ofMiddle.set(name, await this.middle.makeCaller(name));
    }
  }

  /**
   * A caller whose organization has others below it or, for the places above or beside, a parent; undefined for no
   * caller.
   */
  caller(name: CallerName, place: Place = 'own'): Caller | undefined {
    return (place === 'parent' || place === 'sibling' ? this.ofMiddle : this.ofTop).get(name);
  }

  /** The organization at a place, as seen from `caller` for the same place. */
  at(place: Place): Organization {
    const { top, middle, bottom, sibling, foreign } = this;
    return { own: top, child: middle, grandchild: bottom, parent: top, sibling, foreign }[place];
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}

/** Another organization on the same service, unrelated to the family. */
async function stranger(service: TestService): Promise<ActingCaller> {
  const { database, events, passwords } = service.platform;
  const userId = unique('stranger');
  const passwordHash = await passwords.hash(password);
  const { id } = await database.transaction(async (tx) => {
    const organization = await createOrganization(tx, events, { name: 'Strangers', parentId: null });
    await createUser(tx, organization.id, {
      userId,
      passwordHash,
      firstName: 'A',
      lastName: 'B',
      email: `${userId}@example.org`,
      mobilePhone: null,
      role: roles.administrator,
      customMetadata: null,
      status: 'enabled',
      firstPassword: null,
    });
    return organization;
  });
  return { token: await service.userToken({ userId, password }), org: id };
}
