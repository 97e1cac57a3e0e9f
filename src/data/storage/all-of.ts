/** As `Promise.all`, but throws the first failure only after all have ended, so that nothing is still running then. */
export async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected') throw result.reason;
  }
}
