/**
 * How long (ms) after their last use of a device its first user remains its owner, who alone may change its
 * description.
 */
const ownershipMs = 30 * 24 * 3_600_000;

/** The moment since which a person must have used a device to be its owner. */
export const getOwnershipStart = (): string => new Date(Date.now() - ownershipMs).toISOString();

/**
 * Whether the caller may change the description of a device. A udid is not secret: a person who knows that of another
 * person's device must not change what is stored about it.
 */
export const mayDescribe = ({ owner }: { owner: string | null }, userId: string): boolean =>
  owner === null || owner === userId;
