import { setTimeout } from 'node:timers/promises';
import { readApplication } from '../../../contract/applications.ts';
import { inspectionStatuses } from '../../../contract/common/codes.ts';
import {
  cancelInspection,
  makeInspectionKey,
  readInspection,
  requestInspection,
} from '../../../contract/inspections.ts';
import { listOrganizations, updateOrganization } from '../../../contract/organizations.ts';
import { defineCommand } from '../command.ts';
import { findApplication } from '../lookup.ts';
import { interruptedError } from '../problems.ts';
import type { Service } from '../service.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type Analysis = Awaited<ReturnType<typeof report>>['report_json']['analysis'];

/** Milliseconds between two requests for the progress. */
const pauseMs = 1000;
const query = { provider: 'providerx' } as const;
const words: Readonly<Record<number, string>> = {
  [inspectionStatuses.uploading]: 'The inspection waits for its turn.',
  [inspectionStatuses.pending]: 'The package is being inspected.',
};

const inspect = defineCommand({
  name: 'inspect',
  summary: 'Inspect the latest version of an application and say what is in it',
  operands: ['APP'],
  options: { cancel: { type: 'boolean', help: 'cancel the inspection that runs' } },
  examples: ['appshelf inspect org.example.depot --json > report.json'],
  async run({ signedIn, operands: [name = ''], options, terminal, signal }) {
    const service = await signedIn();
    const application = await findApplication(service, name);
    const params = { application: application.id };
    if (options.cancel) {
      await service.call(cancelInspection, { params, query });
      return { text: `${application.name}: the inspection was cancelled`, json: { canceled: true } };
    }
    const { inspection_status } = await service.call(requestInspection, { params, query });
    const reported = words[inspection_status] ?? '';
    if (reported !== '') terminal.printRemark(reported);
    await waitUntilDone(service, params, { terminal, signal, reported });
    const found = await report(service, params);
    return { text: summary(found.report_json.analysis), json: found.report_json.analysis };
  },
});

/** Waits and reports the progress, except what was `reported` already. An interruption leaves the inspection running. */
async function waitUntilDone(
  service: Service,
  params: { application: string },
  { terminal, signal, reported }: { terminal: Terminal; signal: AbortSignal; reported: string },
): Promise<void> {
  for (let statement = reported; ; ) {
    const { application } = await service.call(readApplication, { params });
    const word = words[application.version?.providerx_verification_status ?? inspectionStatuses.none];
    if (word === undefined) return;
    if (word !== statement) terminal.printRemark(word);
    statement = word;
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {
      throw interruptedError();
    });
  }
}

/** The report; when the inspection failed or was cancelled, the service refuses and says why. */
const report = async (service: Service, params: { application: string }) =>
  (await service.call(readInspection, { params, query })).report;

function summary(analysis: Analysis): string {
  const rows = Object.entries(analysis).flatMap(([section, found]) => {
    const list = Array.isArray(found) ? found : Object.values(found).flat();
    return list.length === 0 ? [] : [[section, String(list.length)]];
  });
  const counts = table(['FOUND', 'COUNT'], rows, 'Nothing was found.');
  return rows.length === 0 ? counts : `${counts}\n\nWith --json: each of them, with its place.`;
}

const switchOn = defineCommand({
  name: 'inspections on',
  summary: 'Switch inspections on for the organization',
  async run({ signedIn }) {
    const service = await signedIn();
    const { api_key } = await service.call(makeInspectionKey);
    await change(service, { providerx_enabled: true, providerx_settings: { api_key } });
    return { text: 'Inspections are switched on.', json: { providerx_enabled: true } };
  },
});

const switchOff = defineCommand({
  name: 'inspections off',
  summary: 'Switch inspections off; reports are kept',
  async run({ signedIn }) {
    await change(await signedIn(), { providerx_enabled: false });
    return { text: 'Inspections are switched off.', json: { providerx_enabled: false } };
  },
});

async function change(
  service: Service,
  body: { providerx_enabled: boolean; providerx_settings?: { api_key: string } },
): Promise<void> {
  const { id } = await service.call(listOrganizations);
  await service.call(updateOrganization, { params: { org_id: id }, body });
}

export const inspectionCommands = [inspect, switchOn, switchOff];
