import { expect, test } from 'vitest';
import { updateOrganization } from '../../contract/organizations.ts';
import { createDefaultSettings } from '../../mock-server/features/organizations/default-settings.ts';
import { getMailSender } from '../../mock-server/features/organizations/facade.ts';
import { startService } from '../setup/service.ts';

test('where the operator names domains, mail comes from no other', async () => {
  const service = await startService({ mailDomains: ['example.org'] });
  try {
    const request = { token: service.admin.token, params: { org_id: service.admin.orgId } };
    const from = (email_from_address: string) => ({ ...request, body: { email_from_address } });
    await service.ok(updateOrganization, from('Apps@Example.org'));
    await service.ok(updateOrganization, from(''));
    for (const address of ['ceo@bank.example', 'a@evil.example.org', 'a@example.org@bank.example']) {
      expect((await service.refused(updateOrganization, from(address))).status).toBe(400);
    }
    // An address that was set before the operator restricted the domains is not used.
    const settings = { ...createDefaultSettings('Works'), email_from_address: 'ceo@bank.example' };
    expect(getMailSender(settings, service.platform.config).from.address).toBe('no-reply@localhost');
  } finally {
    await service.stop();
  }
});
