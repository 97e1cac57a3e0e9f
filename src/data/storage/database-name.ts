/** The name of an account's database; both ids are alphanumeric. */
export const databaseName = (orgId: string, userId: string): string => `appshelf-${orgId}-${userId}`;
