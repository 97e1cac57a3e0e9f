import { later } from '../../platform/database/changes/later.ts';
import type { Db, TrailTx } from '../../platform/database/handles.ts';
import type { AuditRow } from './store.ts';

/** A person whom rows may name. */
export interface Person {
  org_id: string;
  id: string;
  psk: number;
}

/** A row whose details are to be erased. */
export type Named = Pick<AuditRow, 'org_id' | 'id' | 'mac'>;

const columns = ['audit.org_id', 'audit.id', 'audit.mac'] as const;

/** Rows that name a person, each by an index, in the order of their ids, after one of them. */
type Source = (db: Db, person: Person, after: string, count: number) => Promise<Named[]>;

/** What they did, also in the organizations below. */
const didBy: Source = (db, { org_id, id }, after, count) =>
  db
    .selectFrom('audit')
    .select(columns)
    .where('actor_org', '=', org_id)
    .where('actor', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute();

/** To them, or to what is named by their id; `kind` where the subject may be something else's too. */
const doneTo =
  (subject: (person: Person) => string, kind: string | null = null): Source =>
  (db, person, after, count) =>
    db
      .selectFrom('audit')
      .select(columns)
      .where('org_id', '=', person.org_id)
      .where('subject', '=', subject(person))
      .$if(kind !== null, (rows) => rows.where('kind', '=', kind))
      .where('id', '>', after)
      .orderBy('id')
      .limit(count)
      .execute();

const named: Source = (db, { org_id, id }, after, count) =>
  db
    .selectFrom('audit_persons as person')
    .innerJoin('audit', (join) =>
      join.onRef('audit.org_id', '=', 'person.org_id').onRef('audit.id', '=', 'person.row'),
    )
    .select(columns)
    .where('person.org_id', '=', org_id)
    .where('person.user', '=', id)
    .where('person.row', '>', after)
    .orderBy('person.row')
    .limit(count)
    .execute();

/** Every way in which a row says something about a person. */
export const sources: readonly Source[] = [
  didBy,
  doneTo(({ id }) => id),
  // A path may name them by their number.
  doneTo(({ psk }) => String(psk), 'user'),
  named,
];

/**
 * Erases the details of rows of one organization, and gives those that had any, with their hashes as they are now: a key that is replaced
 * meanwhile changes them.
 */
export const eraseDetails = (tx: TrailTx, orgId: string, ids: readonly string[]): Promise<Named[]> =>
  tx
    .updateTable('audit')
    .set({ details: null })
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .where('details', 'is not', null)
    .returning(columns)
    .execute();

/** `erasure` says that the service erased the details. */
export async function setErasure(tx: TrailTx, row: Named, erasure: string): Promise<void> {
  const own = tx.updateTable('audit').set({ erasure }).where('org_id', '=', row.org_id);
  await later(tx, own.where('id', '=', row.id));
}
