import { createHash } from 'node:crypto';
import {
  type AppliedPolicy,
  type PolicyDocument,
  readPolicyDocument,
  reportEvents,
} from '../../../contract/application-policies.ts';
import { vendor } from '../../../contract/policies.ts';
import { findPolicy } from './shipped.ts';

/** The name of the document, in the assets of an Android package or the main bundle of an iOS one. */
export const documentName = `${vendor}-policies.json`;

/** The input for the document of a package. */
export interface DocumentInput {
  application: string;
  policies: readonly AppliedPolicy[];
  /** Base of the service's addresses. */
  base: string;
  token: string;
}

/** The policies in force, as an application reads them. */
export const buildCurrentDocument = (
  application: string,
  policies: readonly AppliedPolicy[],
): PolicyDocument => ({
  format: 1,
  application,
  policies: policies.map(entry),
});

const entry = ({ policy_id, auth_required, configuration }: AppliedPolicy) => ({
  policy_id,
  auth_required: auth_required || findPolicy(policy_id)?.auth_optional === false,
  configuration: configuration ?? {},
});

/**
 * The document of a package, as JSON: the policies that are not dynamic, the addresses for reading all of them and for
 * reporting, the token for both, and the SHA-256 of all the rest, with its keys in order. Null when no policy requires
 * the application to act.
 */
export function buildPackageDocument({ application, policies, base, token }: DocumentInput): string | null {
  if (!policies.some(({ policy_id }) => findPolicy(policy_id)?.actedOnBy === 'application')) return null;
  const fixed = policies.filter(({ policy_id }) => findPolicy(policy_id)?.is_dynamic === false);
  const content = {
    ...buildCurrentDocument(application, fixed),
    document_url: `${base}${readPolicyDocument.path}`,
    events_url: `${base}${reportEvents.path}`,
    token,
  };
  return JSON.stringify({ ...content, sha256: hashOf(content) });
}

/** SHA-256, hexadecimal, of the JSON with the keys of every object in order and no spaces. */
export const hashOf = (content: object): string =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(content)))
    .digest('hex');

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}
