import type { CatalogEntry } from '../../../contract/catalog.ts';

const released = '2026-01-01T00:00:00.000+00:00';

/** A catalog entry of an application, with only default values. */
export const catalogEntry: CatalogEntry = {
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
    has_update: false,
    user_liked: null,
    review_quote: '',
    num_likes: 0,
    num_dislikes: 0,
    num_downloads: 0,
    last_install_file_downloaded_id: null,
    last_version_downloaded_id: null,
  },
  version: {
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
  },
  author: 'Somebody',
  sort_weight: 1,
  url: null,
};
