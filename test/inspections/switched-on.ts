import { readApplication } from '../../contract/applications.ts';
import { inspectionStatuses } from '../../contract/common/codes.ts';
import { makeInspectionKey } from '../../contract/inspections.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import type { Requests } from '../setup/requests.ts';

type ActingCaller = { token: string; org?: string };

export const providerx = { provider: 'providerx' } as const;

/** Switches inspections on as documented: with the key that the service issues. */
export async function switchOn(service: Requests, orgId: string, caller: ActingCaller): Promise<void> {
  const { api_key } = await service.ok(makeInspectionKey, caller);
  const body = { providerx_enabled: true, providerx_settings: { api_key } };
  await service.ok(updateOrganization, { ...caller, params: { org_id: orgId }, body });
}

const running: readonly (number | undefined)[] = [inspectionStatuses.uploading, inspectionStatuses.pending];

/** The status of the newest version, once no inspection runs. */
export async function settled(
  service: Requests,
  application: string,
  caller: ActingCaller,
): Promise<number | undefined> {
  for (;;) {
    const { application: found } = await service.ok(readApplication, { ...caller, params: { application } });
    const status = found.version?.providerx_verification_status;
    if (!running.includes(status)) return status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
