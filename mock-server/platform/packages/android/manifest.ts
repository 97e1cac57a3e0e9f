import { PackageError } from '../package-error.ts';
import type { XmlElement } from './binary-xml.ts';
import { findLabel } from './label.ts';
import type { ResourceTable } from './resource-table.ts';
import type { SignatureNeeds } from './signature/verify-apk.ts';

/** A package name as devices accept it: at least two parts, each beginning with a letter. */
const packageName = /^(?=.{1,255}$)[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;
const maxPermissions = 1000;
/** The API level that the codename of an unreleased system counts as: no preview before Android 7 is in use. */
const oldestPreview = 24;

/** AndroidManifest.xml with its references to resources resolved. */
export class Manifest {
  readonly root: XmlElement;
  readonly #table: ResourceTable | null;

  constructor(root: XmlElement, table: ResourceTable | null) {
    if (root.name !== 'manifest') throw new PackageError('malformed_manifest');
    this.root = root;
    this.#table = table;
  }

  packageName(): string {
    const name = this.text(this.root, 'package') ?? '';
    if (!packageName.test(name)) throw new PackageError('invalid_identifier');
    return name;
  }

  /** versionCode, with versionCodeMajor as its upper 32 bits where there is one; null when absent. */
  versionCode(): string | null {
    const code = this.integer(this.root, 'versionCode');
    const major = this.integer(this.root, 'versionCodeMajor') ?? 0;
    return code === null ? null : String((BigInt(major) << 32n) + BigInt(code >>> 0));
  }

  application(): XmlElement | null {
    return this.all('application')[0] ?? null;
  }

  /** The manifest's own children of this name. */
  all(name: string): XmlElement[] {
    return this.root.children.filter((child) => child.name === name);
  }

  /** minSdkVersion: 1 when absent, as on Android; null for the codename of an unreleased version. */
  minSdk(): number | null {
    const sdk = this.all('uses-sdk')[0];
    return sdk?.attributes.has('minSdkVersion') ? this.integer(sdk, 'minSdkVersion') : 1;
  }

  targetSdk(): number | null {
    const sdk = this.all('uses-sdk')[0];
    return sdk?.attributes.has('targetSdkVersion') ? this.integer(sdk, 'targetSdkVersion') : this.minSdk();
  }

  /** The parts of the manifest that decide how devices check the package's signature. */
  signatureNeeds(): SignatureNeeds {
    return {
      minSdk: this.minSdk() ?? oldestPreview,
      targetSdk: this.targetSdk(),
      sandboxVersion: this.integer(this.root, 'targetSandboxVersion') ?? 1,
    };
  }

  permissions(): string[] {
    const declared = [...this.all('uses-permission'), ...this.all('uses-permission-sdk-23')];
    const names = declared.map((element) => this.text(element, 'name')).filter((name) => name !== null);
    return [...new Set(names)].slice(0, maxPermissions).sort();
  }

  text(element: XmlElement, name: string): string | null {
    const value = element.attributes.get(name);
    if (value?.kind === 'text') return value.text;
    if (value?.kind === 'integer') return String(value.value);
    if (value?.kind !== 'reference' || this.#table === null) return null;
    return findLabel(this.#table, value.id);
  }

  integer(element: XmlElement, name: string): number | null {
    const value = element.attributes.get(name);
    if (value?.kind === 'integer') return value.value;
    const text = this.text(element, name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  }

  flag(element: XmlElement, name: string): boolean | null {
    const value = element.attributes.get(name);
    if (value?.kind === 'boolean') return value.value;
    if (value?.kind === 'integer') return value.value !== 0;
    const text = this.text(element, name);
    return text === 'true' || text === 'false' ? text === 'true' : null;
  }
}
