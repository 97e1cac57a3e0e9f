import type { ResponseOf } from '../../contract/common/request.ts';
import { readBranding } from '../../contract/organizations.ts';
import type { Client } from './http/client.ts';
import { openResource, type Resource } from './http/resource.ts';
import type { CachedDocument } from './records/cached-document.ts';
import type { SharedDatabase } from './storage/shared-database.ts';

/** The organization's name and colour for the sign-in page; stored outside of the accounts. */
export function openBranding(
  shared: SharedDatabase,
  client: Client,
  organization: string | undefined,
): Resource<ResponseOf<typeof readBranding>> {
  const documents = {
    get: () => shared.get('branding'),
    put: async (_key: string, document: CachedDocument<'readBranding'>) => {
      await shared.set('branding', document);
    },
    listSentWrites: async () => [],
  };
  const query = organization === undefined ? {} : { organization };
  return openResource(documents, client, readBranding, { query }, new AbortController().signal);
}
