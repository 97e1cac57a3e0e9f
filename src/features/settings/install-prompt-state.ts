import { create } from 'zustand';

/** Chromium's event with which a page can ask for its own installation; not in any standard. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

interface InstallPrompt {
  /** The browser's offer, held back until the person wants it; null where there is none, or it has been used. */
  event: InstallPromptEvent | null;
  /** Whether it was installed while this page was open. */
  done: boolean;
  ask(): Promise<void>;
}

export const useInstallPrompt = create<InstallPrompt>()((set, get) => ({
  event: null,
  done: false,
  ask: async () => {
    const { event } = get();
    // One event can ask only once; after a refusal the browser sends another one when it wants to.
    set({ event: null });
    await event?.prompt();
  },
}));

/** Catches the browser's offer, which comes early and only once: call this at the start. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstallPrompt.setState({ event: event as InstallPromptEvent });
  });
  window.addEventListener('appinstalled', () => useInstallPrompt.setState({ event: null, done: true }));
}
