import type { CatalogApplication } from '../../../contract/catalog.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';

type SignedBy = NonNullable<CatalogApplication['signed_by']>;

/** The part of `binary_metadata` about the signer: an Android certificate, or an iOS profile. */
interface SignerMetadata {
  certificate_subject?: string | null;
  certificate_expires?: string | null;
  profile?: { team_name?: string | null; expires?: string | null } | null;
}

/**
 * Who signed a package, and until when the certificate or profile is valid; null when its metadata (JSON) does not say
 * both.
 */
export function findSignedBy(metadata: string | null): SignedBy | null {
  const reported = JSON.parse(metadata ?? '{}') as SignerMetadata;
  const subject = reported.certificate_subject ?? null;
  const name = subject === null ? reported.profile?.team_name : getCommonName(subject);
  const until = reported.certificate_expires ?? reported.profile?.expires;
  return name && until ? { name, until: formatTimestamp(until) } : null;
}

/** The common name in a distinguished name on one line; the whole name when it has none. */
const getCommonName = (subject: string): string =>
  /(?:^|, )CN=(.+?)(?:, [A-Za-z]+=|$)/.exec(subject)?.[1] ?? subject;
