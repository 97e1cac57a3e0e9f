import { fireEvent, render, screen } from '@testing-library/react';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppIcon } from '../../src/ui/pictures/app-icon.tsx';
import { getHue, getInitials } from '../../src/ui/pictures/initials.ts';

function picture(container: HTMLElement): HTMLImageElement | null {
  return container.querySelector('img');
}

describe("an application's icon", () => {
  it('is its picture, in the size of its place', () => {
    const { container } = render(
      <AppIcon id="a1" name="Leak Finder" src="/i/56.png" srcSet="/i/56.png 56w, /i/112.png 112w" />,
    );
    expect(picture(container)).toHaveAttribute('sizes', '56px');
    expect(picture(container)).toHaveAttribute('alt', '');
  });

  it('is the initials where there is no picture', () => {
    render(<AppIcon id="a1" name="Leak Finder" />);
    expect(screen.getByText('LF')).toBeInTheDocument();
  });

  it('is the initials where the picture is broken, until there is another', () => {
    const { container, rerender } = render(<AppIcon id="a1" name="Leak Finder" src="/gone.png" />);
    const broken = picture(container);
    if (broken) fireEvent.error(broken);
    expect(picture(container)).toBeNull();
    expect(screen.getByText('LF')).toBeInTheDocument();
    rerender(<AppIcon id="a1" name="Leak Finder" src="/new.png" />);
    expect(picture(container)).toHaveAttribute('src', '/new.png');
  });
});

describe('the stand-in of a name', () => {
  it.each([
    ['Leak Finder', 'LF'],
    ['handbook', 'H'],
    ['Étude élan', 'ÉÉ'],
    ['  E-Mail   client ', 'EM'],
    ['👷 Crew', '👷C'],
    ['', ''],
  ])('%j is %j', (name, initials) => {
    expect(getInitials(name)).toBe(initials);
  });

  it('has a colour of its id, always the same', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        expect(getHue(id)).toBe(getHue(id));
        expect(getHue(id) % 15).toBe(0);
        expect(getHue(id)).toBeGreaterThanOrEqual(0);
        expect(getHue(id)).toBeLessThan(360);
      }),
    );
  });

  it('spreads the colours', () => {
    const hues = new Set(Array.from({ length: 200 }, (_, at) => getHue(`app-${at}`)));
    expect(hues.size).toBeGreaterThan(20);
  });
});
