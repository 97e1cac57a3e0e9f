import type { Tables } from '../../migrations/tables.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { HeadRow } from './heads-store.ts';
import type { AuditRow } from './store.ts';

/** The link before the first row that an organization ever had. */
export const genesis = 'genesis';

const content = (row: Omit<AuditRow, 'mac' | 'position' | 'link' | 'details' | 'erasure'>): string =>
  JSON.stringify([
    row.org_id,
    row.id,
    row.at,
    row.action,
    row.outcome,
    row.actor_org,
    row.actor,
    row.kind,
    row.subject,
    row.digest,
  ]);

const linkContent = (before: string, position: number, mac: string) =>
  JSON.stringify([before, position, mac]);

/** A head that the ledger counts can't become one again that it does not. */
const headPurpose = ({ counted }: Pick<HeadRow, 'counted'>): string =>
  counted === null ? 'audit head' : 'audit counted head';

type HeadContent = Pick<HeadRow, 'org_id' | 'first' | 'base' | 'last' | 'link'>;
const headContent = (head: HeadContent): string =>
  JSON.stringify([head.org_id, head.first, head.base, head.last, head.link]);

type Settings = Tables['audit_settings'];
const daysContent = ({ org_id, days_kept }: Pick<Settings, 'org_id' | 'days_kept'>): string =>
  JSON.stringify([org_id, days_kept]);

const erasureContent = ({ id, mac }: Pick<AuditRow, 'id' | 'mac'>): string => JSON.stringify([id, mac]);

const detailsContent = (row: Pick<AuditRow, 'id'>, details: string): string => `${row.id} ${details}`;

/**
 * The keyed hashes of the audit log. Who has the database but not the service's secret can change, remove and insert rows, but
 * can't make the hashes that belong to it. Details are covered by a hash of their own, so that those about a person can be
 * erased without breaking the chain; that the service did it, another hash says.
 */
export const seal = {
  digest: (secrets: Secrets, row: Pick<AuditRow, 'id'>, details: string): string =>
    secrets.sign('audit details', detailsContent(row, details)),
  erasure: (secrets: Secrets, row: Pick<AuditRow, 'id' | 'mac'>): string =>
    secrets.sign('audit erasure', erasureContent(row)),
  row: (secrets: Secrets, row: Parameters<typeof content>[0]): string =>
    secrets.sign('audit row', content(row)),
  link: (secrets: Secrets, before: string, position: number, mac: string): string =>
    secrets.sign('audit link', linkContent(before, position, mac)),
  head: (secrets: Secrets, head: HeadContent & Pick<HeadRow, 'counted'>): string =>
    secrets.sign(headPurpose(head), headContent(head)),
  days: (secrets: Secrets, settings: Parameters<typeof daysContent>[0]): string =>
    secrets.sign('audit days', daysContent(settings)),
};

/**
 * The keyed hash of a head that was taken further. One that somebody else has changed gets none: what was done to it would be
 * forgotten with the next row.
 */
export const furtherSeal = (
  secrets: Secrets,
  before: HeadRow,
  after: Parameters<typeof seal.head>[1],
): string => (isGenuine.head(secrets, before) ? seal.head(secrets, after) : '');

/** Whether they are as the service made them. */
export const isGenuine = {
  row: (secrets: Secrets, row: AuditRow): boolean =>
    secrets.verify('audit row', content(row), row.mac) &&
    (row.details === null
      ? secrets.verify('audit erasure', erasureContent(row), row.erasure ?? '')
      : secrets.verify('audit details', detailsContent(row, row.details), row.digest)),
  link: (secrets: Secrets, before: string, row: AuditRow & { position: number; link: string }): boolean =>
    secrets.verify('audit link', linkContent(before, row.position, row.mac), row.link),
  head: (secrets: Secrets, head: HeadRow): boolean =>
    secrets.verify(headPurpose(head), headContent(head), head.mac) ||
    // An instance of an earlier version, beside others, knows no ledger.
    secrets.verify('audit head', headContent(head), head.mac),
  days: (secrets: Secrets, settings: Settings): boolean =>
    settings.days_kept === null ||
    secrets.verify('audit days', daysContent(settings), settings.days_mac ?? ''),
};
