import { useState } from 'react';
import { ChipChoice } from '../../../../src/ui/controls/chips.tsx';
import { IconButton } from '../../../../src/ui/controls/icon-button.tsx';
import { SearchField } from '../../../../src/ui/controls/search-field.tsx';
import { EmptyState } from '../../../../src/ui/feedback/empty-state.tsx';
import { Page } from '../../../../src/ui/layout/page.tsx';
import { TopBar } from '../../../../src/ui/layout/top-bar.tsx';
import { AppRow } from '../../../../src/ui/lists/app-row.tsx';
import { VirtualList } from '../../../../src/ui/scrolling/virtual-list.tsx';
import { manySamples, type Sample } from '../samples.ts';
import { RowButton, Shell } from './shell.tsx';

const all = manySamples(10_000);

/** Ten thousand rows: the whole screen on a phone, beside the detail on a wide screen. */
export function ListScreen() {
  return (
    <Shell tab="apps" list={<AppList />} showing="list">
      <Page centred>
        <EmptyState icon="apps" title="No app chosen">
          Choose one from the list to see it here.
        </EmptyState>
      </Page>
    </Shell>
  );
}

export function AppList({ current }: { current?: string }) {
  const [kind, setKind] = useState('all');
  const [text, setText] = useState('');
  const found = all.filter((sample) => sample.name.toLowerCase().includes(text.toLowerCase()));
  return (
    <Page width="pane">
      <TopBar title="Apps" actions={<IconButton icon="sort" label="Sort" />}>
        <h1>Apps</h1>
      </TopBar>
      <SearchField label="Search 10,000 apps" clearLabel="Clear" value={text} onChange={setText} />
      <ChipChoice label="Show" value={kind} onChange={setKind} options={KINDS} />
      <VirtualList label="All apps" items={found} keyOf={(sample) => sample.id}>
        {(sample) => <Row sample={sample} current={sample.id === current} />}
      </VirtualList>
    </Page>
  );
}

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'installed', label: 'Installed' },
  { value: 'updates', label: 'Updates' },
  { value: 'web', label: 'Web' },
];

function Row({ sample, current }: { sample: Sample; current: boolean }) {
  return (
    <AppRow
      href="?screen=application"
      icon={sample.icon}
      line={sample.line}
      current={current}
      trailing={<RowButton sample={sample} />}
    />
  );
}
