import {
  type ComponentPropsWithRef,
  type ComponentType,
  createContext,
  createElement,
  useContext,
} from 'react';

export type LinkProps = ComponentPropsWithRef<'a'> & { href: string };

const LinkContext = createContext<ComponentType<LinkProps> | 'a'>('a');

/** Lets the application draw every link of the design system with its router: `<LinkComponent value={…}>`. */
export const LinkComponent = LinkContext.Provider;

/** A link: the application's own, or a plain `<a>` where none was given. */
export function Link(props: LinkProps) {
  return createElement(useContext(LinkContext), props);
}
