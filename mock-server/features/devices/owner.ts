/** How long (ms) the one who was first on a device, and uses it, says what it is. */
const ownership = 30 * 24 * 3_600_000;

/** The moment since which somebody must have used a device to be the one who says what it is. */
export const ownedSince = (): string => new Date(Date.now() - ownership).toISOString();

/** A udid is no secret: whoever knows that of another person's device must not change what it is. */
export const mayDescribe = ({ owner }: { owner: string | null }, userId: string): boolean =>
  owner === null || owner === userId;
