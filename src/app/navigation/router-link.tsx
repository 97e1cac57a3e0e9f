import { Link, useLocation } from 'react-router-dom';
import type { LinkProps } from '../../ui/controls/link.tsx';
import { getNextState } from './entry-state.ts';

/** The link that the design system uses here: addresses of the catalog go to the router, others to the browser. */
export function RouterLink({ href, children, ...rest }: LinkProps) {
  const location = useLocation();
  if (!href.startsWith('/')) {
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <Link to={href} state={getNextState(location)} {...rest}>
      {children}
    </Link>
  );
}
