import type { Tables } from '../../migrations/tables.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { HeadRow } from './heads-store.ts';
import type { AuditRow } from './store.ts';

/** The link before the first row that an organization ever had. */
export const genesis = 'genesis';

const content = (
  row: Omit<AuditRow, 'mac' | 'position' | 'link' | 'details' | 'erasure' | 'resealed'>,
): string =>
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

/** A head that the ledger counts can't be turned back into an uncounted one. */
const headPurpose = ({ counted }: Pick<HeadRow, 'counted'>): string =>
  counted === null ? 'audit head' : 'audit counted head';

type HeadContent = Pick<HeadRow, 'org_id' | 'first' | 'base' | 'last' | 'link'>;
const headContent = (head: HeadContent): string =>
  JSON.stringify([head.org_id, head.first, head.base, head.last, head.link]);

/** A row that has its place in a chain. */
export type Chained = AuditRow & { position: number; link: string };

/**
 * Where the seal of a row that was sealed anew comes from: `renewed` when the row was genuine by an earlier key, which
 * was still there; `unproven` when that key was gone and an operator accepted the row.
 */
export type Provenance = 'renewed' | 'unproven';

const placeContent = (before: string, { org_id, position, mac, link }: Chained): string =>
  JSON.stringify([org_id, before, position, mac, link]);

type Settings = Tables['audit_settings'];
const daysContent = ({ org_id, days_kept }: Pick<Settings, 'org_id' | 'days_kept'>): string =>
  JSON.stringify([org_id, days_kept]);

const erasureContent = ({ id, mac }: Pick<AuditRow, 'id' | 'mac'>): string => JSON.stringify([id, mac]);

const detailsContent = (row: Pick<AuditRow, 'id'>, details: string): string => `${row.id} ${details}`;

/**
 * The keyed hashes of the audit log. Who has the database but not the service's secret can change, remove and insert
 * rows, but can't make the hashes that belong to them. Details have a hash of their own, so that those about a person
 * can be erased without breaking the chain; another hash proves that the service erased them.
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
  place: (secrets: Secrets, provenance: Provenance, before: string, row: Chained): string =>
    secrets.sign(`audit ${provenance} place`, placeContent(before, row)),
};

/**
 * The keyed hash of a head that moves on. A head that somebody else has changed gets none, because the next row would
 * then hide that change.
 */
export const furtherSeal = (
  secrets: Secrets,
  before: HeadRow,
  after: Parameters<typeof seal.head>[1],
): string => (isGenuine.head(secrets, before) ? seal.head(secrets, after) : '');

type Check = (purpose: string, text: string, signature: string) => boolean;

const placeHolds = (check: Check, provenance: Provenance, before: string, row: Chained): boolean =>
  row.resealed !== null && check(`audit ${provenance} place`, placeContent(before, row), row.resealed);

const rowHolds = (check: Check, row: AuditRow): boolean =>
  check('audit row', content(row), row.mac) &&
  (row.details === null
    ? check('audit erasure', erasureContent(row), row.erasure ?? '')
    : check('audit details', detailsContent(row, row.details), row.digest));

const linkHolds = (check: Check, before: string, row: Chained): boolean =>
  check('audit link', linkContent(before, row.position, row.mac), row.link) ||
  placeHolds(check, 'renewed', before, row) ||
  placeHolds(check, 'unproven', before, row);

const headHolds = (check: Check, head: HeadRow): boolean =>
  check(headPurpose(head), headContent(head), head.mac) ||
  // Instances of an earlier version, which may still be running, do not know the ledger.
  check('audit head', headContent(head), head.mac);

const daysHold = (check: Check, settings: Settings): boolean =>
  settings.days_kept === null || check('audit days', daysContent(settings), settings.days_mac ?? '');

const anyKey =
  (secrets: Secrets): Check =>
  (...signed) =>
    secrets.verify(...signed);
const currentKey =
  (secrets: Secrets): Check =>
  (...signed) =>
    secrets.isCurrent(...signed);

const holding = (key: (secrets: Secrets) => Check) => ({
  row: (secrets: Secrets, row: AuditRow): boolean => rowHolds(key(secrets), row),
  link: (secrets: Secrets, before: string, row: Chained): boolean => linkHolds(key(secrets), before, row),
  head: (secrets: Secrets, head: HeadRow): boolean => headHolds(key(secrets), head),
  days: (secrets: Secrets, settings: Settings): boolean => daysHold(key(secrets), settings),
});

/** Whether something is as the service wrote it, by any of the keys. */
export const isGenuine = holding(anyKey);

/** Whether it is genuine by the current key alone, and so stays genuine when all other keys are removed. */
export const isCurrent = holding(currentKey);

/** The origin of the seal of a row that was sealed anew; null for a row that was not. */
export function provenanceOf(secrets: Secrets, before: string, row: Chained): Provenance | null {
  const kinds: readonly Provenance[] = ['renewed', 'unproven'];
  return kinds.find((kind) => placeHolds(anyKey(secrets), kind, before, row)) ?? null;
}

/**
 * The hashes by the current key for a row of an earlier key. The link stays, because heads that are kept outside of the
 * database contain it.
 */
export function sealedAnew(
  secrets: Secrets,
  row: AuditRow,
  place: { before: string; position: number; link: string; provenance: Provenance } | null,
): AuditRow {
  const digest = row.details === null ? row.digest : seal.digest(secrets, row, row.details);
  const mac = seal.row(secrets, { ...row, digest });
  const anew = {
    ...row,
    digest,
    mac,
    erasure: row.details === null ? seal.erasure(secrets, { ...row, mac }) : null,
  };
  if (place === null) return anew;
  const { before, provenance, position, link } = place;
  const chained = { ...anew, position, link };
  return { ...chained, resealed: seal.place(secrets, provenance, before, chained) };
}
