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
export const cacheOf = (release: string): string => `${prefix}${release}`;

/** The name of a release: the hash of its list of files, and so of its whole content. */
export const releaseOf = async (files: readonly ReleaseFile[]): Promise<string> =>
  hash(new TextEncoder().encode(JSON.stringify(files)));

/** The path that a file is asked for by. */
export const pathOf = ({ url }: ReleaseFile): string => new URL(url, self.location.origin).pathname;

/** The file that a release keeps for a path. */
export const keptFile = (release: string, path: string): Promise<Response | undefined> =>
  caches.match(path, { cacheName: cacheOf(release) });

/** The releases that have files here, the oldest first. */
export async function keptReleases(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  return names.map((name) => name.slice(prefix.length));
}

/** Deletes the files of every release but these. */
export async function deleteOthers(releases: readonly (string | null)[]): Promise<void> {
  for (const release of await keptReleases())
    if (!releases.includes(release)) await caches.delete(cacheOf(release));
}

/** Copies a file into a release from another one that has the same file. */
export async function bringFile(file: ReleaseFile, release: string): Promise<void> {
  const path = pathOf(file);
  for (const other of [release, ...(await keptReleases())]) {
    const kept = await keptFile(other, path);
    if (kept === undefined || !(await isWhole(kept.clone(), file))) continue;
    if (other !== release) await (await caches.open(cacheOf(release))).put(path, kept);
    return;
  }
  await fetchFile(file, release);
}

/** Fetches a file into a release. Throws when it does not arrive, or is not the listed file. */
export async function fetchFile(file: ReleaseFile, release: string): Promise<Response> {
  const path = pathOf(file);
  const { integrity, revision } = file;
  const anew = () => fetch(path, { integrity, cache: 'reload' });
  // The browser's own cache may contain the sign-in page of a network.
  const response = await (revision === null ? fetch(path, { integrity }).catch(anew) : anew());
  if (!response.ok || response.redirected) throw new Error(`${path} is not a file of this release.`);
  await (await caches.open(cacheOf(release))).put(path, response.clone());
  return response;
}

const isWhole = async (response: Response, { integrity }: ReleaseFile): Promise<boolean> =>
  (await hash(await response.arrayBuffer())) === integrity;

async function hash(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}
