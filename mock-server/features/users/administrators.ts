import { disabledReasons, roles } from '../../../contract/common/codes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { ServiceError } from '../../platform/errors.ts';
import * as store from './store.ts';

/** The refusal to leave an organization without an administrator. */
export const lastAdministratorError = () =>
  new ServiceError('conflict', 'This is the last administrator of the organization. Make another one first.');

/**
 * Checks after the change that somebody can still administrate. The organization must be locked by then, so that two
 * administrators can't remove each other at the same moment. Error: `conflict`.
 */
export async function assertAdministratorLeft(tx: Tx, orgId: string): Promise<void> {
  if ((await store.countAdministrators(tx, orgId)) === 0) throw lastAdministratorError();
}

/** Whether the user is an administrator who can sign in and has no end date. */
export const isActiveAdministrator = (user: Pick<store.UserRow, 'role' | 'disabled' | 'until'>): boolean =>
  user.role === roles.administrator && user.disabled === 0 && user.until === null;

/** Whether nobody else can administrate. The organization must be locked by then. */
export const isLastAdministrator = async (tx: Tx, user: store.UserRow): Promise<boolean> =>
  isActiveAdministrator(user) && (await store.countAdministrators(tx, user.org_id)) === 1;

/** Whether the service has disabled a user until they install what is mandatory. */
export const isNonCompliant = (user: Pick<store.UserRow, 'disabled' | 'disabled_reason'>): boolean =>
  user.disabled === 1 && user.disabled_reason === disabledReasons.nonCompliance;
