import { Component, type ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { useMessages } from '../ui/i18n/context.tsx';
import { Main } from '../ui/layout/frame.tsx';
import { Page } from '../ui/layout/page.tsx';
import { appMessages } from './messages.ts';

interface ErrorBoundaryProps {
  /** The page's address: at another address, the failure is forgotten. */
  place: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  place: string;
  failed: boolean;
}

/** Shows an error in place of a page that can't be drawn; the rest of the catalog continues to work. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { place: this.props.place, failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return place === state.place ? null : { place, failed: false };
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const words = useMessages(appMessages);
  return (
    <Main>
      <Page>
        {/* A release whose first page can't be drawn is taken back: src/trial.ts looks for this. */}
        <div data-broken>
          <ErrorState
            heading="h1"
            title={words.broken}
            action={<Button onClick={() => location.reload()}>{words.reload}</Button>}
          >
            {words.brokenHelp}
          </ErrorState>
        </div>
      </Page>
    </Main>
  );
}
