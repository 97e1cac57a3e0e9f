import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { authenticateCatalog, readCatalogApplication } from '../../contract/catalog.ts';
import { listUserPairings } from '../../contract/devices.ts';
import { readPrivacy } from '../../contract/inspections.ts';
import { listMessages } from '../../contract/messages.ts';
import { readBranding } from '../../contract/organizations.ts';
import { listReviews } from '../../contract/reviews.ts';
import { readHelp } from '../../contract/support.ts';
import { SyncEntry } from '../../contract/sync.ts';
import { readMyApplicationTerms, readMyTerms } from '../../contract/terms.ts';
import type { CachedOperations } from '../../src/data/records/cached-document.ts';
import { getNextVersion, schemaSteps, storedShapes } from '../../src/data/storage/schema.ts';

const documents: CachedOperations = {
  listMessages,
  listReviews,
  listUserPairings,
  readBranding,
  readCatalogApplication,
  readHelp,
  readPrivacy,
  readMyTerms,
  readMyApplicationTerms,
};
const { user, organization } = authenticateCatalog.response.properties;

/** The answers of the service that a device stores, as the contract describes them. */
const stored = {
  entries: SyncEntry,
  documents: Object.entries(documents).map(([name, { response }]) => [name, response]),
  session: { user, organization },
};

/** A schema without what does not affect the shape: descriptions and the order of properties. */
function shapeOf(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    // The order of required properties, and of the values of an enum, makes no difference.
    const isNames = schema.every((part) => typeof part === 'string');
    return isNames ? [...schema].sort() : schema.map(shapeOf);
  }
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).filter(
    ([name, part]) => name !== 'description' || typeof part !== 'string',
  );
  return Object.fromEntries(
    parts.map(([name, part]) => [name, shapeOf(part)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const sumOf = (schemas: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(shapeOf(schemas)))
    .digest('hex');

it('has the shapes that version of the schema keeps; else raise the version and note it in `storedShapes`', () => {
  expect(storedShapes).toEqual({ version: getNextVersion(schemaSteps), sha256: sumOf(stored) });
});

it('sees a new property, but no new description and no other order', () => {
  const { properties } = listReviews.response;
  const richer = { ...listReviews.response, properties: { ...properties, votes: { type: 'integer' } } };
  const described = { ...listReviews.response, description: 'Reviews' };
  expect(sumOf(richer)).not.toBe(sumOf(listReviews.response));
  expect(sumOf(described)).toBe(sumOf(listReviews.response));
  const { required, ...rest } = listReviews.response;
  expect(sumOf({ required: [...required].reverse(), ...rest })).toBe(sumOf(listReviews.response));
});
