import { type ComponentType, lazy, useState } from 'react';

/** A component that is loaded when it is first drawn, or earlier by `preload`. */
export interface LazyPart<P extends object> {
  (props: P): React.ReactNode;
  preload(): Promise<void>;
}

/**
 * Declares a lazy part. Once loaded, it is drawn at once: React's own `lazy` would first show its fallback even then,
 * and delay what follows by a third of a second.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | null = null;
  const fetch = async (): Promise<ComponentType<P>> => {
    loaded ??= await load();
    return loaded;
  };
  const Later = lazy(async () => ({ default: await fetch() }));
  const Drawn = (props: P) => {
    // Chosen once: replacing the component would draw everything again, and lose a tap or a text that has been begun.
    const [Part] = useState<ComponentType<P>>(() => loaded ?? Later);
    return <Part {...props} />;
  };
  return Object.assign(Drawn, { preload: async () => void (await fetch()) });
}
