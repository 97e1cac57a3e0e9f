import { type ReactNode, useState } from 'react';
import { applicationTypes } from '../../../../contract/common/codes.ts';
import { getDeviceSystem } from '../../../data/device/device-system.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Steps } from '../../../ui/feedback/steps.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { helpMessages } from './help-messages.ts';

interface Symptom {
  see: string;
  steps: readonly string[];
}

type SymptomHelpProps = {
  /** The type of the application; null where it is not known. */
  type: number | null;
  /** Tries the install again; null where it can't be. */
  onRetry: (() => void) | null;
  /** How the person goes on when that does not help; `symptom`: what they see, once they have said so. */
  more: (symptom: string | null) => ReactNode;
};

/** Asks what the person sees, and shows the way out of that one cause. */
export function SymptomHelp({ type, onRetry, more }: SymptomHelpProps) {
  const words = useMessages(helpMessages);
  const symptoms = useSymptoms(type);
  const [seen, setSeen] = useState<string | null>(null);
  const symptom = symptoms.find(({ see }) => see === seen);
  if (symptom === undefined) {
    return (
      <Stack>
        <p>{words.question}</p>
        {symptoms.map(({ see }) => (
          <Button key={see} variant="plain" full onClick={() => setSeen(see)}>
            {see}
          </Button>
        ))}
        {more(null)}
      </Stack>
    );
  }
  return (
    <Stack>
      <h3>{symptom.see}</h3>
      <Steps steps={symptom.steps} />
      {onRetry && (
        <Button variant="strong" full onClick={onRetry}>
          {words.again}
        </Button>
      )}
      {more(symptom.see)}
      <Button variant="quiet" full onClick={() => setSeen(null)}>
        {words.back}
      </Button>
    </Stack>
  );
}

/** What people can see on this device; only iOS knows profiles. */
function useSymptoms(type: number | null): Symptom[] {
  const words = useMessages(helpMessages);
  const isProfile = type === applicationTypes.iosConfiguration;
  return [
    ...words.symptoms[getDeviceSystem()],
    ...(isProfile ? [words.profile] : []),
    { see: words.other, steps: words.otherSteps },
  ];
}
