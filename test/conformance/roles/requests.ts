import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { tusVersion } from '../../../contract/application-uploads.ts';
import { roles } from '../../../contract/common/codes.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import { createSubscriptionToken } from '../../../mock-server/features/mails/subscription.ts';
import { picture } from '../../fixtures/pictures.ts';
import { providerx } from '../../inspections/switched-on.ts';
import type { Answer } from '../../setup/answers.ts';
import type { Arguments, Requests } from '../../setup/requests.ts';
import { allowedBy } from '../../setup/schema-values.ts';
import { iosCredentials } from '../../setup/world/credentials.ts';
import { iPad, newUser, password } from '../../setup/world/people.ts';
import type { Place } from './places.ts';
import { type Caller, nobodysAddress, type Organization, unique } from './world.ts';

type Part = Pick<Arguments, 'token' | 'params' | 'query' | 'body' | 'headers'>;
type Ask = (at: Organization, caller: Caller | undefined) => Part | Promise<Part>;

const credentials: Ask = ({ person: { userId } }) => ({ body: { user_id: userId, password } });
/** A push subscription as a browser makes it. */
const webSubscription = () => {
  const keys = createECDH('prime256v1');
  return {
    endpoint: `https://push.example.org/${unique('browser')}`,
    p256dh: keys.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
    language: 'en',
    kinds: { messages: true, updates: true, replies: true },
  };
};
/** A second session of the caller, besides that of the request. */
const ownSession: Ask = async (at, caller) => ({
  params: { session: caller === undefined ? at.apiToken : await at.makeSession(caller) },
});
const nothing: Ask = () => ({ body: {} });
/** A user who is in no group; limited user managers know nobody in no group. */
const newcomer = (at: Organization, caller: Caller | undefined) =>
  caller?.name === 'limited' ? at.person : at.makeUser(roles.user, []);
let weight = 1;
const appleKey = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { key, key_id: 'K', team_id: 'T', bundle_id: 'org.example.catalog' };
};
/** The caller, in operations that allow to name nobody else. */
const self: Ask = (at, caller) => ({
  params: { user: caller !== undefined && caller.name !== 'admin' ? caller.id : at.person.id },
});

const tus = { 'tus-resumable': tusVersion };
/** An upload that the caller began: uploads of others are not found. */
const ownUpload: Ask = async (at, caller) => ({
  params: { upload: caller === undefined ? at.upload : await at.makeUpload(caller.token) },
  headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
});

/**
 * What a request needs besides the parameters of its path to succeed when it is allowed. What is deleted is made for
 * that request. An operation without a line here is sent any body that its schema allows.
 */
