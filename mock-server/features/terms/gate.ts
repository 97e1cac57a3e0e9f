import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { lastUsed } from '../../platform/last-used.ts';
import { oncePerPlatform } from '../../platform/once-per-platform.ts';
import type { Platform } from '../../platform/services.ts';
import { publicBase } from '../organizations/facade.ts';
import { current } from './service.ts';
import { lastResponse, type TermsRow } from './store.ts';

/** For how many organizations and people it is kept in memory whether they have accepted their terms. */
const organizationsKept = 10_000;
const peopleKept = 50_000;

type Asked = Pick<DeviceCaller, 'homeOrgId' | 'user'> & Partial<Pick<DeviceCaller, 'revisions'>>;
type Held = Pick<TermsRow, 'id' | 'version'> | null;

/**
 * Whether people have accepted the terms of their organization. What it keeps in memory is compared with the revisions
 * that every request reads anyway: where nothing has changed, it needs no query.
 */
export class TermsGate {
  readonly #platform: Platform;
  readonly #held = lastUsed<{ revision: number; terms: Held }>(organizationsKept);
  readonly #accepted = lastUsed<{ state: string; accepted: boolean }>(peopleKept);

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Error: `terms_not_accepted` for a person who has not accepted the current version. */
  async assertAccepted(caller: Asked): Promise<void> {
    const terms = await this.#termsOf(caller);
    if (terms === null || (await this.#hasAccepted(caller, terms))) return;
    throw new ServiceError(
      'terms_not_accepted',
      `Accept the terms of your organization first. Open the app catalog at ${publicBase(this.#platform.config)}.`,
      { details: { terms: terms.id, version: terms.version } },
    );
  }

  /** Whether it is known without a query that the person has accepted the terms, or that there are none. */
  isKnownToAccept({ homeOrgId: orgId, user, revisions }: DeviceCaller): boolean {
    const held = this.#held.get(orgId);
    if (revisions === null || held?.revision !== revisions.catalog) return false;
    if (held.terms === null) return true;
    const kept = this.#accepted.get(`${orgId} ${user.id}`);
    return kept?.state === stateOf(held.terms, revisions) && kept.accepted;
  }

  async #termsOf({ homeOrgId: orgId, revisions }: Asked): Promise<Held> {
    const kept = this.#held.get(orgId);
    if (kept !== undefined && revisions?.catalog === kept.revision) return kept.terms;
    const row = await current(this.#platform, { orgId, application: null });
    const terms = row && { id: row.id, version: row.version };
    if (revisions) this.#held.set(orgId, { revision: revisions.catalog, terms });
    return terms;
  }

  async #hasAccepted({ homeOrgId: orgId, user, revisions }: Asked, terms: { id: string }): Promise<boolean> {
    const key = `${orgId} ${user.id}`;
    const state = stateOf(terms, revisions);
    const kept = this.#accepted.get(key);
    if (revisions && kept?.state === state) return kept.accepted;
    const said = await lastResponse(this.#platform.database.db, orgId, user.id, terms.id);
    const accepted = said?.accepted === 1;
    if (revisions) this.#accepted.set(key, { state, accepted });
    return accepted;
  }
}

/** The state for which an answer to terms was looked up. */
const stateOf = (terms: { id: string }, revisions: Asked['revisions']) => `${terms.id} ${revisions?.user}`;

/** The gate of a platform: what it keeps is shared. */
export const termsGate = oncePerPlatform((platform) => new TermsGate(platform));
