import { setTimeout as pause } from 'node:timers/promises';
import { readApplication } from '../../contract/applications.ts';
import { Problem } from './problems.ts';
import type { Service } from './service.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds between two looks whether a signature is there. */
const look = 1000;

/** How the signature of an application stands, in a word and in a sentence. */
export async function signatureOf(service: Service, application: string) {
  const { signing_status, signing_status_details } = await service.call(readApplication, {
    params: { application },
  });
  return { signing_status, signing_status_details };
}

/**
 * Waits until a signature is there, and tells how far it is, but for what was `told` already. Error: `refused` with the reason when
 * there will be none.
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
