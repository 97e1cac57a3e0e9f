import { cleanup, screen } from '@testing-library/react';
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
    button={null}
    privacy={null}
    reviews={null}
    versionAction={() => null}
  />
);

test('who would have to remove the app first is told before they install', () => {
  draw(page(true));
  expect(screen.getByText(/^Another key signed this version/).textContent).toContain('remove it first');
});

test('everybody else is not', () => {
  draw(page(false));
  expect(screen.queryByText(/Another key signed/)).toBeNull();
});

test('the details say who signed the app, and until when', () => {
  const signed_by = { name: 'Example Works', until: '2046-01-01T12:00:00.000000+00:00' };
  draw(
    <ApplicationContent
      application={{ ...application, signed_by }}
      form="phone"
      button={null}
      privacy={null}
      reviews={null}
      versionAction={() => null}
    />,
  );
  expect(screen.getByText('Signed by')).toBeDefined();
  expect(screen.getByText(/^Example Works, until .*2046/)).toBeDefined();
});
