import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton, IconLink } from '../controls/icon-button.tsx';
import { observeVisible } from '../hooks/observe.ts';
import './top-bar.css';

type Back = { label: string } & ({ href: string } | { onPress: () => void });

type TopBarProps = {
  /** The screen's name; shown in the bar once the large head has scrolled away, and always without one. */
  title: string;
  back?: Back | undefined;
  /** Replaces back button and title, for example by the organization's mark; the title is then for screen readers. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** The large head with the screen's `<h1>`. Without it the bar's own title is the heading. */
  children?: ReactNode;
};

/** The bar at the top of a screen. When the large head scrolls away, its title stays in the bar. */
export function TopBar({ title, back, lead, actions, children }: TopBarProps) {
  const head = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLSpanElement>(null);
  const headSeen = useSeen(head, '-56px 0px 0px');
  const topSeen = useSeen(top, '0px');
  const folded = children === undefined || !headSeen;
  return (
    <>
      <span className="top-bar-top" ref={top} />
      <header className="top-bar" data-raised={!topSeen || undefined} data-folded={folded || undefined}>
        {back && <BackButton back={back} />}
        {lead}
        <BarTitle title={title} heading={children === undefined} hidden={lead !== undefined} />
        {actions && <div className="top-bar-actions">{actions}</div>}
      </header>
      {children !== undefined && (
        <div className="top-bar-head" ref={head}>
          {children}
        </div>
      )}
    </>
  );
}

type BarTitleProps = { title: string; heading: boolean; hidden: boolean };

/** The title in the bar: the screen's heading itself, or a copy of the large one's text. */
function BarTitle({ title, heading, hidden }: BarTitleProps) {
  if (heading) return <h1 className={hidden ? 'visually-hidden' : 'top-bar-title'}>{title}</h1>;
  return (
    <p className="top-bar-title" aria-hidden="true">
      {title}
    </p>
  );
}

function BackButton({ back }: { back: Back }) {
  return 'href' in back ? (
    <IconLink icon="back" label={back.label} href={back.href} />
  ) : (
    <IconButton icon="back" label={back.label} onClick={back.onPress} />
  );
}

/** Whether the element is on the screen; a negative margin excludes what the bar covers. */
function useSeen(ref: RefObject<Element | null>, margin: string): boolean {
  const [seen, setSeen] = useState(true);
  useEffect(() => (ref.current ? observeVisible(ref.current, setSeen, margin) : undefined), [ref, margin]);
  return seen;
}
