import type { Warning } from '../../contract/common/warnings.ts';
import { PackageError } from './package-error.ts';

const unreadable: Warning = {
  error: 'icon_unreadable',
  message:
    'The icon of the package cannot be read, so the catalog shows a placeholder. You can upload an icon.',
};

const missing: Warning = {
  error: 'icon_missing',
  message: 'The package has no icon that can be shown, so the catalog shows a placeholder. Upload an icon.',
};

/** The icon that `read` finds; `named`: whether the package names one. A damaged icon does not refuse the package, but gives a warning. */
export async function iconOrWarning(
  read: () => Promise<Buffer | null>,
  named: boolean,
): Promise<{ icon: Buffer | null; warnings: Warning[] }> {
  try {
    const icon = await read();
    return { icon, warnings: icon === null && named ? [missing] : [] };
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return { icon: null, warnings: [unreadable] };
  }
}
