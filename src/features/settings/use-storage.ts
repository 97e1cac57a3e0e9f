import { useEffect, useState } from 'react';
import { account } from '../../data/current.ts';

type Estimate = Awaited<ReturnType<ReturnType<typeof account>['images']['estimate']>>;

export interface Storage {
  /** Null where the browser does not tell, or has not told yet. */
  estimate: Estimate;
  asked: boolean;
  busy: boolean;
  /** Frees what can be loaded again; returns how many bytes that freed. */
  free(): Promise<number>;
}

/** The storage that this account uses on the device. */
export function useStorage(): Storage {
  const { images } = account();
  const [told, setTold] = useState<{ estimate: Estimate; asked: boolean }>({ estimate: null, asked: false });
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const ask = async () => setTold({ estimate: await images.estimate(), asked: true });
    void ask();
  }, [images]);
  const free = async () => {
    setBusy(true);
    try {
      await images.free();
      const after = await images.estimate();
      setTold({ estimate: after, asked: true });
      return (told.estimate?.usage ?? 0) - (after?.usage ?? 0);
    } finally {
      setBusy(false);
    }
  };
  return { ...told, busy, free };
}
