import { createContext, useContext } from 'react';

const Pane = createContext<HTMLElement | null>(null);

/** Tells the components inside which element scrolls them; null is the page itself. */
export const ScrollPane = Pane.Provider;

/** The element that scrolls this component, or null for the page. */
export function useScrollPane(): HTMLElement | null {
  return useContext(Pane);
}
