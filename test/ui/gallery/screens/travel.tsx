import { createContext, type MouseEvent, useContext, useState } from 'react';
import { flushSync } from 'react-dom';
import { AppIcon } from '../../../../src/ui/app-icon.tsx';
import { AppRow } from '../../../../src/ui/app-row.tsx';
import { Button } from '../../../../src/ui/button.tsx';
import { Hero } from '../../../../src/ui/hero.tsx';
import { LinkComponent, type LinkProps } from '../../../../src/ui/link.tsx';
import { Page } from '../../../../src/ui/page.tsx';
import { VirtualList } from '../../../../src/ui/scrolling/virtual-list.tsx';
import { travel } from '../../../../src/ui/view-transition.ts';
import { manySamples, type Sample } from '../samples.ts';

const all = manySamples(1000);

/** From a row to its page and back: the icon travels, and the list is where it was. */
export function TravelScreen() {
  const [chosen, setChosen] = useState<Sample>();
  const go = (id: string, to: Sample | undefined) => travel(id, () => flushSync(() => setChosen(to)));
  const open = (id: string) => {
    void go(
      id,
      all.find((sample) => sample.id === id),
    );
  };
  return (
    <main>
      <Page>
        {chosen ? <Detail sample={chosen} onBack={() => go(chosen.id, undefined)} /> : <Rows onOpen={open} />}
      </Page>
    </main>
  );
}

function Detail({ sample, onBack }: { sample: Sample; onBack: () => Promise<void> }) {
  return (
    <>
      <Hero icon={<AppIcon {...sample.icon} size={112} />} title={sample.name} line={sample.line} />
      <Button onClick={onBack}>Back to the list</Button>
    </>
  );
}

function Rows({ onOpen }: { onOpen: (id: string) => void }) {
  return (
    <Opening value={onOpen}>
      <LinkComponent value={OpeningLink}>
        <h1>Apps</h1>
        <VirtualList label="Apps" items={all} keyOf={(sample) => sample.id} place="travel">
          {(sample) => <AppRow href={sample.id} icon={sample.icon} line={sample.line} />}
        </VirtualList>
      </LinkComponent>
    </Opening>
  );
}

const Opening = createContext<(id: string) => void>(() => undefined);

function OpeningLink({ href, children, ...rest }: LinkProps) {
  const open = useContext(Opening);
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    open(href);
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}
