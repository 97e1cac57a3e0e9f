import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Button, ButtonLink, UnavailableButton } from '../../src/ui/controls/button.tsx';
import { ChipChoice, ChipToggle } from '../../src/ui/controls/chips.tsx';
import { IconButton } from '../../src/ui/controls/icon-button.tsx';
import { Link, LinkComponent, type LinkProps } from '../../src/ui/controls/link.tsx';
import { type Rating, Thumbs } from '../../src/ui/controls/thumbs.tsx';

function Counting({ children }: { children: (press: () => void) => ReactNode }) {
  const [presses, setPresses] = useState(0);
  return (
    <>
      {children(() => setPresses(presses + 1))}
      <output>{presses}</output>
    </>
  );
}

const presses = () => screen.getByRole('status').textContent;

describe('a button', () => {
  it('does what it says when pressed, by mouse and by key', async () => {
    render(<Counting>{(press) => <Button onClick={press}>Install</Button>}</Counting>);
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    await userEvent.keyboard('{Enter} ');
    expect(presses()).toBe('3');
  });

  it('keeps its word where it can do nothing, and says why beside it', () => {
    render(<UnavailableButton reason="needs a connection">Install</UnavailableButton>);
    const button = screen.getByRole('button', { name: 'Install', description: 'needs a connection' });
    expect(button).toHaveProperty('disabled', true);
    expect(screen.getByText('needs a connection')).toBeDefined();
  });

  it('keeps its name and its focus while busy, and does nothing', async () => {
    render(
      <Counting>
        {(press) => (
          <Button onClick={press} busy>
            Install
          </Button>
        )}
      </Counting>,
    );
    const button = screen.getByRole('button', { name: 'Install' });
    await userEvent.click(button);
    expect(presses()).toBe('0');
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-busy', 'true');
  });

  it('does not send a form unless it is its submit button', async () => {
    const sent: string[] = [];
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent.push('sent');
        }}
      >
        <Button>Help</Button>
        <Button type="submit">Send</Button>
        <Button type="submit" busy>
          Sending
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Help' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sending' }));
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(sent).toEqual(['sent']);
  });

  it('reserves the width of other labels without reading them aloud', () => {
    render(<Button reserve={['Update', 'Install']}>Open</Button>);
    expect(screen.getByRole('button')).toHaveAccessibleName('Open');
  });

  it('with only an icon has a name', () => {
    render(<IconButton icon="share" label="Share" />);
    expect(screen.getByRole('button', { name: 'Share' })).toBeInTheDocument();
  });
});

function Routed({ href, children }: LinkProps) {
  return <a href={`/base${href}`}>{children}</a>;
}

describe('a link', () => {
  it('is a plain one without a router', () => {
    render(<ButtonLink href="/apps">All apps</ButtonLink>);
    expect(screen.getByRole('link', { name: 'All apps' })).toHaveAttribute('href', '/apps');
  });

  it("is the application's own where it gave one", () => {
    render(
      <LinkComponent value={Routed}>
        <Link href="/apps">Apps</Link>
      </LinkComponent>,
    );
    expect(screen.getByRole('link')).toHaveAttribute('href', '/base/apps');
  });
});

const orders = [
  { value: 'name', label: 'Name' },
  { value: 'newest', label: 'Newest' },
  { value: 'liked', label: 'Best liked' },
] as const;

function Order() {
  const [order, setOrder] = useState<(typeof orders)[number]['value']>('name');
  return <ChipChoice label="Order" options={orders} value={order} onChange={setOrder} />;
}

function Filter() {
  const [on, setOn] = useState(false);
  return (
    <ChipToggle on={on} onToggle={setOn}>
      Installed
    </ChipToggle>
  );
}

describe('chips', () => {
  it('are a radio group of which one is chosen', async () => {
    render(<Order />);
    expect(screen.getByRole('group', { name: 'Order' })).toBeInTheDocument();
    await userEvent.click(screen.getByText('Newest'));
    expect(screen.getByRole('radio', { name: 'Newest' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Name' })).not.toBeChecked();
  });

  it('are moved through with the arrow keys', async () => {
    render(<Order />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('radio', { name: 'Best liked' })).toBeChecked();
  });

  it('that filter say whether they are on', async () => {
    render(<Filter />);
    const chip = screen.getByRole('button', { name: 'Installed' });
    expect(chip).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(chip);
    expect(chip).toHaveAttribute('aria-pressed', 'true');
  });
});

function Vote() {
  const [rating, setRating] = useState<Rating>();
  return (
    <Thumbs
      label="Rating"
      labels={{ like: 'Like', dislike: 'Dislike' }}
      value={rating}
      onChange={setRating}
    />
  );
}

describe('thumbs', () => {
  it('hold one rating, and take it back', async () => {
    render(<Vote />);
    const like = screen.getByRole('button', { name: 'Like' });
    const dislike = screen.getByRole('button', { name: 'Dislike' });
    await userEvent.click(like);
    expect(like).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(dislike);
    expect(like).toHaveAttribute('aria-pressed', 'false');
    expect(dislike).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(dislike);
    expect(dislike).toHaveAttribute('aria-pressed', 'false');
  });
});
