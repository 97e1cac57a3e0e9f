import { AskTogether } from '../../platform/database/ask-together.ts';
import type { Db } from '../../platform/database/handles.ts';
import { knownVersions, lastReported } from './installed-store.ts';
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
    const read = asked.map((_, at) => rowsByKind(byAsker.get(at) ?? []));
    const reported = read.flatMap((one) => [...one.reported.values()]);
    const known = await knownVersions(db, orgId, reported);
    return read.map((one) => ({
      person: personPart(one.own),
      device: readDevicePart(one.reported, known, one.unknown),
    }));
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

function rowsByKind(rows: readonly Row[]) {
  const of = (wanted: Row['kind']) => rows.filter(({ kind }) => kind === wanted);
  const installed = of('installed').map(({ id, value, file, reported }) => ({
    application: id,
    version: value,
    version_num: file,
    reported: reported ?? '',
  }));
  const [list] = of('list');
  const unknown = of('unknown').sort((one, other) => Number(one.ordinal) - Number(other.ordinal));
  return {
    own: [...of('group'), ...of('like'), ...of('download')],
    reported: lastReported(
      installed,
      list && { versions: list.value ?? '[]', reported: list.reported ?? '' },
    ),
    unknown: unknown.flatMap(({ value }) => value ?? []),
  };
}
