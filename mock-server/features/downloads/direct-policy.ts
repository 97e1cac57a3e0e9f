import { forbidden } from '../../platform/http/errors.ts';
import { isNative } from '../applications/read-model.ts';
import { settingsOf } from '../organizations/read-model.ts';

interface Subject {
  type: number;
  no_auth_delivery_enabled: number;
}

/**
 * Direct install is for native applications that allow it, or all of an organization that does; document 1,
 * `no_auth_app_delivery_enabled`, and document 2, `no_auth_delivery_enabled`.
 */
export const allowsDirectInstall = (
  application: Subject,
  organization: { name: string; settings: string },
): boolean =>
  isNative(application.type) &&
  (application.no_auth_delivery_enabled === 1 || settingsOf(organization).no_auth_app_delivery_enabled);

/** The same refusal for what does not exist and for what does not allow it. */
export const notDirect = () =>
  forbidden('This application can’t be installed without signing in. Open it in your catalog.');
