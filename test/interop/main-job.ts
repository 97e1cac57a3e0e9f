import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  applyPolicies,
  readApplicationPolicies,
  removePolicies,
} from '../../contract/application-policies.ts';
import { listCatalog, readCatalogApplication } from '../../contract/catalog.ts';
import { addCredentials } from '../../contract/credentials.ts';
import { readInspection, requestInspection } from '../../contract/inspections.ts';
import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import { providerx, settled } from '../inspections/switched-on.ts';
import type { TestService } from '../setup/service.ts';
import type { NewCredentials } from '../setup/world/credentials.ts';
import { makeGroup, type PublishedApplication } from '../setup/world/publishing.ts';
import { readSigning, sign, signingEnds } from '../setup/world/signing.ts';

type Person = Awaited<ReturnType<TestService['signIn']>>;

/** A device that installs: its facts. */
export type DeviceFacts = Parameters<TestService['signIn']>[1];

/** The main job of an application that was uploaded unsigned, as its publisher and a person on a device do it. */
export class MainJob {
  readonly #service: TestService;
  readonly #app: PublishedApplication;
  #credentials = '';
  #person: Person | null = null;

  constructor(service: TestService, app: PublishedApplication) {
    this.#service = service;
    this.#app = app;
  }

  get #asking() {
    return { token: this.#service.admin.token, params: { application: this.#app.id } };
  }

  /** Stores what signs, and lets somebody with this device have the application. */
  async begin(credentials: NewCredentials, device: DeviceFacts): Promise<void> {
    const { token } = this.#service.admin;
    this.#credentials = (await this.#service.ok(addCredentials, { token, body: credentials })).credentials_id;
    const user = await this.#service.makeUser();
    await makeGroup(this.#service, undefined, { apps: [{ id: this.#app.psk }], users: [user] });
    this.#person = await this.#service.signIn(user, device);
  }

  async sign(): Promise<void> {
    await sign(this.#service, this.#app.id, this.#credentials);
    await signingEnds(this.#service, this.#app.id, 'signed');
  }

  /** Applies a policy, which is signed in the same job. */
  async apply(policy: string): Promise<void> {
    const body = { configurations: [{ policy_id: policy }], credentials_id: this.#credentials };
    assert.equal((await this.#service.call(applyPolicies, { ...this.#asking, body })).status, 202);
    await signingEnds(this.#service, this.#app.id, 'signed');
    assert.equal((await this.#service.ok(readApplicationPolicies, this.#asking)).status.code, 1);
  }

  async remove(): Promise<void> {
    assert.equal((await this.#service.call(removePolicies, this.#asking)).status, 204);
  }

  async inspect() {
    const request = { ...this.#asking, query: providerx };
    await this.#service.ok(requestInspection, request);
    await settled(this.#service, this.#app.id, { token: this.#service.admin.token });
    return (await this.#service.ok(readInspection, request)).report.report_json.analysis;
  }

  /** What the publisher gets: the bytes of the delivered file. */
  async delivered(): Promise<Buffer> {
    const file = (await readSigning(this.#service, this.#app.id)).application.version?.install_file;
    const bytes = await bytesAt(file?.path ?? '', { 'x-token': this.#service.admin.token });
    assert.equal(createHash('sha256').update(bytes).digest('hex'), file?.checksum);
    return bytes;
  }

  /** What a person's device gets, by the links that lead there; null when they are not offered the application. */
  async installed(): Promise<Buffer | null> {
    const { applications } = await this.#service.ok(listCatalog, { ...this.#person });
    if (!applications.some(({ id }) => id === this.#app.id)) return null;
    const request = { ...this.#person, params: { application: this.#app.id } };
    const page = await this.#service.ok(readCatalogApplication, request);
    const { install_uri } = page.application.catalog_info;
    const manifest = new URLSearchParams(install_uri.split('?', 2)[1]).get('url');
    if (!install_uri.startsWith('itms-services:') || manifest === null) return bytesAt(install_uri);
    const text = String(await bytesAt(manifest));
    const link = /software-package[\s\S]*?<string>(http[^<]*)/.exec(text)?.[1] ?? '';
    return bytesAt(link.replaceAll('&amp;', '&'));
  }
}

async function bytesAt(address: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(address, { headers });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/** The policies that the document of a package says; null without a document. */
export const policiesIn = (path: string, document: string): Promise<string[] | null> =>
  withZip(path, async (zip) => {
    const text = await zip.read(document, 1_000_000);
    if (text === null) return null;
    const { policies } = JSON.parse(String(text)) as { policies: { policy_id: string }[] };
    return policies.map(({ policy_id }) => policy_id);
  });
