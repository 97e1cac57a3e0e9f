import { useState } from 'react';
import { Sheet } from '../../ui/dialog.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useToast } from '../../ui/toast.tsx';
import { catalogMessages } from './messages.ts';

/** Buttons to share the address of the page and to open it on a phone. */
export function ShareActions({ name }: { name: string }) {
  const words = useMessages(catalogMessages);
  const common = useMessages(commonMessages);
  const say = useToast();
  const [code, setCode] = useState(false);
  const share = async () => {
    const url = location.href;
    // `share` also fails when the person cancels, which is no error.
    if (typeof navigator.share === 'function')
      return navigator.share({ title: name, url }).catch(() => undefined);
    await navigator.clipboard.writeText(url);
    say({ text: words.shared, tone: 'success' });
  };
  return (
    <>
      <IconButton icon="share" label={words.share} onClick={() => void share()} />
      <IconButton icon="qr" label={words.onPhone} onClick={() => setCode(true)} />
      <Sheet open={code} title={words.onPhone} onClose={() => setCode(false)} closeLabel={common.close}>
        <Stack>
          <QrCode value={location.href} label={words.onPhone} />
          <p className="quiet">{words.onPhoneHelp}</p>
        </Stack>
      </Sheet>
    </>
  );
}
