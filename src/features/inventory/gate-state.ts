import { create } from 'zustand';

interface GateState {
  /**
   * Whether the person, in a browser that can't install anything, chose to continue without; until the page is
   * reloaded.
   */
  passed: boolean;
  pass(): void;
}

/** Whether the gate of mandatory applications was passed on a device that can't install them. */
export const useGate = create<GateState>()((set) => ({
  passed: false,
  pass: () => set({ passed: true }),
}));
