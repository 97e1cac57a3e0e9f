import type { ReactNode } from 'react';
import { AppIcon, type AppIconProps } from '../pictures/app-icon.tsx';
import './app-row.css';
import { Link } from '../controls/link.tsx';

export type AppRowProps = {
  href: string;
  icon: Omit<AppIconProps, 'size'>;
  /** One quiet line under the name. */
  line: ReactNode;
  /** Wraps name and line, where they must be readable in full; not in a `VirtualList`. */
  wrap?: boolean;
  /** The button at the end, or nothing. */
  trailing?: ReactNode;
  /** The row whose detail is shown beside the list. */
  current?: boolean;
};

/** An application in a list. The whole row is a link to its page, except for the button in `trailing`. */
export function AppRow({ href, icon, line, wrap = false, trailing, current = false }: AppRowProps) {
  return (
    <div className="app-row" data-current={current || undefined} data-wrap={wrap || undefined}>
      <AppIcon {...icon} />
      <div className="app-row-text">
        <Link className="app-row-name" href={href} aria-current={current ? 'true' : undefined}>
          {icon.name}
        </Link>
        <p className="app-row-line">{line}</p>
      </div>
      {trailing && <div className="app-row-trailing">{trailing}</div>}
    </div>
  );
}
