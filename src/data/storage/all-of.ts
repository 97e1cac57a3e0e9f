/** Waits until all have ended, then throws the first failure: nothing goes on behind the caller's back. */
export async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected') throw result.reason;
  }
}
