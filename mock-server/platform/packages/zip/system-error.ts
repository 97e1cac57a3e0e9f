/** Whether the machine failed (a disk, a missing file) and not the package: such errors are not the package's fault. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
