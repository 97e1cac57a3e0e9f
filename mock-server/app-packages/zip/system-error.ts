/** Whether an error comes from the machine (a disk, a missing file) and not from the package. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
