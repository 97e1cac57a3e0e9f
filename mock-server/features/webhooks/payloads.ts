import type { ApplicationRow, VersionRow } from '../applications/facade.ts';
import type { DeviceRow, PairingRow } from '../devices/facade.ts';
import type { ReviewRow } from '../reviews/facade.ts';
import type { UserRow } from '../users/facade.ts';

/** What webhooks are sent of each event, by its data. */

export const ofUser = ({ user: { id, psk, user_id } }: { user: UserRow }) => ({ id, psk, user_id });

interface NewDevice {
  device: DeviceRow;
  pairing: PairingRow;
}

export const ofDevice = ({ device: { id, name, operating_system_name }, pairing: { user } }: NewDevice) => ({
  id,
  user,
  name,
  operating_system_name,
});

interface Published {
  application: ApplicationRow;
  version: VersionRow;
}

export const ofApplication = ({ application: { id, psk, bundle_id }, version }: Published) => ({
  id,
  psk,
  name: version.app_name,
  bundle_id,
});

export const ofVersion = (published: Published) => ({
  ...ofApplication(published),
  version: published.version.id,
  version_num: published.version.version_num,
});

interface Reviewed {
  review: Pick<ReviewRow, 'application' | 'user' | 'title' | 'comment'> & { like: 0 | 1 | null };
}

export const ofReview = ({ review: { application, user, like, title, comment } }: Reviewed) => ({
  application,
  user,
  like,
  title,
  comment,
});
