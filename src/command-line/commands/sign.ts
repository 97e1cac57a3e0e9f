import { setTimeout as pause } from 'node:timers/promises';
import { readApplication } from '../../../contract/applications.ts';
import { signApplication } from '../../../contract/credentials.ts';
import { command } from '../command.ts';
import { findApplication, findCredentials } from '../lookup.ts';
import { Problem, wrongUse } from '../problems.ts';
import type { Service } from '../service.ts';
import type { Terminal } from '../terminal.ts';

/** Milliseconds between two looks whether a signature is there. */
const look = 1000;

export const sign = command({
  name: 'sign',
  summary: 'Sign the latest version of an application',
  operands: ['APP'],
  options: {
    credentials: {
      type: 'string',
      value: 'CREDENTIALS',
      help: 'sign with these, by description or ID (required)',
    },
    wait: { type: 'boolean', help: 'wait until it is signed; fails when it can’t be' },
  },
  examples: ["appshelf sign org.example.depot --credentials 'Release key' --wait"],
  async run({ signedIn, operands: [name = ''], options, terminal, signal }) {
    if (options.credentials === undefined)
      throw wrongUse('--credentials is missing. See appshelf credentials list.');
    const service = await signedIn();
    const application = await findApplication(service, name);
    const { psk: credentials } = await findCredentials(service, options.credentials);
    const params = { application: application.id, credentials };
    const asked = await service.call(signApplication, { params });
    if (!options.wait) {
      return { text: `${application.name}: ${asked.signing_status_details}`, json: asked };
    }
    const ended = await waitForSignature(service, application.id, { terminal, signal });
    return { text: `${application.name}: ${ended.signing_status_details}`, json: ended };
  },
});

/** Waits until a signature is there, and tells how far it is. Error: `refused` with the reason when there will be none. */
async function waitForSignature(
  service: Service,
  application: string,
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
) {
  for (let told = ''; ; await pause(look, undefined, { signal })) {
    const { signing_status, signing_status_details } = await service.call(readApplication, {
      params: { application },
    });
    if (signing_status === 'signed') return { signing_status, signing_status_details };
    if (signing_status !== 'in_progress') throw new Problem('refused', signing_status_details);
    if (signing_status_details !== told) terminal.remark(signing_status_details);
    told = signing_status_details;
  }
}
