import { timestamp } from '../../platform/http/answers/timestamps.ts';

/**
 * Document 2, States and transitions: adding an address, too, makes an application, a version and an install file. Each
 * version has one, so it has the id of the version; `path` is the address. Size 0 and no checksum: no file is kept here.
 */
export const addressFile = (version: { id: string; release_date: string }, address: string | null) => ({
  id: version.id,
  path: address ?? '',
  size: 0,
  checksum: '',
  created: timestamp(version.release_date),
  expires: null,
  sign_credentials_id: null,
});
