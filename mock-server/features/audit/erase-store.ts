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

/** A query for rows that name a person, by an index, ordered by id, after one of them. */
type Source = (db: Db, person: Person, after: string, count: number) => Promise<Named[]>;

/** What the person did, also in the organizations below. */
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

/** What was done to the person, or to anything with their id; `kind` where the subject may also be something else. */
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
  // A path may name the person by their number (`psk`).
  doneTo(({ psk }) => String(psk), 'user'),
  named,
];

/**
 * Erases the details of rows of one organization. Returns the rows that had any, with their present hashes, which a
 * replacement of the key may have changed meanwhile.
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

/** Writes `erasure`, which proves that the service erased the details. */
export async function setErasure(tx: TrailTx, row: Named, erasure: string): Promise<void> {
  const own = tx.updateTable('audit').set({ erasure }).where('org_id', '=', row.org_id);
  await later(tx, own.where('id', '=', row.id));
}
