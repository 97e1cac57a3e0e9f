import { AskTogether } from '../../platform/database/ask-together.ts';
import type { Db } from '../../platform/database/handles.ts';
import { lastReported } from './installed-store.ts';
import { type DevicePart, type PersonPart, personPart, readDevicePart } from './personal.ts';
import { rowsOfMany } from './personal-together-store.ts';

/** A person, and the device that they use. */
export type AskedPerson = readonly [userId: string, deviceId: string];

/** The personal parts of a catalog. */
export interface PersonalParts {
  person: PersonPart;
  device: DevicePart;
}

/**
 * Reads the personal parts of everybody who asks in one round of the event loop, by one statement. For databases that
 * are servers.
 */
export interface PersonalTogether {
  ask(orgId: string, asked: AskedPerson): Promise<PersonalParts>;
}

export function personalTogether(db: Db): PersonalTogether {
  const together = new AskTogether<AskedPerson, PersonalParts>(async (orgId, asked) => {
    const rows = await rowsOfMany(db, orgId, JSON.stringify(asked.map((one, at) => [...one, at])));
    const byAsker = Map.groupBy(rows, ({ asker }) => asker);
    return asked.map((_, at) => partsOf(byAsker.get(at) ?? []));
  });
  return {
    ask: (orgId, asked) =>
      new Promise((resolve, reject) =>
        together.ask(orgId, asked, (error, parts) => {
          if (parts === undefined) reject(error ?? new Error('Nothing was read of a person who asked.'));
          else resolve(parts);
        }),
      ),
  };
}

type Row = Awaited<ReturnType<typeof rowsOfMany>>[number];

function partsOf(rows: readonly Row[]): PersonalParts {
  const own = rows.filter(({ kind }) => kind !== 'installed' && kind !== 'listed' && kind !== 'unknown');
  const unknown = rows
    .filter(({ kind }) => kind === 'unknown')
    .sort((one, other) => Number(one.ordinal) - Number(other.ordinal));
  return {
    person: personPart(own),
    device: readDevicePart(
      lastReported(rows.map(reportedRow)),
      unknown.flatMap(({ value }) => value ?? []),
    ),
  };
}

const reportedRow = ({ kind, id, value, file, reported, ordinal }: Row) => ({
  kind,
  application: id,
  version: value,
  version_num: file,
  reported: reported ?? '',
  ordinal,
});
