import { create } from 'zustand';
import { LANGUAGES, type Language } from '../../ui/i18n/locale.ts';
import type { Appearance } from '../../ui/theme/appearance.ts';

const keys = {
  appearance: 'appshelf.appearance',
  language: 'appshelf.language',
  slash: 'appshelf.slash',
  welcomed: 'appshelf.welcomed',
} as const;
const appearances: readonly Appearance[] = ['system', 'light', 'dark'];

interface Preferences {
  appearance: Appearance;
  /** Null: the device's language. */
  language: Language | null;
  /** Whether the key `/` opens the search. */
  slash: boolean;
  /** Whether the person has dismissed the introduction to the catalog. */
  welcomed: boolean;
}

interface PreferenceState extends Preferences {
  setAppearance(appearance: Appearance): void;
  setLanguage(language: Language | null): void;
  setSlash(slash: boolean): void;
  setWelcomed(): void;
}

/**
 * What the person chose for this browser. It applies before anybody signs in and after they sign out, so it is kept in
 * `localStorage`; nothing secret is ever kept there.
 */
export const usePreferences = create<PreferenceState>()((set) => ({
  ...readPreferences(),
  setAppearance: (appearance) => {
    storePreference(keys.appearance, appearance === 'system' ? null : appearance);
    set({ appearance });
  },
  setLanguage: (language) => {
    storePreference(keys.language, language);
    set({ language });
  },
  setSlash: (slash) => {
    storePreference(keys.slash, slash ? null : 'off');
    set({ slash });
  },
  setWelcomed: () => {
    storePreference(keys.welcomed, 'yes');
    set({ welcomed: true });
  },
}));

/** From now on, takes over what is chosen in other tabs. */
export function followOtherTabs(): void {
  window.addEventListener('storage', () => usePreferences.setState(readPreferences()));
}

function readPreferences(): Preferences {
  const appearance = read(keys.appearance);
  const language = read(keys.language);
  return {
    appearance: appearances.find((each) => each === appearance) ?? 'system',
    language: LANGUAGES.find((each) => each === language) ?? null,
    slash: read(keys.slash) !== 'off',
    welcomed: read(keys.welcomed) === 'yes',
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a choice; where the browser keeps nothing, it lasts until the page is closed. */
function storePreference(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The choice is still in memory.
  }
}
