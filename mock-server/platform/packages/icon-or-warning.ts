import { PackageError } from './package-error.ts';
import type { PackageWarning } from './package-info.ts';

const unreadable: PackageWarning = {
  error: 'icon_unreadable',
  message:
    'The icon of the package cannot be read, so the catalog shows a placeholder. You can upload an icon.',
};

/** The icon that `read` finds. A damaged icon does not refuse the package, but gives a warning. */
export async function iconOrWarning(
  read: () => Promise<Buffer | null>,
): Promise<{ icon: Buffer | null; warnings: PackageWarning[] }> {
  try {
    return { icon: await read(), warnings: [] };
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return { icon: null, warnings: [unreadable] };
  }
}
