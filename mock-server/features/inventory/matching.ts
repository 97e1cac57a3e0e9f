import type { Static } from 'typebox';
import type { Hybrid } from '../../../contract/application-fields.ts';
import type { InventoryItem } from '../../../contract/inventory.ts';
import { parseIdentifier } from '../../platform/database/identifiers.ts';
import type { CallerDevice } from '../../platform/http/contexts.ts';
import { getApplicationSystem, type InstalledVersion, isRunnableOn } from '../catalog/facade.ts';
import type { Aliases, NamedApplication, NamedVersion } from './store.ts';

/** An application of the organization, and the version that an item of an inventory names. */
export interface NamedItem {
  application: string;
  version: Omit<InstalledVersion, 'reported'>;
}

/** Gathers what items are named by. */
export function collectAliases(identifiers: readonly (string | number)[], names: readonly string[]): Aliases {
  const ids: string[] = [];
  const psks: number[] = [];
  for (const identifier of identifiers) {
    const alias = parseIdentifier(identifier);
    if ('psk' in alias) psks.push(alias.psk);
    else ids.push(alias.id);
  }
  return { ids, psks, names };
}

/** Finds applications by id, psk or bundle id. */
export class ApplicationIndex {
  readonly #byIdentifier = new Map<string, NamedApplication>();
  readonly #byBundle = new Map<string, NamedApplication>();

  /** `applications` newest first. Of several with one bundle id, one that runs on the device and is enabled is meant. */
  constructor(applications: readonly NamedApplication[], device: CallerDevice) {
    const getRank = (row: NamedApplication): number => (isForDevice(row, device) ? 2 : 0) + row.enabled;
    for (const row of applications) {
      this.#byIdentifier.set(row.id, row).set(String(row.psk), row);
      if (row.bundle_id === null) continue;
      const known = this.#byBundle.get(row.bundle_id);
      if (known === undefined || getRank(row) > getRank(known)) this.#byBundle.set(row.bundle_id, row);
    }
  }

  find(item: InventoryItem): NamedApplication | undefined {
    if (item.id !== undefined) return this.#byIdentifier.get(String(item.id));
    return item.bundle_id === undefined ? undefined : this.#byBundle.get(item.bundle_id);
  }
}

function isForDevice(row: NamedApplication, device: CallerDevice): boolean {
  const hybrid = row.hybrid === null ? null : (JSON.parse(row.hybrid) as Static<typeof Hybrid>);
  return isRunnableOn(getApplicationSystem(row.type, hybrid?.platform), device);
}

/**
 * Finds versions of an application by id, psk or number: as the publisher named it, else as its package calls itself, else
 * by its build, since devices report what the package says. Of several with one number the newest is meant.
 */
export class VersionIndex {
  readonly #versions = new Map<string, NamedVersion>();

  /** `versions` newest first. */
  constructor(versions: readonly NamedVersion[]) {
    for (const row of versions) {
      this.#versions.set(`${row.application} id ${row.id}`, row);
      this.#versions.set(`${row.application} id ${row.psk}`, row);
      this.#addName(row, 'number', row.version_num);
      this.#addName(row, 'package', row.package_version);
      this.#addName(row, 'build', row.binary_version);
    }
  }

  #addName(row: NamedVersion, as: string, number: string | null): void {
    const key = `${row.application} ${as} ${number}`;
    if (number !== null && !this.#versions.has(key)) this.#versions.set(key, row);
  }

  find(applicationId: string, { version_id, version_num }: InventoryItem): NamedVersion | undefined {
    const keys = [
      ...(version_id === undefined ? [] : [`id ${version_id}`]),
      ...(version_num === undefined
        ? []
        : ['number', 'package', 'build'].map((as) => `${as} ${version_num}`)),
    ];
    const found = keys.find((key) => this.#versions.has(`${applicationId} ${key}`));
    return this.#versions.get(`${applicationId} ${found}`);
  }
}
