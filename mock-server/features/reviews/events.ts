import { DomainEvent } from '../../platform/events.ts';
import type { ReviewRow } from './store.ts';

/** A person rated or reviewed an application, or took that back: then `like` is null. */
export const reviewChanged = new DomainEvent<{
  orgId: string;
  review: Pick<ReviewRow, 'application' | 'user' | 'title' | 'comment'> & { like: 0 | 1 | null };
}>('review changed');
