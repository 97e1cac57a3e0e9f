import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readApplicationPolicies } from '../../contract/application-policies.ts';
import { readApplication } from '../../contract/applications.ts';
import { wrapStatuses } from '../../contract/common/codes.ts';
import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import type { TestService } from '../setup/service.ts';

/** An application as its publisher reads it. */
export const read = async (service: TestService, id: string) =>
  (await service.ok(readApplication, { token: service.admin.token, params: { application: id } }))
    .application;

/** How the policies of an application stand once they are not being applied any more. */
export async function settled(service: TestService, application: string) {
  const end = Date.now() + timeouts.step;
  for (;;) {
    const request = { token: service.admin.token, params: { application } };
    const standing = await service.ok(readApplicationPolicies, request);
    if (standing.status.code !== wrapStatuses.applying) return standing;
    if (Date.now() > end) throw new Error('The policies are still being applied.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The bytes of an install file, as its publisher gets them. */
export async function download(service: TestService, fileId: string): Promise<Buffer> {
  const answer = await fetch(new URL(`/downloads/files/${fileId}`, service.url), {
    headers: { 'x-token': service.admin.token },
  });
  if (!answer.ok) throw new Error(`The file was answered with ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The names of the files in a package, and one of them as text. */
export async function look(bytes: Buffer, name: string): Promise<{ names: string[]; text: string | null }> {
  const folder = await mkdtemp(join(tmpdir(), 'appshelf-test-'));
  try {
    const path = join(folder, 'package');
    await writeFile(path, bytes);
    return await withZip(path, async (zip) => ({
      names: zip.names(),
      text: (await zip.read(name, 1_000_000))?.toString() ?? null,
    }));
  } finally {
    await rm(folder, { recursive: true });
  }
}
