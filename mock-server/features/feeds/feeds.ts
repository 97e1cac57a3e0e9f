import type { FeedName } from '../../../contract/feeds.ts';
import { loginActivity, passwordChangeActivity, signingActivity } from './activity-store.ts';
import { directInstallActivity, downloadActivity, latestVersionDownloads } from './downloads-store.ts';
import type { Feed } from './feed.ts';
import { appUsageActivity } from './usage-store.ts';

/** All feeds, in the order of the document. */
export const feeds: Readonly<Record<FeedName, Feed>> = {
  app_usage_activity: appUsageActivity,
  download_activity: downloadActivity,
  download_activity_latest_versions: latestVersionDownloads,
  login_activity: loginActivity,
  signing_activity: signingActivity,
  password_change_activity: passwordChangeActivity,
  direct_install_activity: directInstallActivity,
};
