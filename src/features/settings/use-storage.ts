import { useEffect, useState } from 'react';
import type { Account } from '../../data/account/account.ts';
import { useAccount } from '../../engine-context.tsx';

type Estimate = Awaited<ReturnType<Account['images']['estimate']>>;

export interface Storage {
  /** Null where the browser does not tell, or has not told yet. */
  estimate: Estimate;
  isMeasured: boolean;
  busy: boolean;
  /** Frees what can be loaded again; returns how many bytes that freed. */
  clear(): Promise<number>;
}

/** The storage that this account uses on the device. */
export function useStorage(): Storage {
  const { images } = useAccount();
  const [measured, setMeasured] = useState<{ estimate: Estimate; isMeasured: boolean }>({
    estimate: null,
    isMeasured: false,
  });
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const ask = async () => setMeasured({ estimate: await images.estimate(), isMeasured: true });
    void ask();
  }, [images]);
  const clear = async () => {
    setBusy(true);
    try {
      await images.clear();
      const after = await images.estimate();
      setMeasured({ estimate: after, isMeasured: true });
      return (measured.estimate?.usage ?? 0) - (after?.usage ?? 0);
    } finally {
      setBusy(false);
    }
  };
  return { ...measured, busy, clear };
}
