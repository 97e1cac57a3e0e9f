import type { ReactNode } from 'react';
import { getForgottenPath } from '../../../../contract/common/catalog-pages.ts';
import { getEngine } from '../../../data/current.ts';
import { Brand } from '../../../ui/brand.tsx';
import { Card } from '../../../ui/card.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { Page } from '../../../ui/page.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { useObservable } from '../../../ui/use-observable.ts';
import { identityMessages } from '../messages.ts';
import { SupportLine } from '../support-line.tsx';
import { SignInForm } from './sign-in-form.tsx';
import './sign-in.css';

/** The sign-in screen. `footer`: what is shown at its end, such as the choice of language. */
export function SignInScreen({ footer }: { footer?: ReactNode }) {
  const words = useMessages(identityMessages);
  const name = useObservable(getEngine().branding.state).value?.name;
  return (
    <main>
      <Page width="narrow" centred>
        <Brand name={name} />
        <Card>
          <Stack>
            <SignInForm />
          </Stack>
        </Card>
        <p className="sign-in-help quiet small">
          <a href={getForgottenPath}>{words.forgotten}</a>
        </p>
        <SupportLine />
        {footer}
      </Page>
    </main>
  );
}
