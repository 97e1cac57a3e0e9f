import { lazy, Suspense, useState } from 'react';
import { getDeviceSystem } from '../data/device/device-system.ts';
import { useAccount } from '../engine-context.tsx';
import { getPushSupport } from '../features/messages/push-support.ts';
import { useInstallPrompt } from '../features/settings/install-prompt-state.ts';
import { usePreferences } from '../features/settings/preferences-state.ts';
import { useIsAdded } from '../features/settings/use-is-added.ts';
import { Button } from '../ui/controls/button.tsx';
import { useMessages } from '../ui/i18n/context.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Section } from '../ui/layout/section.tsx';
import { Cluster } from '../ui/layout/stack.tsx';
import type { FirstStep } from './first-visit-sheet.tsx';
import { appMessages } from './messages.ts';

/** Loaded at a tap. */
const FirstVisitSheet = lazy(async () => ({
  default: (await import('./first-visit-sheet.tsx')).FirstVisitSheet,
}));

/**
 * On the home page until the person dismisses it: what this is, and what makes it more useful on this device. Nothing
 * once all of that is done.
 */
export function FirstVisit() {
  const account = useAccount();
  const words = useMessages(appMessages).firstVisit;
  const { welcomed, setWelcomed } = usePreferences();
  const { event, ask } = useInstallPrompt();
  const isAdded = useIsAdded();
  const [step, setStep] = useState<FirstStep | null>(null);
  const asksForPush = getPushSupport() === 'ask';
  if (welcomed || (isAdded && !asksForPush)) return null;
  const add = () => (event === null ? setStep('home-screen') : void ask());
  return (
    <Section title={words.title({ organization: account.organization.name })}>
      <Card>
        <p>{words.what}</p>
        <Cluster>
          {!isAdded && (
            <Button icon="add-home" onClick={add}>
              {getDeviceSystem() === 'desk' ? words.install : words.add}
            </Button>
          )}
          {asksForPush && (
            <Button icon="bell" onClick={() => setStep('notifications')}>
              {words.notify}
            </Button>
          )}
          <Button variant="quiet" onClick={setWelcomed}>
            {words.dismiss}
          </Button>
        </Cluster>
      </Card>
      <Suspense fallback={null}>
        {step !== null && <FirstVisitSheet step={step} onClose={() => setStep(null)} />}
      </Suspense>
    </Section>
  );
}
