import { useRef, useState } from 'react';
import { type ClientError, toClientError } from '../../data/http/errors.ts';

export interface Attempt {
  busy: boolean;
  /** Why the last attempt failed; null when it did not. */
  error: ClientError | null;
  /** Runs the attempt, unless one is already running. Never throws: a failure is put into `error`. */
  run(work: () => Promise<void>): Promise<void>;
  clear(): void;
}

/** Runs one attempt at a time; also gives the result of the last one. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const running = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    await work().catch((fault: unknown) => setError(toClientError(fault)));
    running.current = false;
    setBusy(false);
  };
  return { busy, error, run, clear: () => setError(null) };
}
