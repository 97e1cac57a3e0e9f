import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readPrivacy, requestInspection } from '../../contract/inspections.ts';
import { PrivacySection } from '../../src/features/inspections/privacy-section.tsx';
import { currentTarget } from '../fixtures/apk.ts';
import { inspected } from '../fixtures/inspected/files.ts';
import { startService, type TestService } from '../setup/service.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import type { TestUser } from '../setup/world/people.ts';
import { apk, assign, join, makeGroup, publish, publishAndroid } from '../setup/world/publishing.ts';
import { providerx, settled, switchOn } from './switched-on.ts';

let service: TestService;
let page: SimulatedPage;
let user: TestUser;
let application: string;
let uninspected: string;

beforeAll(async () => {
  service = await startService();
  const { token, orgId } = service.admin;
  await switchOn(service, orgId, { token });
  const bytes = apk('org.example.known', 1, {
    elements: [
      currentTarget,
      ['uses-permission', { name: 'android.permission.CAMERA' }],
      ['uses-permission', { name: 'android.permission.INTERNET' }],
    ],
    files: [{ name: 'classes.dex', data: inspected.dex }],
  });
  application = (await publish(service, {}, { bytes, name: 'a.apk' })).id;
  uninspected = (await publishAndroid(service, 'org.example.unknown')).id;
  await service.ok(requestInspection, { token, params: { application }, query: providerx });
  await settled(service, application, { token });
  const group = await makeGroup(service, 'Crew');
  await assign(service, group, { id: application }, { id: uninspected });
  user = await service.makeUser();
  await join(service, group, user);
});
afterEach(() => page.close());
afterAll(() => service.stop());

it('says in plain words what the app may do and who is built in', async () => {
  page = await openPage(service.url, user);
  page.draw(<PrivacySection application={application} />);
  const section = await screen.findByRole('region', { name: 'Privacy' });
  const items = (name: string) =>
    within(within(section).getByRole('list', { name }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect(items('Asks before it uses')).toEqual(['camera']);
  expect(items('Also uses')).toEqual(['internet and network']);
  expect(items('Trackers and ads')).toEqual([
    'Google AdMob: ads',
    'Google Firebase Analytics: usage analytics',
  ]);
});

it('says nothing where nobody looked', async () => {
  page = await openPage(service.url, user);
  page.draw(<PrivacySection application={uninspected} />);
  const { state } = page.account.openResource(readPrivacy, { params: { application: uninspected } });
  await waitFor(() => expect(state.get().value).toEqual({ privacy: null }));
  expect(screen.queryByRole('region')).toBeNull();
});
