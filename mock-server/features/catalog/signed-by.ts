import type { CatalogApplication } from '../../../contract/catalog.ts';
import { timestamp } from '../../platform/http/answers/timestamps.ts';

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
export function signedBy(metadata: string | null): SignedBy | null {
  const said = JSON.parse(metadata ?? '{}') as SignerMetadata;
  const subject = said.certificate_subject ?? null;
  const name = subject === null ? said.profile?.team_name : commonName(subject);
  const until = said.certificate_expires ?? said.profile?.expires;
  return name && until ? { name, until: timestamp(until) } : null;
}

/** The common name in a distinguished name on one line; the whole name when it has none. */
const commonName = (subject: string): string =>
  /(?:^|, )CN=(.+?)(?:, [A-Za-z]+=|$)/.exec(subject)?.[1] ?? subject;
