import { setTimeout as pause } from 'node:timers/promises';
import { readApplication } from '../../contract/applications.ts';
import { Problem } from './problems.ts';
import type { Service } from './service.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds between two requests for the state of the signature. */
const pollIntervalMs = 1000;

/** The state of an application's signature, as a word and as a sentence. */
export async function describeSignature(service: Service, application: string) {
  const { signing_status, signing_status_details } = await service.call(readApplication, {
    params: { application },
  });
  return { signing_status, signing_status_details };
}

/**
 * Waits for a signature, and reports the progress, except what was `reported` already. Error: `refused` with the reason
 * when there will be none.
 */
export async function waitForSignature(
  service: Service,
  application: string,
  { terminal, signal, ...before }: { terminal: Terminal; signal: AbortSignal; reported?: string },
) {
  let { reported = '' } = before;
  for (; ; await pause(pollIntervalMs, undefined, { signal })) {
    const standing = await describeSignature(service, application);
    const { signing_status, signing_status_details } = standing;
    if (signing_status === 'signed') return standing;
    if (signing_status !== 'in_progress') throw new Problem('refused', signing_status_details);
    if (signing_status_details !== reported) terminal.printRemark(signing_status_details);
    reported = signing_status_details;
  }
}
