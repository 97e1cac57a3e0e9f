import { create } from 'zustand';
import { type Choice, everything } from './browse.ts';

interface BrowseState {
  choice: Choice;
  change(part: Partial<Choice>): void;
  /** Shows everything again, in the order that was chosen. */
  clear(): void;
}

/** How the list of all applications is narrowed and sorted; it is found so again when the person comes back. */
export const useBrowse = create<BrowseState>()((set) => ({
  choice: everything,
  change: (part) => set(({ choice }) => ({ choice: { ...choice, ...part } })),
  clear: () => set(({ choice }) => ({ choice: { ...everything, sort: choice.sort } })),
}));

interface SearchState {
  text: string;
  setText(text: string): void;
}

/** What is being searched for, kept while the person looks at a result. */
export const useSearch = create<SearchState>()((set) => ({
  text: '',
  setText: (text) => set({ text }),
}));
