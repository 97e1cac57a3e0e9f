import {
  type ComponentPropsWithRef,
  type ComponentType,
  createContext,
  createElement,
  useContext,
} from 'react';

export type LinkProps = ComponentPropsWithRef<'a'> & { href: string };

const LinkContext = createContext<ComponentType<LinkProps> | 'a'>('a');

/** Sets the component with which the design system draws links, such as the router's: `<LinkComponent value={…}>`. */
export const LinkComponent = LinkContext.Provider;

/** A link: the application's own component, or a plain `<a>` where none was set. */
export function Link(props: LinkProps) {
  return createElement(useContext(LinkContext), props);
}
