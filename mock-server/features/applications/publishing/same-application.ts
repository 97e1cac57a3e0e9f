import { ServiceError } from '../../../platform/errors.ts';
import { isPublicStore } from '../kinds.ts';
import type { ApplicationRow } from '../store.ts';
import { detectAddressKind } from './addresses.ts';
import type { Detected } from './detected.ts';

/** What a new version and its application must have in common. */
type Subject = Pick<Detected, 'type' | 'bundleId' | 'url' | 'hybrid'>;

/** Error: `other_application` when a file or an address is not of this application. */
export function assertSameApplication(application: ApplicationRow, subject: Subject): void {
  const same =
    application.type === subject.type &&
    // The id of a hybrid application is known only after it is built.
    (isPublicStore(application.type) ||
      application.hybrid !== null ||
      application.bundle_id === subject.bundleId) &&
    (application.hybrid === null) === (subject.hybrid === null) &&
    findPublicStoreId(application) === findPublicStoreId(subject);
  if (!same) throw otherApplicationError(application, subject.bundleId);
}

export const otherApplicationError = (application: ApplicationRow, received: string | null): ServiceError =>
  new ServiceError(
    'other_application',
    `The file or address is of ${received ?? 'an application of another kind'}, not of ${application.bundle_id ?? 'this application'}. Add it as a new application.`,
    { details: { expected: application.bundle_id, received } },
  );

const findPublicStoreId = ({ type, url }: { type: number; url: string | null }): string | null =>
  isPublicStore(type) && url !== null ? detectAddressKind(new URL(url)).publicStoreId : null;
