import { createContext, useContext } from 'react';

const Pane = createContext<HTMLElement | null>(null);

/** Tells what is inside which element scrolls it; null is the page itself. */
export const ScrollPane = Pane.Provider;

/** The element that scrolls the surroundings, or null for the page. */
export function useScrollPane(): HTMLElement | null {
  return useContext(Pane);
}
