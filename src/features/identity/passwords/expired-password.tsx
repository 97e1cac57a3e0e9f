import { type ComponentProps, lazy, Suspense } from 'react';
import type { ExpiredPasswordForm } from './expired-password-form.tsx';

const Form = lazy(async () => ({
  default: (await import('./expired-password-form.tsx')).ExpiredPasswordForm,
}));

/** Asks for a new password in place of an expired one; loaded when it is needed, which is seldom. */
export function ExpiredPassword(props: ComponentProps<typeof ExpiredPasswordForm>) {
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  );
}
