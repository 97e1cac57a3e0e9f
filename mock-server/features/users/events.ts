import { DomainEvent } from '../../platform/events.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { UserRow } from './store.ts';

/** A user was added, and shall be a member of these groups. */
export const userAdded = new DomainEvent<{
  orgId: string;
  caller: Caller;
  user: UserRow;
  groups: readonly (string | number)[];
}>('user added');

/** Users were deleted. */
export const usersDeleted = new DomainEvent<{ orgId: string; ids: readonly string[] }>('users deleted');

/** What was changed of a user, who is passed as they were before. */
interface Changed {
  user: UserRow;
}

/** Somebody who manages users disabled one. */
export const userDisabled = new DomainEvent<Changed>('user disabled');

/** Somebody who manages users enabled one. */
export const userEnabled = new DomainEvent<Changed>('user enabled');

/**
 * An update of a user set another password; `caller` may be the user. Where people change their own password, or choose
 * one by a link, nothing is published: `identity/new-password.ts` names all three.
 */
export const passwordSetByUpdate = new DomainEvent<Changed & { caller: Caller }>('password set');

/** The e-mail address of a user was changed or removed. */
export const emailChanged = new DomainEvent<Changed>('e-mail address changed');
