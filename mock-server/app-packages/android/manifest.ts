import { PackageError } from '../package-error.ts';
import { impliedPermissions } from './implied-permissions.ts';
import { findLabel, findValue } from './label.ts';
import type { XmlElement } from './resources/axml.ts';
import type { ResourceTable } from './resources/resource-table.ts';
import type { TypedValue } from './resources/typed-value.ts';
import type { SignatureNeeds } from './signature/verify-apk.ts';

/** A package name as devices accept it: at least two parts, each beginning with a letter. */
const packageName = /^(?=.{1,255}$)[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;
/** More than any app has; with longer lists, the important ones would not be seen. */
const maxPermissions = 1000;
const maxPermissionCharacters = 256 * 1024;
/** The elements in which devices look for permissions. */
const permissionElements = ['uses-permission', 'uses-permission-sdk-23', 'uses-permission-sdk-m'];
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
    const name = this.plainText(this.root, 'package') ?? '';
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
    const sdk = this.#usesSdk();
    return sdk?.attributes.has('minSdkVersion') ? this.integer(sdk, 'minSdkVersion') : 1;
  }

  targetSdk(): number | null {
    const sdk = this.#usesSdk();
    return sdk?.attributes.has('targetSdkVersion') ? this.integer(sdk, 'targetSdkVersion') : this.minSdk();
  }

  /** Devices read each of these elements in turn, so that the last one counts. */
  #usesSdk(): XmlElement | undefined {
    return this.all('uses-sdk').at(-1);
  }

  /** The parts of the manifest that decide how devices check the package's signature. */
  signatureNeeds(): SignatureNeeds {
    return {
      minSdk: this.minSdk() ?? oldestPreview,
      targetSdk: this.targetSdk(),
      sandboxVersion: this.integer(this.root, 'targetSandboxVersion') ?? 1,
    };
  }

  /**
   * The permissions that the app gets or requests: those in the manifest, and those that the system adds because of an
   * old target. Error: `too_complex`.
   */
  permissions(): string[] {
    const declared = permissionElements.flatMap((name) => this.all(name));
    if (declared.length > maxPermissions) throw new PackageError('too_complex');
    const names = new Set<string>();
    let characters = 0;
    for (const element of declared) {
      const name = this.text(element, 'name');
      if (name === null) continue;
      names.add(name);
      characters += name.length;
      if (characters > maxPermissionCharacters) throw new PackageError('too_complex');
    }
    return [...names, ...impliedPermissions(names, this.targetSdk())].sort();
  }

  text(element: XmlElement, name: string): string | null {
    return this.#text(element.attributes.get(name));
  }

  integer(element: XmlElement, name: string): number | null {
    const value = this.#resolved(element.attributes.get(name));
    if (value?.kind === 'integer') return value.value;
    const text = value?.kind === 'text' ? value.text : '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  }

  flag(element: XmlElement, name: string): boolean | null {
    return asFlag(this.#resolved(element.attributes.get(name)));
  }

  /** A text that has neither a namespace nor a resource number, as `package`. */
  plainText(element: XmlElement, name: string): string | null {
    const attribute = element.plain.get(name);
    return attribute?.raw ?? this.#text(attribute?.value);
  }

  plainFlag(element: XmlElement, name: string): boolean | null {
    return asFlag(this.#resolved(element.plain.get(name)?.value));
  }

  #text(value: TypedValue | undefined): string | null {
    if (value?.kind === 'text') return value.text;
    if (value?.kind === 'integer') return String(value.value);
    if (value?.kind !== 'reference' || this.#table === null) return null;
    return findLabel(this.#table, value.id);
  }

  #resolved(value: TypedValue | undefined): TypedValue | null {
    if (value?.kind !== 'reference') return value ?? null;
    return this.#table === null ? null : findValue(this.#table, value.id);
  }
}

function asFlag(value: TypedValue | null): boolean | null {
  if (value?.kind === 'boolean') return value.value;
  if (value?.kind === 'integer') return value.value !== 0;
  if (value?.kind === 'color') return value.argb !== 0;
  if (value?.kind !== 'text' || value.text === '') return null;
  return ['true', 'TRUE', '1'].includes(value.text);
}
