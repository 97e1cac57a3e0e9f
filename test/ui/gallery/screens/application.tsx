import { Button } from '../../../../src/ui/controls/button.tsx';
import { Expandable } from '../../../../src/ui/controls/expandable.tsx';
import { IconButton } from '../../../../src/ui/controls/icon-button.tsx';
import { Meter, Meters } from '../../../../src/ui/feedback/meter.tsx';
import { Card } from '../../../../src/ui/layout/card.tsx';
import { Hero } from '../../../../src/ui/layout/hero.tsx';
import { Page, StickyAction } from '../../../../src/ui/layout/page.tsx';
import { Section } from '../../../../src/ui/layout/section.tsx';
import { TopBar } from '../../../../src/ui/layout/top-bar.tsx';
import { Comment } from '../../../../src/ui/lists/comment.tsx';
import { Details, Facts } from '../../../../src/ui/lists/facts.tsx';
import { AppIcon } from '../../../../src/ui/pictures/app-icon.tsx';
import { Screenshots } from '../../../../src/ui/pictures/screenshots.tsx';
import { samples, shots } from '../samples.ts';
import { AppList } from './list.tsx';
import { Shell } from './shell.tsx';

const shotLabels = {
  close: 'Close',
  previous: 'Previous picture',
  next: 'Next picture',
  zoom: 'Zoom in',
  position: ({ position, total }: { position: number; total: number }) => `${position} of ${total}`,
  open: ({ picture }: { picture: string }) => `Enlarge: ${picture}`,
};
const text = `Walk the line with two sensors and see the leak as a peak on the map. Works without a signal and sends when you are back.

Hold the first sensor on the valve, the second on the next hydrant, and wait for the trace to settle. The distance is worked out from the pipe's material and diameter, which come from the network plan. Traces can be compared with those of last year, and sent to the office with a photograph of the place.

The app asks for the microphone and for Bluetooth; it never listens in the background.`;

export function ApplicationScreen() {
  const sample = samples[4];
  return (
    <Shell tab="apps" list={<AppList current="many-4" />}>
      <Page>
        <TopBar
          title="Leak Finder"
          back={{ label: 'Back to apps', href: '?screen=list' }}
          actions={
            <>
              <IconButton icon="share" label="Share" />
              <IconButton icon="qr" label="Continue on a phone" />
            </>
          }
        >
          <Hero
            icon={sample && <AppIcon {...sample.icon} size={112} loading="eager" />}
            title="Leak Finder"
            line="Acoustics team"
            note="Required by Friday 27 November"
          />
        </TopBar>
        <Facts
          facts={[
            { value: '94 %', label: 'like it · 212' },
            { value: '4.2.0', label: 'version' },
            { value: '18 MB', label: 'size' },
            { value: '3 days', label: 'old' },
          ]}
        />
        <StickyAction>
          <Button size="large" variant="strong" full>
            Update to 4.2.0
          </Button>
        </StickyAction>
        <Section title="What changed" more={{ href: '#history', text: 'History' }}>
          <Expandable labels={{ more: 'More', less: 'Less' }}>
            Traces are kept when the signal drops. Two sensors can be paired at once. Reads the new valve
            tags.
          </Expandable>
        </Section>
        <Screenshots label="Screenshots" labels={shotLabels} shots={shots} />
        <Section title="Description">
          <Expandable labels={{ more: 'More', less: 'Less' }}>{text}</Expandable>
        </Section>
        <Section title="Reviews" more={{ href: '#write', text: 'Write one' }}>
          <Card>
            <Meters>
              <Meter label="Like" value={199} max={212} text="199" />
              <Meter label="Don't" value={13} max={212} text="13" />
            </Meters>
          </Card>
          <Comment
            person="Kim Moore"
            title="Finds what the ear misses"
            about="On version 4.2.0, installed · 2 days ago"
            rating={{ value: 'like', label: 'Likes it' }}
          >
            Paired on the first try.
          </Comment>
        </Section>
        <Section title="Details">
          <Details
            facts={[
              { label: 'Needs', value: 'Android 9 or newer' },
              { label: 'Released', value: '18 November 2026' },
              {
                label: 'Checksum',
                value: '9f3c77a10b6642d9a1f08c5e2b7d4406f0a9c1e58d3b7742e6f1a0c9d8b7e04b',
              },
            ]}
          />
        </Section>
      </Page>
    </Shell>
  );
}
