import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import { authenticateCatalog } from '../../contract/catalog.ts';
import type { RoleCode } from '../../contract/common/codes.ts';
import type { ErrorBody } from '../../contract/common/errors.ts';
import type { Operation } from '../../contract/common/operation.ts';
import type { DeviceInfo } from '../../contract/devices.ts';
import { authenticateUser } from '../../contract/identity.ts';
import { addOrganization } from '../../contract/organizations.ts';
import { addUser, readUser } from '../../contract/users.ts';
import { buildApp } from '../../mock-server/app.ts';
import type { Config } from '../../mock-server/config.ts';
import { defaultLimits, type Limits } from '../../mock-server/limits.ts';
import type { Platform } from '../../mock-server/platform/services.ts';
import { freshDatabase } from './database.ts';
import { timeouts } from './timeouts.ts';

type Part<O, K extends string> = O extends Record<K, infer S extends TSchema> ? Static<S> : never;

export interface Arguments {
  token?: string;
  udid?: string;
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  /** Goes into the path as `org/<org_id>`. */
  org?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed when the answer is JSON, else text. */
  body: unknown;
}

export interface TestUser {
  id: string;
  psk: number;
  userId: string;
  password: string;
}

type UploadFile = string | { bytes: Uint8Array; name: string };

const password = 'Correct-horse-7';
const ajv = new Ajv({ strict: false });
addFormatsModule.default(ajv);

/** Cheap password hashing and no limit on sign-ins, for the tests sign in often; and nobody hurries a store. */
const testLimits: Limits = {
  ...defaultLimits,
  passwordMemory: 64,
  passwordPasses: 1,
  signInFailures: 100_000,
  storeTime: timeouts.step,
};

/** A running service on a fresh database and data directory, with an administrator who is signed in. */
export class TestService {
  readonly url: string;
  readonly platform: Platform;
  readonly admin: { token: string; orgId: string; userId: string; password: string; id: string };
  readonly #stop: () => Promise<void>;

