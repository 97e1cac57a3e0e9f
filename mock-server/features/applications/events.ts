import type { CatalogTx } from '../../platform/database/handles.ts';
import { DomainEvent } from '../../platform/events.ts';
import type { ApplicationRow, VersionRow } from './store.ts';

/** A version that people may have been given, and who made it so. */
interface VersionEvent {
  orgId: string;
  application: ApplicationRow;
  version: VersionRow;
  /** The id of the user. */
  by: string;
}

/** An application was published, with its first version. */
export const applicationAdded = new DomainEvent<Omit<VersionEvent, 'by'>, CatalogTx>('application added');

/** Another version of an application was published. */
export const versionAdded = new DomainEvent<VersionEvent, CatalogTx>('version added');

/** A version that waited for its signature is offered from now on. */
export const versionReleased = new DomainEvent<VersionEvent, CatalogTx>('version released');

/** The deadline of a mandatory version was moved or removed, and people shall be told. */
export const deadlineMoved = new DomainEvent<VersionEvent, CatalogTx>('deadline moved');
