import { setTimeout as pause } from 'node:timers/promises';
import { readApplication } from '../../contract/applications.ts';
import { Problem } from './problems.ts';
import type { Service } from './service.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds between two requests for the state of the signature. */
const look = 1000;

/** The state of an application's signature, as a word and as a sentence. */
export async function signatureOf(service: Service, application: string) {
  const { signing_status, signing_status_details } = await service.call(readApplication, {
    params: { application },
  });
  return { signing_status, signing_status_details };
}

/**
 * Waits for a signature, and reports the progress, except what was `told` already. Error: `refused` with the reason
 * when there will be none.
 */
export async function waitForSignature(
  service: Service,
  application: string,
  { terminal, signal, ...before }: { terminal: Terminal; signal: AbortSignal; told?: string },
) {
  let { told = '' } = before;
  for (; ; await pause(look, undefined, { signal })) {
    const standing = await signatureOf(service, application);
    const { signing_status, signing_status_details } = standing;
    if (signing_status === 'signed') return standing;
    if (signing_status !== 'in_progress') throw new Problem('refused', signing_status_details);
    if (signing_status_details !== told) terminal.remark(signing_status_details);
    told = signing_status_details;
  }
}
