import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { CatalogApplication } from '../../contract/catalog.ts';
import { noEndDate } from '../../contract/common/codes.ts';
import { ApplicationContent } from '../../src/features/catalog/application-content.tsx';
import { draw } from '../setup/simulated-page/page.tsx';

afterEach(cleanup);

const released = '2026-01-01T00:00:00.000000';
const version = {
  id: '1',
  app_name: 'Depot',
  version_num: '2.0',
  version_note: '',
  binary_version: '2',
  short_description: '',
  long_description: '',
  custom_metadata: null,
  release_date: released,
  icon_path: '',
  install_file: {
    id: '1',
    sign_credentials_id: null,
    expires: null,
    created: released,
    path: '',
    size: 1,
    checksum: '',
  },
};
const application: CatalogApplication = {
  id: '1',
  url_scheme: null,
  type: 3,
  bundle_id: 'org.example.depot',
  add_to_start: false,
  banner_image_url: null,
  reviews_enabled: false,
  required_by_group: false,
  categories: [],
  catalog_info: {
    install_uri: '',
    has_update: true,
    user_liked: null,
    review_quote: '',
    num_likes: 0,
    num_dislikes: 0,
    num_downloads: 0,
    last_install_file_downloaded_id: null,
    last_version_downloaded_id: null,
  },
  version,
  author: 'Somebody',
  sort_weight: 1,
  url: null,
  screenshots: { phone: [], tablet: [] },
  min_os_version: null,
  form_factor: 3,
  versions: [version],
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