const asks: Record<string, Ask> = {
  authenticateUser: credentials,
  authenticateUserV1: credentials,
  createApiToken: async (at, caller) => ({ body: { user: (await self(at, caller)).params?.user } }),
  deleteApiToken: async (at) => ({ params: { api_token: await at.makeApiToken() } }),
  endSession: async (at, caller) => (caller ? { token: await at.service.userToken(caller) } : {}),
  changePassword: async (at) => {
    const { userId } = await at.makeUser();
    return { body: { user_id: userId, password, new_password: `${password}-new` } };
  },
  // This would end the tokens of other requests, so somebody else with the same role sends it.
  changeOwnPassword: async (at, caller) => ({
    ...(caller && { token: await at.tokenOfLike(caller) }),
    body: { password, new_password: `${password}-new` },
  }),
  readInvitation: async (at) => ({ body: { invitation: await at.makeInvitation() } }),
  acceptInvitation: async (at) => ({
    body: { invitation: await at.makeInvitation(), password: `${password}-new` },
  }),
  requestPasswordReset: ({ person: { userId } }) => ({ body: { user_id: userId } }),

  renameSession: async (at, caller) => ({ ...(await ownSession(at, caller)), body: { name: 'Desk' } }),
  endOwnSession: ownSession,
  // This would end the tokens of other requests, so somebody else with the same role sends it.
  endOtherSessions: async (at, caller) => (caller ? { token: await at.tokenOfLike(caller) } : {}),
  endSessionsOfUser: async (at) => {
    const user = await at.makeUser();
    await at.service.userToken(user);
    return { params: { user: user.id } };
  },
  endSessionOfUser: async (at) => ({ params: { session: await at.makeApiToken() } }),
  createToken: async (at, caller) => ({
    body: { user: (await self(at, caller)).params?.user, name: 'Pipeline' },
  }),

  updateSecurity: () => ({ body: { api_tokens_make_tokens: true } }),

  addUser: (at) => ({ body: { ...newUser(unique('added')), groups: [at.group] } }),
  updateUser: () => ({ body: { first_name: 'C' } }),
  deleteUser: async (at) => ({ params: { user: (await at.makeUser()).id } }),
  deleteUsers: async (at) => ({ body: { user_ids: [(await at.makeUser()).userId] } }),

  addGroup: (at) => ({
    body: { name: unique('Made '), description: '', users: { add_users: [at.person.psk] } },
  }),
  updateGroup: () => ({ body: { description: 'Changed' } }),
  deleteGroup: async (at) => ({ params: { group: await at.makeGroup() } }),
  addGroupApplications: async (at) => ({ body: { app_psk: [(await at.makeApplication([])).psk] } }),
  removeGroupApplications: async (at) => ({ body: { app_psk: [(await at.makeApplication()).psk] } }),
  addGroupUsers: async (at, caller) => ({ body: { user_psk: [(await newcomer(at, caller)).psk] } }),
  removeGroupUsers: async (at) => ({ body: { user_psk: [(await at.makeUser()).psk] } }),
  addUserToGroups: async (at, caller) => ({
    params: { user: (await newcomer(at, caller)).id },
    body: { group_psk: [at.group] },
  }),

  updateOrganization: nothing,
  addOrganization: () => ({
    body: { name: unique('Organization '), administrator: newUser(unique('first')) },
  }),
  readBranding: (at) => ({ query: { organization: at.id } }),
  readInspection: async (at) => ({ params: { application: await at.inspect() }, query: providerx }),
  requestInspection: async (at) => ({ params: { application: await at.inspect() }, query: providerx }),
  cancelInspection: async (at) => ({ params: { application: await at.beginInspection() }, query: providerx }),
  readInspectionSummary: async (at) => {
    await at.inspect();
    return { params: { app_psk: at.application.psk } };
  },
  readReport: () => ({ query: { count: 1 } }),
  updateAuditSettings: () => ({ body: { days_kept: 400 } }),
  exportUser: self,
  deleteJob: async (at) => ({ params: { job: await at.makeJob() } }),

  addApplication: (at) => ({
    body: { url: `https://${unique('new')}.example.org/`, groups: [at.group] },
  }),
  publishApplication: (at) => ({
    body: { url: `https://${unique('published')}.example.org/`, groups: [at.group] },
  }),
  addVersion: (at) => ({ params: { application: at.web.id }, body: {} }),
  createUpload: () => ({ headers: { ...tus, 'upload-length': '1' } }),
  readUpload: ownUpload,
  appendUpload: ownUpload,
  deleteUpload: ownUpload,
  updateApplication: nothing,
  updateApplicationV1: () => ({ body: { sort_weight: (weight += 1) } }),
  updateVersion: () => ({ body: { version_note: unique('Note ') } }),
  deleteApplication: async (at) => ({ params: { application: (await at.makeApplication()).id } }),
  addCredentials: async () => ({ body: await iosCredentials() }),
  deleteCredentials: async (at) => ({ params: { credentials: await at.makeCredentials() } }),
  // A package that waits for its signature is offered to nobody, so it may not be one that other requests need.
  signApplication: async (at) => ({ params: { application: (await at.makePackage()).id } }),
  setApplicationCategories: () => ({ body: { category_psk: [1] } }),

  sendApplicationMessage: () => ({ body: { message: 'Hello' } }),
  sendGroupMessage: () => ({ body: { message: 'Hello' } }),
  setPushProviders: () => ({ body: { apns_key: appleKey() } }),
  setWebPush: () => ({ body: webSubscription() }),
  addWebhook: () => ({ body: { url: nobodysAddress, events: ['version.added'] } }),
  updateWebhook: async (at) => ({
    params: { webhook: await at.makeWebhook() },
    body: { description: unique('Hook ') },
  }),
  deleteWebhook: async (at) => ({ params: { webhook: await at.makeWebhook() } }),
  listDeliveries: async (at) => ({ params: { webhook: await at.makeWebhook() } }),
  resendDelivery: async (at) => ({ params: await at.makeDelivery() }),
  readMessages: () => ({ body: { messages: [] } }),
  replyToReview: async (at) => ({
    params: { application: at.application.id, review: await at.makeReview() },
    body: { message: 'Thank you' },
  }),

  addPreset: nothing,
  updatePreset: () => ({ body: { name: unique('Preset ') } }),
  applyPolicies: () => ({ body: { configurations: [{ policy_id: 'vendor.access-control' }] } }),
  reportEvents: async (at) => ({
    headers: { 'x-application-token': await at.applicationToken() },
    body: { events: [{ id: unique('event-000'), kind: 'policy_read', at: '2026-01-01T00:00:00Z' }] },
  }),
  listEvents: () => ({ query: { kind: 'crash' } }),
  readPolicyDocument: async (at) => ({ headers: { 'x-application-token': await at.applicationToken() } }),
  deletePreset: async (at) => ({ params: { configuration: await at.makePreset() } }),

  authenticateCatalog: (at) => ({
    headers: { 'x-bundle-id': 'org.example.catalog', 'x-version-num': '1.0' },
    body: {
      user_id: at.person.userId,
      password,
      remember_me: true,
      register_catalog: true,
      device_info: { ...iPad, udid: `udid-${at.person.userId}` },
    },
  }),
  searchCatalog: () => ({ query: { q: 'app' } }),
  catalogEvents: () => ({ query: { seconds: 0 } }),
  postInstalled: (at) => ({ body: { applications: [{ id: at.application.id }] } }),
  changeInstalled: (at) => ({ body: { changes: [{ application: at.application.id, state: 'installed' }] } }),
  reportOpenings: (at) => ({ body: { openings: [{ application: at.application.id, times: 1 }] } }),
  rateApplication: () => ({ body: { like: 1 } }),
  setDeadline: () => ({ body: { required_by: '2040-01-01' } }),
  sendSupportReport: () => ({ body: { reference: 'ABCD2345' } }),
  deferApplication: (at) => ({ body: { application: at.application.id } }),
  changeReview: () => ({ body: { like: 0 } }),

  // These close the catalogs that other requests need: in the table removeTerms follows, which is allowed to all that
  // may set them.
  setTerms: () => ({ body: { texts: { en: 'Be kind.' } } }),
  setApplicationTerms: async (at) => ({
    params: { application: (await at.makeApplication()).id },
    body: { texts: { en: 'Be kind.' } },
  }),
  removeApplicationTerms: async (at) => ({
    params: { application: (await at.makeTerms()).application },
  }),
  answerTerms: () => ({ body: { accepted: true } }),
  reportViolations: () => ({
    headers: { 'content-type': 'application/reports+json' },
    body: [{ type: 'csp-violation' }],
  }),
  unsubscribe: (at) => {
    const subscription = { orgId: at.id, userId: at.person.id, kind: 'summary' } as const;
    return { query: { token: createSubscriptionToken(at.service.platform.secrets, subscription) } };
  },

  listUserDevices: self,
  listUserPairings: self,
  removeOwnDevice: async (at, caller) => {
    if (caller === undefined) return { params: { device: 'nothing' } };
    const org = caller.orgId === at.service.admin.orgId ? {} : { org: caller.orgId };
    const user = await at.service.makeUser({ role: caller.role, ...org });
    await at.service.signIn(user, { udid: 'lost' });
    return { token: await at.service.userToken(user), params: { device: 'lost' } };
  },
  deletePairing: async (at) => {
    const { id, device } = await at.makePerson();
    return { params: { user: id, device } };
  },
};

