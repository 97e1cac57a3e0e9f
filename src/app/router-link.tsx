import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router-dom';
import { applicationOf } from '../../contract/common/catalog-pages.ts';
import type { LinkProps } from '../ui/link.tsx';
import { travel } from '../ui/view-transition.ts';

/** The link that the design system uses here: addresses of the catalog go to the router, others to the browser. */
export function RouterLink({ href, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  if (!href.startsWith('/')) {
    return (
      <a href={href} onClick={onClick} {...rest}>
        {children}
      </a>
    );
  }
  const application = applicationOf(href);
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (application === null || event.defaultPrevented || !isPlainPress(event)) return;
    event.preventDefault();
    // A view transition, where the browser has it: the icon moves from the row to the page.
    void travel(application, () => flushSync(() => void navigate(href)));
  };
  return (
    <Link to={href} onClick={go} {...rest}>
      {children}
    </Link>
  );
}

const isPlainPress = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