  constructor(url: string, platform: Platform, admin: TestService['admin'], stop: () => Promise<void>) {
    this.url = url;
    this.platform = platform;
    this.admin = admin;
    this.#stop = stop;
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** Calls an operation, whatever it answers. */
  async call(operation: Operation, args: Arguments = {}): Promise<Answer> {
    const hasBody = args.body !== undefined;
    return this.fetch(addressOf(operation, args), {
      method: operation.method,
      headers: {
        ...headersOf(args),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...args.headers,
      },
      ...(hasBody && { body: JSON.stringify(args.body) }),
    });
  }

  /** Calls an operation that must succeed, and whose answer must be as the contract says. */
  async ok<const O extends Operation>(operation: O, args: Arguments = {}): Promise<Part<O, 'response'>> {
    return accepted(operation, await this.call(operation, args));
  }

  /** Calls an operation that must be refused with the error object. */
  async refused(
    operation: Operation,
    args: Arguments = {},
  ): Promise<ErrorBody['error'] & { status: number; headers: Headers }> {
    const answer = await this.call(operation, args);
    return refusal(answer);
  }

  /** Sends a multipart request with a `data` part and files; a file is a path, or bytes with a name. */
  async upload(
    operation: Operation,
    args: Arguments & { data?: unknown; files?: Record<string, UploadFile> },
  ): Promise<Answer> {
    const form = new FormData();
    if (args.data !== undefined) form.append('data', JSON.stringify(args.data));
    for (const [name, file] of Object.entries(args.files ?? {})) {
      const content = typeof file === 'string' ? await readFile(file) : file.bytes;
      form.append(
        name,
        new Blob([new Uint8Array(content)]),
        typeof file === 'string' ? basename(file) : file.name,
      );
    }
    return this.fetch(addressOf(operation, args), {
      method: operation.method,
      headers: { ...headersOf(args), ...args.headers },
      body: form,
    });
  }

  async uploaded<const O extends Operation>(
    operation: O,
    args: Arguments & { data?: unknown; files?: Record<string, UploadFile> },
  ): Promise<Part<O, 'response'>> {
    return accepted(operation, await this.upload(operation, args));
  }

  /** A request to any address of the service; redirects are not followed. */
  async fetch(address: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(new URL(address, this.url), { redirect: 'manual', ...init });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  }

  /** A user of the administrator's organization (or of `org`) with a known password. */
  async makeUser(
    options: {
      role?: RoleCode;
      groups?: (string | number)[];
      userId?: string;
      email?: string;
      org?: string;
    } = {},
  ): Promise<TestUser> {
    const userId = options.userId ?? `u${randomUUID().slice(0, 8)}`;
    const org = options.org === undefined ? {} : { org: options.org };
    const { user_psk } = await this.ok(addUser, {
      token: this.admin.token,
      ...org,
      body: {
        user_id: userId,
        password,
        first_name: 'Test',
        last_name: userId,
        email: options.email ?? `${userId}@example.org`,
        role: options.role ?? 1,
        send_invite: false,
        ...(options.groups && { groups: options.groups }),
      },
    });
    const { user } = await this.ok(readUser, { token: this.admin.token, ...org, params: { user: user_psk } });
    return { id: user.id, psk: user_psk, userId, password };
  }

  /** An organization below the administrator's own (or below `parentId`), with a token of its first administrator. */
  async makeOrganization(
    options: { parentId?: string; name?: string } = {},
  ): Promise<{ orgId: string; token: string; admin: TestUser }> {
    const userId = `a${randomUUID().slice(0, 8)}`;
    const { organization, user_psk } = await this.ok(addOrganization, {
      token: this.admin.token,
      body: {
        name: options.name ?? `Organization of ${userId}`,
        ...(options.parentId !== undefined && { parent_id: options.parentId }),
        administrator: {
          user_id: userId,
          password,
          first_name: 'Test',
          last_name: userId,
          email: `${userId}@example.org`,
          send_invite: false,
        },
      },
    });
    const asked = { token: this.admin.token, org: organization.id, params: { user: user_psk } };
    const { user } = await this.ok(readUser, asked);
    const admin = { id: user.id, psk: user_psk, userId, password };
    return { orgId: organization.id, token: await this.userToken(admin), admin };
  }

  /** Signs a user in on a device; by default an Android phone of the user's own. */
  async signIn(
    user: { userId: string; password: string },
    device: Partial<DeviceInfo> = {},
  ): Promise<{ token: string; udid: string; id: string }> {
    const {
      token,
      device: registered,
      user: person,
    } = await this.ok(authenticateCatalog, {
      headers: { 'x-bundle-id': 'org.example.catalog', 'x-version-num': '1.0' },
      body: {
        user_id: user.userId,
        password: user.password,
        remember_me: true,
        register_catalog: true,
        device_info: { ...androidPhone, udid: `udid-${user.userId}`, ...device },
      },
    });
    return { token, udid: registered.id, id: person.id };
  }

  /** A token of a user without a device. */
  async userToken(user: { userId: string; password: string }): Promise<string> {
    const body = { user_id: user.userId, password: user.password, remember_me: true };
    return (await this.ok(authenticateUser, { body })).token;
  }
}

export const androidPhone: Partial<DeviceInfo> = {
  operating_system: 114,
  operating_system_name: 'Android',
  operating_system_version: '14',
  form_factor: 1,
  name: 'Test phone',
  model: 'Pixel 8',
};

export const iPad: Partial<DeviceInfo> = {
  operating_system: 1,
  operating_system_name: 'iPadOS',
  operating_system_version: '18.1',
  form_factor: 2,
  name: 'Test tablet',
  model: 'iPad',
};

/** The answer's body, when it is a success as the contract describes it. */
export function accepted<const O extends Operation>(operation: O, answer: Answer): Part<O, 'response'> {
  const { status }: Operation = operation;
  if (answer.status !== (status ?? 200)) {
    throw new Error(
      `${operation.name} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 2000)}`,
    );
  }
  if (!ajv.validate(operation.response, answer.body)) {
    throw new Error(
      `${operation.name} breaks its contract: ${ajv.errorsText()} in ${JSON.stringify(answer.body).slice(0, 2000)}`,
    );
  }
  return answer.body as Part<O, 'response'>;
}

/** The error object of an answer that must be a refusal of 4xx. */
export function refusal(answer: Answer): ErrorBody['error'] & { status: number; headers: Headers } {
  const body = answer.body as Partial<ErrorBody>;
  if (answer.status < 400 || answer.status >= 500 || body.error === undefined) {
    throw new Error(
      `expected a refusal, got ${answer.status}: ${JSON.stringify(answer.body).slice(0, 2000)}`,
    );
  }
  return { status: answer.status, headers: answer.headers, ...body.error };
}

function addressOf(operation: Operation, args: Arguments): string {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(args.params?.[name] ?? '')),
  );
  const inOrganization = args.org === undefined ? path : path.replace(/^(\/v\d)\//, `$1/org/${args.org}/`);
  const query = Object.entries(args.query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? inOrganization : `${inOrganization}?${search}`;
}

const headersOf = (args: Arguments): Record<string, string> => ({
  ...(args.token && { 'x-token': args.token }),
  ...(args.udid && { 'x-udid': args.udid }),
});

/** Settings that differ from those of every test. */
export type Overrides = Omit<Partial<Config>, 'limits'> & { limits?: Partial<Limits> };

/** A configuration for tests: loopback, a port of the system's choice, silent. */
export async function testConfig(
  overrides: Overrides = {},
): Promise<{ config: Config; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'appshelf-test-'));
  const database = await freshDatabase(dataDir);
  const config: Config = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    dataDir,
    database: database.location,
    secretKey: null,
    tls: null,
    trustProxy: false,
    logLevel: 'silent',
    catalogDir: null,
    firstAdministrator: {
      organizationName: 'Test Organization',
      userId: 'admin',
      password,
      email: 'admin@example.org',
    },
    demo: false,
    outgoingAllow: [],
    stores: null,
    smtp: null,
    ...overrides,
    limits: { ...testLimits, ...overrides.limits },
  };
  const remove = async () => {
    await database.remove();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { config, remove };
}

/** Starts the real service on a loopback port. Stop it when done: that removes its data. */
export async function startService(overrides: Overrides = {}): Promise<TestService> {
  const { config, remove } = await testConfig(overrides);
  const app = await buildApp(config);
  const url = await app.server.listen({ host: config.host, port: config.port });
  const first = config.firstAdministrator;
  if (first === null) throw new Error('A test service needs a first administrator.');
  const stop = async () => {
    await app.close();
    await remove();
  };
  const signedOut = { token: '', orgId: '', id: '', userId: first.userId, password: first.password };
  const anonymous = new TestService(url, app.platform, signedOut, stop);
  const { token, organization, user } = await anonymous.ok(authenticateUser, {
    body: { user_id: first.userId, password: first.password, remember_me: true },
  });
  return new TestService(
    url,
    app.platform,
    { ...signedOut, token, orgId: organization.id, id: user.id },
    stop,
  );
}
