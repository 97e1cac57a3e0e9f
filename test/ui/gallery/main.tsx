import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../../src/ui/theme/styles.css';
import { ToastProvider } from '../../../src/ui/feedback/toast.tsx';
import { LocaleProvider } from '../../../src/ui/i18n/context.tsx';
import { negotiateLocale } from '../../../src/ui/i18n/locale.ts';
import { type Appearance, applyAppearance } from '../../../src/ui/theme/appearance.ts';
import { applyPalette } from '../../../src/ui/theme/palette.ts';
import { ApplicationScreen } from './screens/application.tsx';
import { FormScreen } from './screens/form.tsx';
import { HomeScreen } from './screens/home.tsx';
import { ListScreen } from './screens/list.tsx';
import { PartsScreen } from './screens/parts.tsx';
import { RequiredScreen } from './screens/required.tsx';
import { StatesScreen } from './screens/states.tsx';

/** `?screen=home&accent=7a2cf0&appearance=dark&language=de&dir=rtl` */
const screens: Record<string, ComponentType> = {
  home: HomeScreen,
  application: ApplicationScreen,
  list: ListScreen,
  required: RequiredScreen,
  form: FormScreen,
  states: StatesScreen,
  parts: PartsScreen,
};
const query = new URLSearchParams(location.search);
const appearances: readonly Appearance[] = ['system', 'light', 'dark'];

const root = document.documentElement;
const accent = query.get('accent');
applyPalette(root, accent === null ? undefined : `#${accent}`);
applyAppearance(root, appearances.find((each) => each === query.get('appearance')) ?? 'system');
root.dir = query.get('dir') ?? 'ltr';

const Screen = screens[query.get('screen') ?? 'home'] ?? HomeScreen;
const container = document.getElementById('root');
if (container) {
  createRoot(container).render(
    <StrictMode>
      <LocaleProvider locale={negotiateLocale([query.get('language') ?? 'en'])}>
        <ToastProvider dismissLabel="Dismiss">
          <Screen />
        </ToastProvider>
      </LocaleProvider>
    </StrictMode>,
  );
}
