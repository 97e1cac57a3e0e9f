import { Select } from '../../ui/controls/select.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { LANGUAGES, type Language } from '../../ui/i18n/locale.ts';
import { settingsMessages } from './messages.ts';
import { usePreferences } from './preferences-state.ts';

const device = 'device';

/** The choice of the catalog's language. Each language is named in itself, so that people find their own. */
export function LanguageSetting() {
  const words = useMessages(settingsMessages);
  const { language, setLanguage } = usePreferences();
  const options = [
    { value: device, label: words.deviceLanguage } as const,
    ...LANGUAGES.map((value) => ({ value, label: getLanguageName(value) })),
  ];
  return (
    <Select<Language | typeof device>
      label={words.language}
      value={language ?? device}
      options={options}
      onChange={(value) => setLanguage(value === device ? null : value)}
    />
  );
}

function getLanguageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
