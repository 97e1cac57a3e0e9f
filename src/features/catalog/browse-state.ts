import { create } from 'zustand';
import { type Choice, everything } from './browse.ts';

interface BrowseState {
  choice: Choice;
  change(part: Partial<Choice>): void;
  /** Removes every filter and keeps the sort order. */
  clear(): void;
}

/** Filters and sort order of the list of all applications, kept while the person is on other pages. */
export const useBrowse = create<BrowseState>()((set) => ({
  choice: everything,
  change: (part) => set(({ choice }) => ({ choice: { ...choice, ...part } })),
  clear: () => set(({ choice }) => ({ choice: { ...everything, sort: choice.sort } })),
}));

interface SearchState {
  text: string;
  setText(text: string): void;
}

/** The search text, kept while the person looks at a result. */
export const useSearch = create<SearchState>()((set) => ({
  text: '',
  setText: (text) => set({ text }),
}));
