import { useMedia } from '../../ui/layout/media.ts';
import { useInstallPrompt } from './install-prompt-state.ts';

/** Whether this is the catalog on the home screen, or it was added while this page was open. */
export function useIsAdded(): boolean {
  const isApp = useMedia('(display-mode: standalone)');
  const { done } = useInstallPrompt();
  return isApp || done;
}
