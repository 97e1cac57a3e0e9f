import type { AppliedPolicy, PolicyDocument, PolicyEvent } from '../../../contract/application-policies.ts';
import type { DialectName } from '../../platform/database/connect.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import { RateLimit } from '../../platform/http/limits/rate-limit.ts';
import { readEndDate } from '../../platform/http/responses/timestamps.ts';
import type { Platform } from '../../platform/services.ts';
import * as journals from '../journals/facade.ts';
import { type ApplicationPoliciesRow, findPoliciesById } from './application-store.ts';
import { parseApplicationToken, unknownTokenError } from './application-token.ts';
import { buildCurrentDocument } from './document.ts';
import { type EventRow, findKnown, insertEvents, type KnownSubject } from './event-store.ts';

/** An application that calls: the token of its document, and the address that the request comes from. */
export interface ApplicationCaller {
  token: string;
  address: string;
}

const day = 24 * 3_600_000;

/** The platform, and what this feature keeps in memory. */
export interface PoliciesContext extends Platform {
  readonly applicationReports: ApplicationReports;
}

/** What applications read and report because of their policies, within limits. */
export class ApplicationReports {
  readonly #platform: Platform;
  readonly #requests: RateLimit;
  readonly #events: RateLimit;
  readonly #ofApplication: RateLimit;
  readonly #ofOrganization: RateLimit;

  constructor(platform: Platform) {
    const limits = platform.config.limits.policyReports;
    this.#platform = platform;
    this.#requests = new RateLimit(limits.requestsPerAddress, limits.window);
    this.#events = new RateLimit(limits.eventsPerApplication, limits.window);
    this.#ofApplication = new RateLimit(limits.eventsPerApplicationADay, day);
    this.#ofOrganization = new RateLimit(limits.eventsPerOrganizationADay, day);
  }

  /**
   * Refuses a caller without an application's token, before a body is read. Errors: `not_authenticated`,
   * `too_many_requests`.
   */
  async admit({ token, address }: ApplicationCaller): Promise<void> {
    this.#requests.spend(address);
    parseApplicationToken(this.#platform.secrets, token);
  }

  /** The policies in force. Errors: `not_authenticated`, `too_many_requests`. */
  async document(asking: ApplicationCaller): Promise<PolicyDocument> {
    this.#requests.spend(asking.address);
    const { application, configurations } = await this.#findCallerPolicies(asking);
    return buildCurrentDocument(application, JSON.parse(configurations) as AppliedPolicy[]);
  }

  /**
   * Stores the events of an admitted application, each once: an event that is stored already stays as it is. Returns
   * how many are new. Errors: `not_authenticated`, `too_many_requests`, and `invalid_input` for an invalid moment, in
   * which case nothing is stored.
   */
  async report(asking: ApplicationCaller, events: readonly PolicyEvent[]): Promise<number> {
    const { org_id, application } = await this.#findCallerPolicies(asking);
    const rows = events.map((event) => toRow(org_id, application, event));
    const units = rows.reduce((sum, row) => sum + getCost(row), 0);
    this.#events.spend(`${org_id} ${application}`, units);
    this.#ofApplication.spend(`${org_id} ${application}`, units);
    this.#ofOrganization.spend(org_id, units);
    const { dialect, transaction } = this.#platform.database;
    return transaction((tx) => storeEvents(tx, dialect, { org_id, application }, rows));
  }

  async #findCallerPolicies({ token }: ApplicationCaller): Promise<ApplicationPoliciesRow> {
    const { orgId, policies } = parseApplicationToken(this.#platform.secrets, token);
    const row = await findPoliciesById(this.#platform.database.db, orgId, policies);
    if (row === undefined) throw unknownTokenError();
    return row;
  }
}

/** Writes events, and the rows of feeds about them; returns how many are new. */
async function storeEvents(
  tx: Tx,
  dialect: DialectName,
  of: Pick<EventRow, 'org_id' | 'application'>,
  rows: readonly EventRow[],
): Promise<number> {
  const { org_id: orgId } = of;
  const usage = rows.filter(({ kind }) => kind === 'usage');
  let next = usage.length === 0 ? 0 : await journals.reservePositions(tx, orgId, 'usage', usage.length);
  const numbered = rows.map((row) => (row.kind === 'usage' ? { ...row, position: next++ } : row));
  const fresh = await insertEvents(tx, numbered);
  const placed = fresh.flatMap(({ at, position }) => (position === null ? [] : [{ at, position }]));
  await journals.recordJournalDays(tx, orgId, 'usage', placed);
  const signIns = fresh.filter(({ kind }) => kind === 'sign_in');
  const ids = signIns.map(({ id }) => id);
  const known = new Map((await findKnown(tx, dialect, of, ids)).map((found) => [found.id, found]));
  for (const row of signIns) recordSignIn(tx, row, known.get(row.id));
  return fresh.length;
}

function recordSignIn(
  tx: Tx,
  { org_id, application, version, device, user, details }: EventRow,
  known: KnownSubject | undefined,
): void {
  const { succeeded } = JSON.parse(details) as Details;
  journals.recordActivity(tx, org_id, {
    kind: 'sign_in',
    way: 'application',
    user: known?.user ?? null,
    device: known?.device ?? null,
    application,
    succeeded: succeeded === true,
    reason: null,
    // A known user or device is stored by its id only, as in every other row.
    said: { user: known?.user ? null : user, device: known?.device ? null : device, version },
  });
}

/** Everybody who has the package can report, so an event counts as many times as the KiB that are stored for it. */
const getCost = ({ details }: EventRow): number => Math.ceil(details.length / 1024);

function toRow(orgId: string, application: string, event: PolicyEvent): EventRow {
  const { id, kind, at, version = null, device = null, user = null, ...details } = event;
  const ended = typeof details.ended === 'string' ? parseMoment('ended', details.ended) : null;
  return {
    org_id: orgId,
    application,
    id,
    kind,
    at: parseMoment('at', at),
    version,
    device,
    user,
    details: JSON.stringify(pickDetails(kind, { ...details, ended })),
    received: getNow(),
    position: null,
  };
}

type Details = Pick<PolicyEvent, 'ended' | 'succeeded' | 'message' | 'stack'>;

/** The further fields of an event that belong to its kind; other fields are not stored. */
function pickDetails(kind: PolicyEvent['kind'], reported: Details): Details {
  switch (kind) {
    case 'usage':
      return { ended: reported.ended ?? null };
    case 'crash':
      return { message: reported.message ?? null, stack: reported.stack ?? null };
    case 'sign_in':
      return { succeeded: reported.succeeded ?? null };
    default:
      return {};
  }
}

function parseMoment(field: string, value: string): string {
  const moment = readEndDate(field, value);
  if (moment === null) throw new ServiceError('invalid_input', `${field}: write the moment of the event.`);
  return moment;
}
