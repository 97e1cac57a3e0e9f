import type { Platform } from '../../platform/services.ts';
import type { BreachedPasswords } from './passwords/breached.ts';
import type { CommonPasswords } from './passwords/common.ts';

/** The platform, and what this feature keeps in memory. */
export interface UsersContext extends Platform {
  readonly breachedPasswords: BreachedPasswords;
  readonly commonPasswords: CommonPasswords;
}
