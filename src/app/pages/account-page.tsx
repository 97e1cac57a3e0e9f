import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { ChangesSection } from '../../features/changes/changes-section.tsx';
import { DevicesSection } from '../../features/devices/devices-section.tsx';
import { ChangePassword } from '../../features/identity/passwords/change-password.tsx';
import { SignOutButton } from '../../features/identity/sessions/sign-out-button.tsx';
import { PersonCard } from '../../features/identity/sign-in/person-card.tsx';
import { MessagesSection } from '../../features/messages/messages-section.tsx';
import { PushSection } from '../../features/messages/push-section.tsx';
import { AppearanceSetting } from '../../features/settings/appearance-setting.tsx';
import { HomeScreenHelp } from '../../features/settings/home-screen-help.tsx';
import { LanguageSetting } from '../../features/settings/language-setting.tsx';
import { SearchKeySetting } from '../../features/settings/search-key-setting.tsx';
import { StorageSection } from '../../features/settings/storage-section.tsx';
import { VersionSection } from '../../features/settings/version-section.tsx';
import { SupportSection } from '../../features/support/support-section.tsx';
import { TermsSection } from '../../features/terms/terms-section.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Main } from '../../ui/layout/frame.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { TopBar } from '../../ui/layout/top-bar.tsx';
import { appMessages } from '../messages.ts';
import { useBack } from '../navigation/use-back.ts';
import { NetworkLine } from '../network-line.tsx';

/** `/account` */
export function AccountPage() {
  const words = useMessages(appMessages);
  return (
    <Main>
      <Page>
        <TopBar title={words.account} back={useBack(catalogPages.home)}>
          <h1>{words.account}</h1>
        </TopBar>
        <NetworkLine changes={false} />
        <PersonCard />
        <ChangePassword />
        <ChangesSection />
        <MessagesSection />
        <PushSection />
        <DevicesSection />
        <TermsSection />
        <HomeScreenHelp />
        <Section title={words.appearance}>
          <Stack>
            <AppearanceSetting />
            <LanguageSetting />
            <SearchKeySetting />
          </Stack>
        </Section>
        <StorageSection />
        <SupportSection />
        <VersionSection />
        <SignOutButton />
      </Page>
    </Main>
  );
}
