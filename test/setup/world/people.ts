import { randomUUID } from 'node:crypto';
import { authenticateCatalog } from '../../../contract/catalog.ts';
import type { RoleCode } from '../../../contract/common/codes.ts';
import type { DeviceInfo } from '../../../contract/devices.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { addOrganization } from '../../../contract/organizations.ts';
import { addUser, readUser } from '../../../contract/users.ts';
import { Requests } from '../requests.ts';

/** The password of all users that tests make. */
export const password = 'Correct-horse-7';

/** A short password that nobody tries first; its first five characters are another one. */
export const uncommon = 'zk4wq9';

export interface TestUser {
  id: string;
  psk: number;
  userId: string;
  password: string;
}

/** The administrator who is signed in when a service has started. */
export interface Administrator {
  token: string;
  orgId: string;
  id: string;
  userId: string;
  password: string;
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

/** The fields of a new user with a name, a password and an address, but no invitation. */
export const newUser = (user_id: string) => ({
  user_id,
  password,
  first_name: 'Test',
  last_name: user_id,
  email: `${user_id}@example.org`,
  send_invite: false,
});

/** Makes users of a service, as its administrator, and signs them in. */
export class People extends Requests {
  readonly admin: Administrator;

  constructor(url: string, admin: Administrator) {
    super(url);
    this.admin = admin;
  }

  /** Makes a user of the administrator's organization (or of `org`) with a known password. */
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
        ...newUser(userId),
        role: options.role ?? 1,
        ...(options.email !== undefined && { email: options.email }),
        ...(options.groups && { groups: options.groups }),
      },
    });
    const { user } = await this.ok(readUser, { token: this.admin.token, ...org, params: { user: user_psk } });
    return { id: user.id, psk: user_psk, userId, password };
  }

  /**
   * Makes an organization below the administrator's own (or below `parentId`), with a token of its first administrator.
   */
  async makeOrganization(
    options: { parentId?: string; name?: string } = {},
  ): Promise<{ orgId: string; token: string; admin: TestUser }> {
    const userId = `a${randomUUID().slice(0, 8)}`;
    const { organization, user_psk } = await this.ok(addOrganization, {
      token: this.admin.token,
      body: {
        name: options.name ?? `Organization of ${userId}`,
        ...(options.parentId !== undefined && { parent_id: options.parentId }),
        administrator: newUser(userId),
      },
    });
    const request = { token: this.admin.token, org: organization.id, params: { user: user_psk } };
    const { user } = await this.ok(readUser, request);
    const admin = { id: user.id, psk: user_psk, userId, password };
    return { orgId: organization.id, token: await this.userToken(admin), admin };
  }

  /** Signs a user in on a device; by default on an Android phone of the user's own. */
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

  /** Signs a user in without a device; returns the token. */
  async userToken(user: { userId: string; password: string }): Promise<string> {
    const body = { user_id: user.userId, password: user.password, remember_me: true };
    return (await this.ok(authenticateUser, { body })).token;
  }
}
