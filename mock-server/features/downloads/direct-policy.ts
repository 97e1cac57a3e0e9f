import { forbiddenError } from '../../platform/errors.ts';
import { isDirectInstallAllowed as installsDirectly } from '../applications/facade.ts';
import { parseSettings } from '../organizations/facade.ts';

interface Subject {
  type: number;
  no_auth_delivery_enabled: number;
}

/**
 * Whether an application that has a file may be installed without signing in; document 1,
 * Organization, `no_auth_app_delivery_enabled`; document 2, Application object, `no_auth_delivery_enabled`.
 */
export const isDirectInstallAllowed = (
  application: Subject,
  organization: { name: string; settings: string },
): boolean => installsDirectly(application, parseSettings(organization).no_auth_app_delivery_enabled);

/** The same refusal for what does not exist and for what does not allow it. */
export const noDirectInstallError = () =>
  forbiddenError('This application can’t be installed without signing in. Open it in your catalog.');
