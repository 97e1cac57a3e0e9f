/** A file of a release, as the build lists it. */
export interface ReleaseFile {
  url: string;
  /** Null where the name changes with the content. */
  revision: string | null;
  /** The hash of its content as browsers write it; W3C Subresource Integrity, section 3.1. */
  integrity: string;
}

const prefix = 'appshelf-precache:';

/** The cache of a release. */
export const getCacheName = (release: string): string => `${prefix}${release}`;

/** The name of a release: the hash of its list of files, and so of its whole content. */
export const getReleaseOfCache = async (files: readonly ReleaseFile[]): Promise<string> =>
  hash(new TextEncoder().encode(JSON.stringify(files)));

/** The path that a file is asked for by. */
export const getPath = ({ url }: ReleaseFile): string => new URL(url, self.location.origin).pathname;

/** The file that a release keeps for a path. */
export const findFile = (release: string, path: string): Promise<Response | undefined> =>
  caches.match(path, { cacheName: getCacheName(release) });

/** The releases that have files here, the oldest first. */
export async function listReleases(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  return names.map((name) => name.slice(prefix.length));
}

/** Deletes the files of every release but these. */
export async function deleteOthers(releases: readonly (string | null)[]): Promise<void> {
  for (const release of await listReleases())
    if (!releases.includes(release)) await caches.delete(getCacheName(release));
}

/** Copies a file into a release from another one that has the same file. */
export async function copyFile(file: ReleaseFile, release: string): Promise<void> {
  const path = getPath(file);
  for (const other of [release, ...(await listReleases())]) {
    const stored = await findFile(other, path);
    if (stored === undefined || !(await isIntact(stored.clone(), file))) continue;
    if (other !== release) await (await caches.open(getCacheName(release))).put(path, stored);
    return;
  }
  await fetchFile(file, release);
}

/** Fetches a file into a release. Throws when it does not arrive, or is not the listed file. */
export async function fetchFile(file: ReleaseFile, release: string): Promise<Response> {
  const path = getPath(file);
  const { integrity, revision } = file;
  const fetchUncached = () => fetch(path, { integrity, cache: 'reload' });
  // The browser's own cache may contain the sign-in page of a network.
  const response = await (revision === null
    ? fetch(path, { integrity }).catch(fetchUncached)
    : fetchUncached());
  if (!response.ok || response.redirected) throw new Error(`${path} is not a file of this release.`);
  await (await caches.open(getCacheName(release))).put(path, response.clone());
  return response;
}

const isIntact = async (response: Response, { integrity }: ReleaseFile): Promise<boolean> =>
  (await hash(await response.arrayBuffer())) === integrity;

async function hash(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}
