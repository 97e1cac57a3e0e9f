import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Button } from '../../src/ui/controls/button.tsx';
import { Dialog } from '../../src/ui/feedback/dialog.tsx';
import { ErrorState } from '../../src/ui/feedback/error-state.tsx';
import { Meter } from '../../src/ui/feedback/meter.tsx';
import { Note } from '../../src/ui/feedback/note.tsx';
import { ToastProvider, useToast } from '../../src/ui/feedback/toast.tsx';
import { Frame, Main, type NavItem } from '../../src/ui/layout/frame.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import { AppRow } from '../../src/ui/lists/app-row.tsx';
import { Banner, BannerCarousel } from '../../src/ui/lists/banner-carousel.tsx';
import { Shelf, ShelfItem } from '../../src/ui/lists/shelf.tsx';
import { QrCode } from '../../src/ui/pictures/qr-code.tsx';
import { VirtualList } from '../../src/ui/scrolling/virtual-list.tsx';

const arrows = { previous: 'Back', next: 'Forward' };

describe('a row', () => {
  it('leads to the application, with a button of its own', () => {
    render(
      <AppRow
        href="/app/a1"
        icon={{ id: 'a1', name: 'Leak Finder' }}
        line="Acoustic traces"
        trailing={<Button>Install</Button>}
        current
      />,
    );
    const link = screen.getByRole('link', { name: 'Leak Finder' });
    expect(link).toHaveAttribute('href', '/app/a1');
    expect(link).toHaveAttribute('aria-current', 'true');
    expect(link).not.toContainElement(screen.getByRole('button', { name: 'Install' }));
  });
});

describe('shelves and banners', () => {
  it('are a list under its heading', () => {
    render(
      <Section title="Popular" more={{ href: '/all', text: 'See all', label: 'See all: Popular' }}>
        <Shelf label="Popular" labels={arrows}>
          <ShelfItem href="/a" icon={{ id: 'a', name: 'Site Survey' }} />
          <ShelfItem href="/b" icon={{ id: 'b', name: 'Shift Clock' }} />
        </Shelf>
      </Section>,
    );
    const region = screen.getByRole('region', { name: 'Popular' });
    expect(within(region).getByRole('link', { name: 'See all: Popular' })).toBeInTheDocument();
    expect(within(within(region).getByRole('list')).getAllByRole('link')).toHaveLength(2);
  });

  it('are links with their words', () => {
    render(
      <BannerCarousel label="Featured" labels={arrows}>
        {[<Banner key="a" href="/a" kicker="New" title="Plan the route" />]}
      </BannerCarousel>,
    );
    const featured = screen.getByRole('region', { name: 'Featured' });
    expect(within(featured).getByRole('link')).toHaveAccessibleName('New Plan the route');
  });

  it('draw lines in place of a picture that cannot be loaded', () => {
    const { container } = render(<Banner href="/a" title="Plan the route" image={{ src: '/gone.webp' }} />);
    const picture = container.querySelector('img');
    if (picture === null) throw new Error('There is no picture.');
    fireEvent.error(picture);
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('svg')).not.toBeNull();
  });
});

describe('the frame', () => {
  const nav: NavItem[] = [
    { href: '/', label: 'Home', icon: 'home', current: 'page' },
    {
      href: '/updates',
      label: 'Updates',
      icon: 'download',
      current: false,
      badge: { text: '2', label: '2 updates' },
    },
  ];

  it('names its parts, and lets the keyboard skip to the content', () => {
    render(
      <Frame nav={nav} labels={{ nav: 'Main', skip: 'Skip to content' }}>
        <Main>
          <p>Content</p>
        </Main>
      </Frame>,
    );
    const main = screen.getByRole('main');
    expect(main).toHaveTextContent('Content');
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', `#${main.id}`);
  });

  it('says which place is current, and how many updates wait', () => {
    render(
      <Frame nav={nav} labels={{ nav: 'Main', skip: 'Skip' }}>
        <Main>
          <p>Content</p>
        </Main>
      </Frame>,
    );
    const links = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(links.getByRole('link', { current: 'page' })).toHaveAccessibleName('Home');
    expect(links.getByRole('link', { name: /Updates/ })).toHaveAccessibleName('Updates 2 updates');
  });
});

