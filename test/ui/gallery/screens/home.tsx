import { Button } from '../../../../src/ui/controls/button.tsx';
import { ChipLinks } from '../../../../src/ui/controls/chips.tsx';
import { Note } from '../../../../src/ui/feedback/note.tsx';
import { StatusLine, StatusLines } from '../../../../src/ui/feedback/status-line.tsx';
import { useToast } from '../../../../src/ui/feedback/toast.tsx';
import { Brand } from '../../../../src/ui/layout/brand.tsx';
import { Page } from '../../../../src/ui/layout/page.tsx';
import { Section } from '../../../../src/ui/layout/section.tsx';
import { TopBar } from '../../../../src/ui/layout/top-bar.tsx';
import { AppRow } from '../../../../src/ui/lists/app-row.tsx';
import { Banner, BannerCarousel } from '../../../../src/ui/lists/banner-carousel.tsx';
import { List } from '../../../../src/ui/lists/list.tsx';
import { Shelf, ShelfItem } from '../../../../src/ui/lists/shelf.tsx';
import { PullToRefresh } from '../../../../src/ui/scrolling/pull-to-refresh.tsx';
import { samples } from '../samples.ts';
import { Account, RowButton, Shell } from './shell.tsx';

const arrows = { previous: 'Back', next: 'Forward' };
const categories = ['All', 'Safety', 'Field work', 'Logistics', 'Time', 'Training'];

export function HomeScreen() {
  const say = useToast();
  const refresh = async () => say({ text: 'Refreshed.' });
  return (
    <Shell tab="home">
      <PullToRefresh label="Refreshing" onRefresh={refresh}>
        <Page>
          <TopBar title="Home" lead={<Brand name="Northwind Field Services" />} actions={<Account />} />
          <BannerCarousel label="Featured" labels={arrows}>
            <Banner href="#a" kicker="New for Field Crew" title="Plan the route before the rain does" first />
            <Banner href="#b" kicker="Safety week" title="Two minutes before the ladder" />
            <Banner href="#c" title="The handbook now works in the basement" />
          </BannerCarousel>
          <Note
            tone="warn"
            icon="download"
            title="2 updates."
            action={
              <Button size="pill" variant="strong">
                Update
              </Button>
            }
          >
            Leak Finder is required by Friday.
          </Note>
          <Section title="Popular" more={{ href: '#all', text: 'See all', label: 'See all: Popular' }}>
            <Shelf label="Popular" labels={arrows}>
              {samples.map((sample) => (
                <ShelfItem key={sample.id} href="#app" icon={sample.icon} />
              ))}
            </Shelf>
          </Section>
          <ChipLinks
            label="Categories"
            links={categories.map((label, at) => ({ href: `#${label}`, label, current: at === 0 }))}
          />
          <Section
            title="New and changed"
            more={{ href: '#all', text: 'See all', label: 'See all: New and changed' }}
          >
            <List columns>
              {samples.map((sample) => (
                <li key={sample.id}>
                  <AppRow
                    href="#app"
                    icon={sample.icon}
                    line={sample.line}
                    trailing={<RowButton sample={sample} />}
                  />
                </li>
              ))}
            </List>
          </Section>
          <StatusLines>
            <StatusLine icon="offline">Offline · updated 2 hours ago</StatusLine>
          </StatusLines>
        </Page>
      </PullToRefresh>
    </Shell>
  );
}
