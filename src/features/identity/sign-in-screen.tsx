import type { ReactNode } from 'react';
import { engine } from '../../data/current.ts';
import { Brand } from '../../ui/brand.tsx';
import { Card } from '../../ui/card.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Page } from '../../ui/page.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { identityMessages } from './messages.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useSupport } from './use-support.ts';
import './sign-in.css';

/** Where somebody says who they are. `footer`: what else belongs at its end, such as the choice of language. */
export function SignInScreen({ footer }: { footer?: ReactNode }) {
  const name = useObservable(engine().branding.state).value?.name;
  return (
    <main>
      <Page width="narrow" centred>
        {name !== undefined && <Brand name={name} />}
        <Card>
          <Stack>
            <SignInForm />
          </Stack>
        </Card>
        <Help />
        {footer}
      </Page>
    </main>
  );
}

function Help() {
  const words = useMessages(identityMessages);
  const support = useSupport();
  if (support === '') return null;
  return (
    <p className="sign-in-help quiet small">
      {words.help} <a href={`mailto:${support}`}>{support}</a>
    </p>
  );
}
