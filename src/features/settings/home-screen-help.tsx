import { getDeviceSystem } from '../../data/device/device-system.ts';
import { Button } from '../../ui/controls/button.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { Steps } from '../../ui/feedback/steps.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { useInstallPrompt } from './install-prompt-state.ts';
import { settingsMessages } from './messages.ts';
import { useIsAdded } from './use-is-added.ts';

/** Adds the catalog to the home screen: with a button where the browser allows one, otherwise with steps for this system. */
export function HomeScreenHelp() {
  const words = useMessages(settingsMessages).home;
  const isAdded = useIsAdded();
  return (
    <Section title={words.title}>
      {isAdded ? (
        <StatusLine icon="success">{words.already}</StatusLine>
      ) : (
        <Card>
          <AddToHomeScreen />
        </Card>
      )}
    </Section>
  );
}

/** Why and how to add the catalog. */
export function AddToHomeScreen() {
  const words = useMessages(settingsMessages).home;
  const { event } = useInstallPrompt();
  return (
    <>
      <p>{words.why}</p>
      {event === null ? <ByHand /> : <AddButton />}
    </>
  );
}

function AddButton() {
  const words = useMessages(settingsMessages).home;
  const { ask } = useInstallPrompt();
  return (
    <Button icon="add-home" variant="strong" onClick={() => void ask()}>
      {words.add}
    </Button>
  );
}

function ByHand() {
  const words = useMessages(settingsMessages).home;
  const system = getDeviceSystem();
  return (
    <>
      <Steps steps={words[system]} />
      {system === 'ios' && <p className="quiet small">{`${words.iosOther} ${words.signInAgain}`}</p>}
    </>
  );
}
