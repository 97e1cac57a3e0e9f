import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf the service works just now: what the audit log says about a change. */
export interface Acting {
  /** The name of the operation, or `job:` and the kind of a job. */
  action: string;
  /** Whether it is recorded even where it changes nothing that is observed. */
  recorded: boolean;
  /** The organization it acts on; null before somebody is known. */
  orgId: string | null;
  actor: { orgId: string; id: string } | null;
  from: { address: string; agent: string | null; session: string | null; device: string | null } | null;
  /** What the request names: the first parameter of its path. */
  subject: { kind: string; id: string } | null;
  /** What was sent, without secrets; null when that says nothing. */
  sent(): unknown;
  /** How many rows were committed for it. */
  rows: number;
  /** Its answer was given: what happens now is not of its doing. */
  over: boolean;
}

/** Follows a request or a job through everything it awaits, so that no function has to hand it on. */
export const acting = new AsyncLocalStorage<Acting>();
