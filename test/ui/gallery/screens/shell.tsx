import type { ReactNode } from 'react';
import { Button } from '../../../../src/ui/controls/button.tsx';
import { Link } from '../../../../src/ui/controls/link.tsx';
import { Brand } from '../../../../src/ui/layout/brand.tsx';
import { Frame, Main, type NavItem } from '../../../../src/ui/layout/frame.tsx';
import { Avatar } from '../../../../src/ui/pictures/avatar.tsx';
import type { Sample } from '../samples.ts';

type Tab = 'home' | 'apps' | 'search' | 'updates' | 'mine';
type ShellProps = { tab: Tab; list?: ReactNode; showing?: 'list' | 'detail'; children: ReactNode };

/** The frame around the sample screens. */
export function Shell({ tab, list, showing = 'detail', children }: ShellProps) {
  return (
    <Frame
      nav={navOf(tab)}
      labels={{ nav: 'Main', skip: 'Skip to content' }}
      railStart={<Brand name="Northwind Field Services" shape="mark" />}
      railEnd={<Account />}
    >
      <Main {...(list !== undefined && { list: { label: 'Apps', content: list } })} showing={showing}>
        {children}
      </Main>
    </Frame>
  );
}

export function Account() {
  return (
    <Link href="#account" aria-label="Account of Ann Lee">
      <Avatar name="Ann Lee" />
    </Link>
  );
}

/** The right button of a row. */
export function RowButton({ sample }: { sample: Sample }) {
  const variant = ({ Install: 'soft', Update: 'strong', Open: 'plain' } as const)[sample.word];
  return (
    <Button
      size="pill"
      variant={variant}
      reserve={['Install', 'Update', 'Open']}
      aria-label={`${sample.word} ${sample.name}`}
    >
      {sample.word}
    </Button>
  );
}

function navOf(tab: Tab): NavItem[] {
  const badge = { text: '2', label: '2 updates' };
  return [
    { href: '?screen=home', label: 'Home', icon: 'home', current: tab === 'home' },
    { href: '?screen=list', label: 'Apps', icon: 'apps', current: tab === 'apps' },
    { href: '?screen=parts', label: 'Search', icon: 'search', current: tab === 'search' },
    { href: '?screen=states', label: 'Updates', icon: 'download', current: tab === 'updates', badge },
    { href: '?screen=form', label: 'Mine', icon: 'phone', current: tab === 'mine' },
  ];
}
