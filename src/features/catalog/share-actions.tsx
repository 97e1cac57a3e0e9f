import { useState } from 'react';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Sheet } from '../../ui/feedback/dialog.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { QrCode } from '../../ui/pictures/qr-code.tsx';
import { catalogMessages } from './messages.ts';

/** Buttons to share the address of the page and to open it on a phone. */
export function ShareActions({ name }: { name: string }) {
  const words = useMessages(catalogMessages);
  const common = useMessages(commonMessages);
  const say = useToast();
  const [code, setCode] = useState(false);
  const [address, setAddress] = useState(false);
  const share = async () => {
    const way = await shareAddress(name, location.href);
    if (way === 'copied') say({ text: words.shared, tone: 'success' });
    setAddress(way === 'refused');
  };
  return (
    <>
      <IconButton icon="share" label={words.share} onClick={() => void share()} />
      <IconButton icon="qr" label={words.onPhone} onClick={() => setCode(true)} />
      <Sheet open={address} title={words.share} onClose={() => setAddress(false)} closeLabel={common.close}>
        <Stack>
          <p className="quiet">{words.copyAddress}</p>
          <p>{location.href}</p>
        </Stack>
      </Sheet>
      <Sheet open={code} title={words.onPhone} onClose={() => setCode(false)} closeLabel={common.close}>
        <Stack>
          <QrCode value={location.href} label={words.onPhone} />
          <p className="quiet">{words.onPhoneHelp}</p>
        </Stack>
      </Sheet>
    </>
  );
}

/**
 * Shares an address by the system's own window, or else puts it on the clipboard. `refused`: the browser does neither,
 * for example in a frame or at an address without TLS.
 */
async function shareAddress(title: string, url: string): Promise<'shared' | 'copied' | 'refused'> {
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, url });
      return 'shared';
    }
  } catch (fault) {
    // The person closed the window.
    if (fault instanceof DOMException && fault.name === 'AbortError') return 'shared';
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'refused';
  }
}
