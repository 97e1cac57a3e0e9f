import { type ReactNode, useState } from 'react';
import { applicationTypes } from '../../../../contract/common/codes.ts';
import { deviceSystem } from '../../../data/device/device-system.ts';
import { Button } from '../../../ui/button.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { helpMessages } from './help-messages.ts';

interface Symptom {
  name: string;
  see: string;
  steps: readonly string[];
}

type SymptomHelpProps = {
  /** The type of the application. */
  type: number;
  /** Tries the install again; null where it can't be. */
  onAgain: (() => void) | null;
  /** How the person goes on when that does not help; `symptom`: what they see, once they have said so. */
  more: (symptom: string | null) => ReactNode;
};

/** Asks what the person sees, and shows the way out of that one cause. */
export function SymptomHelp({ type, onAgain, more }: SymptomHelpProps) {
  const words = useMessages(helpMessages);
  const symptoms = useSymptoms(type);
  const [name, setName] = useState<string | null>(null);
  const symptom = symptoms.find((one) => one.name === name);
  if (symptom === undefined) {
    return (
      <Stack>
        <p>{words.question}</p>
        {symptoms.map(({ name: own, see }) => (
          <Button key={own} variant="plain" full onClick={() => setName(own)}>
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
      {onAgain && (
        <Button variant="strong" full onClick={onAgain}>
          {words.again}
        </Button>
      )}
      {more(symptom.see)}
      <Button variant="quiet" full onClick={() => setName(null)}>
        {words.back}
      </Button>
    </Stack>
  );
}

/** What people can see on this device; only iOS knows profiles. */
function useSymptoms(type: number): Symptom[] {
  const words = useMessages(helpMessages);
  const isProfile = type === applicationTypes.iosConfiguration;
  const own = Object.entries(words.symptoms[deviceSystem()])
    .filter(([name]) => name !== 'profile' || isProfile)
    .map(([name, { see, steps }]) => ({ name, see, steps }));
  return [...own, { name: 'other', see: words.other, steps: words.otherSteps }];
}
