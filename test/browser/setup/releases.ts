import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { catalogDir } from '../../../mock-server/launch/paths.ts';
import type { ReleaseFile } from '../../../src/service-worker/releases/files.ts';

/**
 * What a release changes of the build: `page` makes its document, `script` the first script that it loads, `worker` its
 * worker. `script` receives a statement that runs the built script.
 */
export interface Change {
  page?(built: string): string;
  script?(runBuilt: string): string;
  worker?(built: string): string;
}

/** The most releases that a file of tests deploys. */
const maxReleases = 60;

/** The path of the changed script of a release, which no other release has. */
const changedScript = (count: number): string => `assets/release-${count}.js`;

/** A copy of the built catalog, from which other releases can be made while a service serves it. */
export class Releases {
  readonly directory: string;
  readonly #built: { page: string; scriptPath: string; worker: string };
  #count = 0;
  /** The path of the changed script of the release that is at the service now; null when it changes none. */
  #script: string | null = null;

  private constructor(directory: string, built: { page: string; scriptPath: string; worker: string }) {
    this.directory = directory;
    this.#built = built;
  }

  static async copy(): Promise<Releases> {
    const directory = await mkdtemp(join(tmpdir(), 'appshelf-catalog-'));
    await cp(catalogDir, directory, { recursive: true });
    // The service would serve the old compressed files if it found them.
    for (const name of await readdir(directory, { recursive: true }))
      if (/\.(br|gz)$/.test(name)) await rm(join(directory, name));
    // The service serves the files that are there when it starts.
    for (let count = 1; count <= maxReleases; count += 1)
      await writeFile(join(directory, changedScript(count)), '');
    const read = (path: string) => readFile(join(directory, path), 'utf8');
    const page = await read('index.html');
    const scriptPath = /<script type="module"[^>]* src="\/([^"]+)"/.exec(page)?.[1];
    if (scriptPath === undefined) throw new Error('The built page loads no script.');
    return new Releases(directory, { page, scriptPath, worker: await read('sw.js') });
  }

  /**
   * Puts another release at the service; each differs from all earlier ones. A changed script has a name of its own, as
   * in every build: browsers take a script that they still have in memory without asking the worker.
   */
  async deploy({ page = (built) => built, script, worker = (built) => built }: Change = {}): Promise<void> {
    this.#count += 1;
    const { page: builtPage, scriptPath, worker: builtWorker } = this.#built;
    let now = builtPage;
    let list = builtWorker;
    this.#script = null;
    if (script !== undefined) {
      const text = script(`await import('/${scriptPath}');`);
      this.#script = changedScript(this.#count);
      now = now.replace(`src="/${scriptPath}"`, `src="/${this.#script}"`);
      list = withFile(list, scriptPath, {
        integrity: `sha256-${hash('sha256', 'base64', text)}`,
        revision: null,
        url: this.#script,
      });
      await this.#put(this.#script, text);
    }
    now = `${page(now)}<!-- another release: ${this.#count} -->\n`;
    if (!list.includes(hash('sha256', 'base64', builtPage)))
      throw new Error('The worker does not list the page.');
    list = list.replace(hash('sha256', 'base64', builtPage), hash('sha256', 'base64', now));
    list = list.replace(hash('md5', 'hex', builtPage), hash('md5', 'hex', now));
    await this.#put('index.html', now);
    await this.#put('sw.js', worker(list));
  }

  /** The release that is at the service now, to be put back later. */
  async keep(): Promise<ReadonlyMap<string, string>> {
    const paths = ['index.html', 'sw.js', ...(this.#script === null ? [] : [this.#script])];
    const read = async (path: string) => [path, await readFile(join(this.directory, path), 'utf8')] as const;
    return new Map(await Promise.all(paths.map(read)));
  }

  async putBack(files: ReadonlyMap<string, string>): Promise<void> {
    for (const [path, text] of files) await this.#put(path, text);
  }

  /**
   * Replaces the file atomically, so that readers get the old one or the new one, never a part: an open page may look
   * for a release at any time.
   */
  async #put(path: string, text: string): Promise<void> {
    const place = join(this.directory, path);
    await writeFile(`${place}.new`, text);
    await rename(`${place}.new`, place);
  }

  remove = (): Promise<void> => rm(this.directory, { recursive: true, force: true });
}

/** The worker with another file in its list, before the one at `path`. */
function withFile(worker: string, path: string, file: ReleaseFile): string {
  const listed = worker.lastIndexOf('{', worker.indexOf(`"url":"${path}"`));
  if (listed < 0) throw new Error(`The worker does not list ${path}.`);
  return `${worker.slice(0, listed)}${JSON.stringify(file)},${worker.slice(listed)}`;
}

const hash = (algorithm: string, form: 'hex' | 'base64', text: string): string =>
  createHash(algorithm).update(text).digest(form);

/** The message that is shown when a release waits to be accepted. */
export const offer = 'A new version of the catalog is ready.';

/** Looks for a new release, and tells whether its worker could be installed. */
export const look = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing;
    if (worker === null) return registration.waiting !== null;
    await new Promise<void>((resolve) =>
      worker.addEventListener('statechange', () => resolve(), { once: true }),
    );
    return worker.state === 'installed';
  });

/**
 * Waits until a new release is installed. If the page began to look by itself just before the release came, that check
 * answers ours, too.
 */
export async function found(page: Page): Promise<void> {
  await expect.poll(() => look(page)).toBe(true);
}

/** How many releases have files in this browser's storage. */
export const cachedReleases = (page: Page): Promise<number> =>
  page.evaluate(
    async () => (await caches.keys()).filter((name) => name.startsWith('appshelf-precache:')).length,
  );
