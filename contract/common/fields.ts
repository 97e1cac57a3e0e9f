import { type TProperties, type TSchema, Type } from 'typebox';

/** An object of a response, with exactly these fields and no others. */
export const output = <const P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** A field that may be null. */
export const nullable = <const S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A v2/v3 identifier: alphanumeric and URL-safe; document 1, Identifiers. */
export const Id = Type.String({ pattern: '^[0-9A-Za-z]{1,64}$' });

/** A v1 identifier; document 1, Identifiers. */
export const Psk = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** An object named by psk or id, in a path. */
export const PathIdentifier = Type.String({ minLength: 1, maxLength: 200 });

/** An object named by psk or id, in a body. */
export const AnyIdentifier = Type.Union([Psk, Id]);

/** A user named by psk, id or login name, in a body. */
export const UserIdentifier = Type.Union([Psk, PathIdentifier]);

/** ISO 8601 with a UTC offset, or `noEndDate`; document 1, Conventions 7. */
export const Timestamp = Type.String({ description: 'ISO 8601 with a UTC offset' });

/** Name-value pairs that the organization defines. */
export const Metadata = nullable(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()));

/** Most items that a bulk call takes; a call with more is refused. */
export const maxBulk = 10_000;

export const PskList = Type.Array(Type.Integer(), { maxItems: maxBulk });
