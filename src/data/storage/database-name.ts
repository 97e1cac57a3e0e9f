/** The name of an account and of its database; both ids are alphanumeric. */
export const getDatabaseName = (orgId: string, userId: string): string => `appshelf-${orgId}-${userId}`;

/** The name of the database in which an account's records are sealed; no account has this name. */
export const getSealedDatabaseName = (account: string): string => `${account}-sealed`;
