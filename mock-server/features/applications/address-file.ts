import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';

/**
 * Document 2, States and transitions: an application that is an address also has a version and an install file. The
 * install file has the id of the version; `path` is the address. Size 0 and no checksum, because no file is stored
 * here.
 */
export const toAddressFile = (version: { id: string; release_date: string }, address: string | null) => ({
  id: version.id,
  path: address ?? '',
  size: 0,
  checksum: '',
  created: formatTimestamp(version.release_date),
  expires: null,
  sign_credentials_id: null,
});
