import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf the service is working now: what the audit log says about a change. */
export interface RequestContext {
  /** The name of the operation, or `job:` and the kind of a job. */
  action: string;
  /** Whether it is recorded even where it changes nothing that is observed. */
  recorded: boolean;
  /** The organization it acts on; null before the caller is known. */
  orgId: string | null;
  actor: { orgId: string; id: string } | null;
  from: { address: string; agent: string | null; session: string | null; device: string | null } | null;
  /** What the request names: the first parameter of its path. */
  subject: { kind: string; id: string } | null;
  /** What was sent, without secrets; null when there is nothing to record. */
  sent(): unknown;
  /** How many rows were committed for it. */
  rows: number;
  /** Its answer was given: what happens from now on is not its doing. */
  over: boolean;
}

/** Follows a request or a job through everything it awaits, so that no function has to pass it on. */
export const requestContext = new AsyncLocalStorage<RequestContext>();
