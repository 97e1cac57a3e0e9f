import type { ReactNode } from 'react';
import { forgottenPath } from '../../../../contract/common/catalog-pages.ts';
import { useEngine } from '../../../engine-context.tsx';
import { useObservable } from '../../../ui/hooks/use-observable.ts';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { Brand } from '../../../ui/layout/brand.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { identityMessages } from '../messages.ts';
import { SupportLine } from '../support-line.tsx';
import { SignInForm } from './sign-in-form.tsx';
import './sign-in.css';

/** The sign-in screen. `footer`: what is shown at its end, such as the choice of language. */
export function SignInScreen({ footer }: { footer?: ReactNode }) {
  const words = useMessages(identityMessages);
  const name = useObservable(useEngine().branding.state).value?.name;
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
          <a href={forgottenPath}>{words.forgotten}</a>
        </p>
        <SupportLine />
        {footer}
      </Page>
    </main>
  );
}
