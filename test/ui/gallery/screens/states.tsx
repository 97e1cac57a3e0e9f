import { Button } from '../../../../src/ui/controls/button.tsx';
import { EmptyState } from '../../../../src/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../../src/ui/feedback/error-state.tsx';
import { Note } from '../../../../src/ui/feedback/note.tsx';
import {
  Skeleton,
  SkeletonBanner,
  SkeletonPage,
  SkeletonRows,
  SkeletonShelf,
} from '../../../../src/ui/feedback/skeleton.tsx';
import { Page } from '../../../../src/ui/layout/page.tsx';
import { Section } from '../../../../src/ui/layout/section.tsx';
import { TopBar } from '../../../../src/ui/layout/top-bar.tsx';
import { Shell } from './shell.tsx';

const facts = [
  { label: 'Code', value: '5' },
  { label: 'Reference', value: '0f4e3a52-8f1c-4f0e-9c55-4d3e1f2a9b77' },
];

export function StatesScreen() {
  return (
    <Shell tab="updates">
      <Page>
        <TopBar title="Updates">
          <h1>Updates</h1>
        </TopBar>
        <Note>A new version of the catalog is ready.</Note>
        <Note tone="success" title="Sent.">
          Your review counts.
        </Note>
        <Note tone="warn" title="Offline.">
          What you see was saved 2 hours ago.
        </Note>
        <Note tone="error" title="Not sent." action={<Button size="pill">Details</Button>}>
          The service refused it.
        </Note>
        <Section title="Empty">
          <EmptyState icon="success" title="Everything is up to date" action={<Button>See all apps</Button>}>
            Your 12 apps are at the latest version.
          </EmptyState>
        </Section>
        <Section title="Error">
          <ErrorState
            title="The server cannot be reached"
            action={<Button variant="strong">Try again</Button>}
            details={{ summary: 'Details for support', facts }}
          >
            What you wrote is kept and will be sent when the connection is back.
          </ErrorState>
        </Section>
        <Section title="Waiting">
          <Skeleton label="Loading">
            <SkeletonBanner />
            <SkeletonShelf />
            <SkeletonRows count={3} />
            <SkeletonPage />
          </Skeleton>
        </Section>
      </Page>
    </Shell>
  );
}
