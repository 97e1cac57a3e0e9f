import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addGroup, updateGroup } from '../../../contract/groups.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import {
  OrganizationChange,
  OrganizationSettings,
  readOrganization,
  updateOrganization,
} from '../../../contract/organizations.ts';
import { type AddUser, addUser, readUser, updateUser } from '../../../contract/users.ts';
import { type Answer, refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { tries } from '../../setup/run/tries.ts';
import { allowedBy, refusedBy } from '../../setup/schema-values.ts';
import { password } from '../../setup/world/people.ts';

/**
 * Every validated field of document 1, Resources and their fields: allowed values are answered as they were sent, all
 * others are refused with 4xx.
 */
const service = await openService();
const token = service.admin.token;
const user = (await service.makeUser()).psk;
const group = (await service.ok(addGroup, { token, body: { name: 'A group', description: '' } })).group.psk;

const runs = tries(10);
let count = 0;
const person = (more: Partial<AddUser>) => {
  count += 1;
  const name = `unique.person.${count}`;
  return {
    user_id: name,
    password,
    first_name: 'A',
    last_name: 'B',
    email: `${name}@example.org`,
    ...more,
  };
};

/** Sends a value that must be accepted; a value that somebody else already has proves nothing. */
function taken(answer: Answer): void {
  fc.pre(answer.status !== 409);
  expect(answer.body).not.toHaveProperty('error');
}

const shownAs: Record<string, (value: unknown) => object> = {
  user_id: (user_id) => ({ user_id }),
  first_name: (first_name) => ({ first_name }),
  last_name: (last_name) => ({ last_name: last_name ?? '' }),
  email: (email) => ({ email: email ?? '' }),
  role: (role) => ({ role }),
  phone: (phone) => ({ mobile_phone: phone ?? '' }),
  disabled: (disabled) => ({ disabled }),
};

describe('Add User', () => {
  const { properties } = addUser.body;
  const shown = ['user_id', 'first_name', 'last_name', 'email', 'role', 'phone'] as const;

  test.each(shown)('%s that is allowed comes back unchanged', async (field) => {
    await fc.assert(
      fc.asyncProperty(allowedBy(properties[field]), async (value) => {
        const body = { ...person({}), [field]: value };
        const answer = await service.call(unchecked(addUser), { token, body });
        taken(answer);
        const { user_psk } = answer.body as { user_psk: number };
        const read = await service.ok(readUser, { token, params: { user: user_psk } });
        expect(read.user).toMatchObject(shownAs[field]?.(value) ?? {});
      }),
      runs,
    );
  });

  test('password that is allowed is the one to sign in with', async () => {
    await fc.assert(
      fc.asyncProperty(allowedBy(properties.password), async (password) => {
        const body = person({ password });
        const added = await service.call(addUser, { token, body });
        // Random passwords may be on the list of common ones.
        fc.pre(!/"rule":"(common|context)"/.test(JSON.stringify(added.body)));
        taken(added);
        const answer = await service.call(authenticateUser, { body: { user_id: body.user_id, password } });
        expect(answer.status).toBe(200);
      }),
      runs,
    );
  });

  test.each(Object.keys(properties) as (keyof typeof properties)[])(
    '%s of any other form is refused',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(refusedBy(properties[field]), async (value) => {
          const body = { ...person({}), [field]: value };
          const answer = await service.call(unchecked(addUser), { token, body });
          expect(refusal(answer).status).toBe(400);
        }),
        runs,
      );
    },
  );
});

