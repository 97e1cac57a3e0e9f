import { create } from 'zustand';

/** Chromium's way to let a page ask for its own installation; not in any standard. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

interface InstallPrompt {
  /** Kept from the browser until the person wants it; null where it offers nothing, or has been used. */
  event: InstallPromptEvent | null;
  /** Installed while this page was open. */
  done: boolean;
  ask(): Promise<void>;
}

export const useInstallPrompt = create<InstallPrompt>()((set, get) => ({
  event: null,
  done: false,
  ask: async () => {
    const { event } = get();
    // One event can ask once; after a refusal the browser sends another when it sees fit.
    set({ event: null });
    await event?.prompt();
  },
}));

/** Catches the browser's offer, which comes early and once: call it at the start. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstallPrompt.setState({ event: event as InstallPromptEvent });
  });
  window.addEventListener('appinstalled', () => useInstallPrompt.setState({ event: null, done: true }));
}