function Confirm() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Sign out</Button>
      <Dialog open={open} title="Sign out?" onClose={() => setOpen(false)} closeLabel="Close">
        <p>Two reviews are not sent yet.</p>
      </Dialog>
    </>
  );
}

describe('a dialog', () => {
  it('is named by its title, and gives the focus back', async () => {
    render(<Confirm />);
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    const dialog = screen.getByRole('dialog', { name: 'Sign out?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Two reviews are not sent yet.')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Sign out' })).toHaveFocus();
  });

  it('is closed by a press beside its box, not inside', async () => {
    render(<Confirm />);
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await userEvent.click(screen.getByText('Two reviews are not sent yet.'));
    expect(screen.getByRole('dialog')).toBeVisible();
    await userEvent.click(screen.getByRole('dialog'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('stays open when the one in it is closed', async () => {
    let isClosed = false;
    render(
      <Dialog open title="Help" onClose={() => void (isClosed = true)}>
        <Confirm />
      </Dialog>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    fireEvent(screen.getByRole('dialog', { name: 'Sign out?' }), new Event('cancel', { cancelable: true }));
    expect(screen.queryByText('Two reviews are not sent yet.')).not.toBeInTheDocument();
    expect(isClosed).toBe(false);
  });
});

function Saying() {
  const say = useToast();
  const undone = () => say({ text: 'It is back.' });
  return (
    <>
      <Button onClick={() => say({ text: 'Will be sent.' })}>Send</Button>
      <Button onClick={() => say({ text: 'Removed.', action: { label: 'Undo', onPress: undone } })}>
        Remove
      </Button>
    </>
  );
}

describe('a toast', () => {
  it('is said in the one live region; the newest replaces the one before', async () => {
    render(
      <ToastProvider dismissLabel="Dismiss">
        <Saying />
      </ToastProvider>,
    );
    const region = screen.getByRole('status');
    expect(region).toBeEmptyDOMElement();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(region).toHaveTextContent('Will be sent.');
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(region).toHaveTextContent('Removed.');
    expect(region).not.toHaveTextContent('Will be sent.');
    await userEvent.click(within(region).getByRole('button', { name: 'Dismiss' }));
    expect(region).toBeEmptyDOMElement();
  });

  it('can offer a way back', async () => {
    render(
      <ToastProvider dismissLabel="Dismiss">
        <Saying />
      </ToastProvider>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('status')).not.toHaveTextContent('Removed.');
  });
});

describe('what is said', () => {
  it('appears as an alert when it is an error that just happened', () => {
    render(
      <Note tone="error" title="Not sent." live>
        The service refused it.
      </Note>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Not sent. The service refused it.');
  });

  it('keeps codes behind the details', async () => {
    render(
      <ErrorState
        title="The server cannot be reached"
        details={{ summary: 'Details', facts: [{ label: 'Code', value: '5' }] }}
      >
        What you wrote is kept.
      </ErrorState>,
    );
    expect(screen.getByText('5')).not.toBeVisible();
    await userEvent.click(screen.getByText('Details'));
    expect(screen.getByText('5')).toBeVisible();
  });

  it('by a meter is its value in words', () => {
    render(<Meter kind="progress" label="Installed" value={3} max={2} text="2 of 2" />);
    const bar = screen.getByRole('progressbar', { name: 'Installed' });
    expect(bar).toHaveAttribute('aria-valuetext', '2 of 2');
    expect(bar).toHaveAttribute('aria-valuenow', '2');
  });

  it('by a QR code is said in words too', () => {
    render(<QrCode value="https://apps.example.org/a/1" label="QR code of this page" />);
    expect(screen.getByText('QR code of this page')).toBeInTheDocument();
  });
});

function Names({ items }: { items: readonly string[] }) {
  return (
    <VirtualList label="All apps" items={items} keyOf={(name) => name}>
      {(name) => <p>{name}</p>}
    </VirtualList>
  );
}

describe('a long list', () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `App ${at + 1}`);
  it('draws what is near, and says where each row stands', () => {
    render(<Names items={names} />);
    const rows = screen.getAllByRole('listitem');
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]).toHaveAttribute('aria-posinset', '1');
    expect(rows[0]).toHaveAttribute('aria-setsize', '10000');
  });

  it('may become short or empty', () => {
    const { rerender } = render(<Names items={names} />);
    rerender(<Names items={['App 7']} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    rerender(<Names items={[]} />);
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
  });
});
