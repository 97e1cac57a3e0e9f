/** What is known of the service's list of applications: the total, and one ETag for each request that fetches a part of it. */
export interface CatalogManifest {
  total: number;
  etags: readonly (string | null)[];
  /** When the last complete sync began, in milliseconds since 1970; null before the first has ended. */
  savedAt: number | null;
}

/** The key of the one record in its store. */
export const manifestKey = 'catalog';

export const emptyManifest: CatalogManifest = { total: 0, etags: [], savedAt: null };