/** The value of every path parameter of the contract, in an organization. */
const paramsOf = (at: Organization) => ({
  organization: at.id,
  report_name: 'user_details',
  feed_name: 'login_activity',
  org_id: at.id,
  user: at.person.id,
  device: at.person.device,
  group: at.group,
  application: at.application.id,
  version: at.application.versionId,
  category: 1,
  credentials: at.credentials,
  api_token: at.apiToken,
  session: at.apiToken,
  job: at.job,
  upload: at.upload,
  slot: 1,
  policy: 'vendor.app-usage',
  configuration: at.preset,
  terms: at.terms,
});

/** How the caller of an operation is authenticated; document 1, Authentication. */
export function identityOf(operation: Operation, caller: Caller | undefined): Arguments {
  if (caller === undefined) return {};
  switch (operation.context) {
    case 'none':
    case 'direct_install':
      return {};
    case 'user_and_device':
      return caller.session;
    case 'query_token_and_device':
      return { query: caller.session };
    default:
      return { token: caller.token };
  }
}

/** A body that the schema allows, always the same, for operations that need one. */
function bodyFor({ body, optionalBody }: Operation): Part {
  if (body === undefined || optionalBody) return {};
  const [drawn] = fc.sample(allowedBy(body), { seed: 1, numRuns: 1 });
  return { body: drawn };
}

/** A complete request for objects of an organization, as its own people would send it. */
export async function requestFor(
  operation: Operation,
  at: Organization,
  caller: Caller | undefined,
): Promise<Arguments> {
  const identity = identityOf(operation, caller);
  const request = (await asks[operation.name]?.(at, caller)) ?? bodyFor(operation);
  return {
    ...identity,
    ...request,
    params: { ...paramsOf(at), ...request.params },
    query: { ...identity.query, ...request.query },
  };
}

let image: Buffer | undefined;

/** Sends it; an operation that takes only files gets a picture. */
export async function send(
  operation: Operation,
  at: Organization,
  args: Arguments,
  by: Requests = at.service,
): Promise<Answer> {
  const [part] = operation.files ?? [];
  if (part === undefined || operation.body !== undefined) return by.call(operation, args);
  image ??= await picture('png');
  return by.upload(operation, { ...args, files: { [part]: { bytes: image, name: 'a.png' } } });
}

/** Whether the request names the organization in its path; the caller's own is not named. */
export const named = (at: Organization, place: Place): { org?: string } =>
  place === 'own' ? {} : { org: at.id };
