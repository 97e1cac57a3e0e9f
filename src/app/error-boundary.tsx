import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { useMessages } from '../ui/i18n/context.tsx';
import { Page } from '../ui/page.tsx';
import { appMessages } from './messages.ts';

type ErrorBoundaryProps = { children: ReactNode };

/** A page that fails says so and leaves the rest of the catalog alone. Give it a key that changes with the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const words = useMessages(appMessages);
  return (
    <Page>
      <ErrorState
        heading="h1"
        title={words.broken}
        action={<Button onClick={() => location.reload()}>{words.reload}</Button>}
      >
        {words.brokenHelp}
      </ErrorState>
    </Page>
  );
}
