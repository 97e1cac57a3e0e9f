import { type ComponentType, lazy } from 'react';

/** A part of the catalog that is loaded when it is first drawn, or before, by `preload`. */
export interface LazyPart<P extends object> {
  (props: P): React.ReactNode;
  preload(): Promise<void>;
}

/**
 * Declares such a part. One that is loaded already is drawn at once: React's own `lazy` would show its fallback first even
 * then, and holds what follows back for a third of a second.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | null = null;
  const fetch = async (): Promise<ComponentType<P>> => {
    loaded ??= await load();
    return loaded;
  };
  const Later = lazy(async () => ({ default: await fetch() }));
  const part = (props: P) => {
    const Part = loaded ?? Later;
    return <Part {...props} />;
  };
  return Object.assign(part, { preload: async () => void (await fetch()) });
}
