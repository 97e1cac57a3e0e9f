import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CatalogApplication } from '../../contract/catalog.ts';
import { noEndDate } from '../../contract/common/codes.ts';
import { ApplicationContent } from '../../src/features/catalog/application-content.tsx';
import { draw } from '../setup/simulated-page/page.tsx';
import { catalogEntry } from '../setup/world/catalog-entry.ts';

afterEach(cleanup);

const application: CatalogApplication = {
  ...catalogEntry,
  screenshots: { phone: [], tablet: [] },
  min_os_version: null,
  form_factor: 3,
  versions: [catalogEntry.version],
  mandatory: false,
  required_by: noEndDate,
  installed_version_id: null,
};

const page = (other_certificate: boolean) => (
  <ApplicationContent
    application={{ ...application, other_certificate }}
    form="phone"
    installed={null}
    button={null}
    privacy={null}
    reviews={null}
    versionAction={() => null}
  />
);

test('who would have to remove the app first is told before they install', () => {
  draw(page(true));
  expect(screen.getByText(/^This version is signed with a different key/).textContent).toContain(
    'remove it first',
  );
});

test('everybody else is not', () => {
  draw(page(false));
  expect(screen.queryByText(/signed with a different key/)).toBeNull();
});

test('the details say who signed the app, and until when', () => {
  const signed_by = { name: 'Example Works', until: '2046-01-01T12:00:00.000000+00:00' };
  draw(
    <ApplicationContent
      application={{ ...application, signed_by }}
      form="phone"
      installed={null}
      button={null}
      privacy={null}
      reviews={null}
      versionAction={() => null}
    />,
  );
  expect(screen.getByText('Signed by')).toBeDefined();
  expect(screen.getByText(/^Example Works, until .*2046/)).toBeDefined();
});

test('an update says from which version to which', () => {
  const { version } = application;
  draw(
    <ApplicationContent
      application={application}
      form="phone"
      installed="1.9"
      button={null}
      privacy={null}
      reviews={null}
      versionAction={() => null}
    />,
  );
  expect(screen.getByText(`1.9 → ${version.version_num}`)).toBeDefined();
});

test('earlier versions are folded, and come with a warning', async () => {
  const earlier = { ...application.version, id: '0', version_num: '1.9' };
  draw(
    <ApplicationContent
      application={{ ...application, versions: [application.version, earlier] }}
      form="phone"
      installed={null}
      button={null}
      privacy={null}
      reviews={null}
      versionAction={({ version_num }) => <button type="button">Install {version_num}</button>}
    />,
  );
  expect(screen.queryByText('Install 1.9')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show 1 earlier version', expanded: false }));
  screen.getByText(/^Your device may refuse to go back/);
  screen.getByRole('button', { name: 'Install 1.9' });
});
