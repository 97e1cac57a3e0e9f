import fc from 'fast-check';
import type { TSchema } from 'typebox';
import type { Operation } from '../../../contract/common/operation.ts';
import { anyCharacter } from '../../setup/any-character.ts';
import { oddPieces } from '../../setup/damaged-json.ts';
import { likeOf } from '../../setup/schema-values.ts';
import { type CallerName, callerNames } from '../roles/table.ts';
import { type Known, names, whose } from './known.ts';
import { rich } from './rich.ts';

/** A text, or a reference to an object that exists. */
export type Text = string | Known;

/** A replacement for the value at one of the places of a body. */
interface Change {
  place: number;
  piece: Text;
}

/** A request whose objects are not named yet: the same seed draws the same request in any world. */
export interface Draw {
  /** A caller of the top organization of a family, or of one below it. */
  caller: { name: CallerName; of: 'top' | 'middle' };
  /** The organization in the path, as `org/<org_id>`. */
  org: Text | null;
  /** Whether it begins as a request that would succeed. */
  sound: boolean;
  params: Record<string, Text>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  /** A body to send instead of the valid one. */
  body: { value: unknown } | null;
  changes: Change[];
  type: string;
  /** Parts of a form, by their numbers in `formParts`, where the operation takes files. */
  parts: number[] | null;
  /** Where a form ends: a place as a share of its bytes; null: it is whole. */
  cut: number | null;
}

const oddTexts = [
  '0',
  '-1',
  '0.5',
  '1e400',
  '9007199254740993',
  '9'.repeat(40),
  'null',
  '[]',
  '{}',
  "';--",
  '',
  '..',
  '../..',
  '%',
  '%00',
  '+',
  ' ',
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  '2030-02-30',
  '0000-01-01',
  '9999-12-31,9999-12-31',
  ',',
  'a,-b',
  '1,1',
  ',%25'.repeat(100),
];
const odd: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }),
  fc.constantFrom(...oddTexts),
);
const known: fc.Arbitrary<Known> = fc.record(
  { whose: fc.constantFrom(...whose), name: fc.constantFrom(...names) },
  { noNullPrototype: true },
);
const text: fc.Arbitrary<Text> = fc.oneof(known, odd);

/** Some of an object's fields, odd ones or as their schema says, and sometimes one that it does not have. */
function fieldsOf(schema: TSchema | undefined): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries((schema as { properties?: Record<string, TSchema> })?.properties ?? {});
  const own = fields.map(([name, field]) => [name, fc.oneof(likeOf(field), odd, known)] as const);
  const others = [['page', odd] as const, ['__proto__x', odd] as const];
  return fc.record<Record<string, unknown>>(Object.fromEntries([...own, ...others]), {
    requiredKeys: [],
    noNullPrototype: true,
  });
}

const mostly = <T>(defaults: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constant(defaults), weight: 3 }, other);

const types = ['application/json; charset=utf-16', 'text/plain', 'application/x-www-form-urlencoded'];
const oddTypes = [...types, 'multipart/form-data', 'multipart/form-data; boundary=x', 'a/b; c', ''];

/** A form is small, but for what a package adds: most of its places are near its beginning or its end. */
const share = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 0.1, noNaN: true }),
  fc.double({ min: 0.9, max: 1, noNaN: true }),
);

/**
 * Requests of an operation: valid ones with some parts changed, ones that its schemas would make, and ones that nobody
 * would make.
 */
export function requestsOf(operation: Operation): fc.Arbitrary<Draw> {
  const more = rich[operation.name];
  const body = fc.oneof(
    fc.jsonValue(),
    ...(operation.body === undefined ? [] : [{ arbitrary: likeOf(operation.body), weight: 2 }]),
    ...(more === undefined ? [] : [{ arbitrary: fc.constant(more.body), weight: 3 }]),
  );
  const piece = fc.oneof(fc.constantFrom(...oddPieces), known);
  return fc.record<Draw>(
    {
      caller: fc.record(
        {
          // The caller with the most rights gets furthest.
          name: fc.oneof({ arbitrary: fc.constant('admin'), weight: 2 }, fc.constantFrom(...callerNames)),
          of: fc.constantFrom('top', 'middle'),
        },
        { noNullPrototype: true },
      ),
      org: mostly<Text | null>(null, text),
      sound: fc.boolean(),
      params: mostly(more?.params ?? {}, fieldsOf(operation.params) as fc.Arbitrary<Record<string, Text>>),
      query: fc.oneof(fc.constant({}), fieldsOf(operation.query)),
      headers: mostly({}, fieldsOf(operation.headers)),
      body: fc.option(fc.record({ value: body }, { noNullPrototype: true })),
      changes: fc.array(fc.record({ place: fc.nat(), piece }, { noNullPrototype: true }), { maxLength: 1 }),
      type: mostly('application/json', fc.constantFrom(...oddTypes)),
      parts:
        operation.files === undefined ? fc.constant(null) : fc.option(fc.array(fc.nat(9), { maxLength: 4 })),
      cut: operation.files === undefined ? fc.constant(null) : mostly<number | null>(null, share),
    },
    { noNullPrototype: true },
  );
}