describe('PUT /v1/users/<user>', () => {
  const { properties } = updateUser.body;
  const shown = ['first_name', 'last_name', 'email', 'phone', 'role', 'disabled'] as const;

  test.each(shown)('%s that is allowed comes back unchanged', async (field) => {
    await fc.assert(
      fc.asyncProperty(allowedBy(properties[field]), async (value) => {
        const email = field === 'role' ? { email: 'has.one@example.org' } : {};
        const request = { token, params: { user } };
        taken(await service.call(unchecked(updateUser), { ...request, body: { ...email, [field]: value } }));
        expect((await service.ok(readUser, request)).user).toMatchObject(shownAs[field]?.(value) ?? {});
        await service.ok(updateUser, { ...request, body: { role: 1, disabled: false } });
      }),
      runs,
    );
  });

  test.each(Object.keys(properties) as (keyof typeof properties)[])(
    '%s of any other form is refused',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(refusedBy(properties[field]), async (value) => {
          const request = { token, params: { user }, body: { [field]: value } };
          const answer = await service.call(unchecked(updateUser), request);
          expect(refusal(answer).status).toBe(400);
        }),
        runs,
      );
    },
  );

  test('until_date: whatever text it is, a date that is shown or a refusal', async () => {
    const dates = fc.oneof(
      fc
        .date({ min: new Date(0), max: new Date('9998-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      fc.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/),
    );
    await fc.assert(
      fc.asyncProperty(dates, async (until_date) => {
        const request = { token, params: { user } };
        const { status } = await service.call(updateUser, { ...request, body: { until_date } });
        const shown = Date.parse((await service.ok(readUser, request)).user.until_date);
        const meant = Date.parse(
          /T.*(Z|[+-]\d\d:\d\d)$/.test(until_date) || !until_date.includes('T')
            ? until_date
            : `${until_date}Z`,
        );
        expect(status === 400 || shown === meant || until_date.startsWith('9999-12-31')).toBe(true);
      }),
      tries(30),
    );
  });
});

describe('groups', () => {
  const { name, description } = addGroup.body.properties;

  test('name and description that are allowed come back unchanged', async () => {
    const values = fc.record({ name: allowedBy(name), description: allowedBy(description) });
    await fc.assert(
      fc.asyncProperty(values, async (body) => {
        const answer = await service.call(updateGroup, { token, params: { group }, body });
        taken(answer);
        const shown = { name: body.name, description: body.description ?? '' };
        expect(answer.body).toEqual({ group: { psk: group, ...shown } });
      }),
      runs,
    );
  });

  test.each(Object.keys(addGroup.body.properties) as (keyof typeof addGroup.body.properties)[])(
    '%s of any other form is refused',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(refusedBy(addGroup.body.properties[field]), async (value) => {
          const body = { name: 'Other', description: '', [field]: value };
          expect(refusal(await service.call(unchecked(addGroup), { token, body })).status).toBe(400);
        }),
        runs,
      );
    },
  );
});

describe('organizations', () => {
  const settings = Object.keys(
    OrganizationSettings.properties,
  ) as (keyof typeof OrganizationSettings.properties)[];
  /** A template may be well-formed and still impossible to fill in; a domain may be one that too many people share. */
  const checkedFurther = [
    'user_custom_metadata_template',
    'application_custom_metadata_template',
    'cors_domain_whitelist',
  ];
  const params = () => ({ org_id: service.admin.orgId });

  test.each(settings.filter((field) => !checkedFurther.includes(field)))(
    '%s that is allowed comes back unchanged',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(allowedBy(OrganizationSettings.properties[field]), async (value) => {
          const request = { token, params: params() };
          taken(await service.call(unchecked(updateOrganization), { ...request, body: { [field]: value } }));
          const { organization } = await service.ok(readOrganization, request);
          expect(organization[field]).toEqual(JSON.parse(JSON.stringify(value)));
        }),
        runs,
      );
    },
  );

  test.each(checkedFurther as (keyof typeof OrganizationSettings.properties)[])(
    '%s of the right form comes back unchanged or is refused',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(allowedBy(OrganizationSettings.properties[field]), async (value) => {
          const request = { token, params: params() };
          const { status } = await service.call(unchecked(updateOrganization), {
            ...request,
            body: { [field]: value },
          });
          const { organization } = await service.ok(readOrganization, request);
          const same = JSON.stringify(organization[field]) === JSON.stringify(value);
          expect(status === 400 || (status === 200 && same)).toBe(true);
        }),
        runs,
      );
    },
  );

  test.each(settings.filter((field) => field !== 'password_complexity'))(
    '%s of any other form is refused',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(refusedBy(OrganizationChange.properties[field]), async (value) => {
          const request = { token, params: params(), body: { [field]: value } };
          expect(refusal(await service.call(unchecked(updateOrganization), request)).status).toBe(400);
        }),
        runs,
      );
    },
  );
});
