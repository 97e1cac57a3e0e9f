import { useState } from 'react';
import { Button, ButtonLink } from '../../../../src/ui/controls/button.tsx';
import { ChipRow, ChipToggle } from '../../../../src/ui/controls/chips.tsx';
import { IconButton } from '../../../../src/ui/controls/icon-button.tsx';
import { Dialog, Sheet } from '../../../../src/ui/feedback/dialog.tsx';
import { useToast } from '../../../../src/ui/feedback/toast.tsx';
import { Page } from '../../../../src/ui/layout/page.tsx';
import { Section } from '../../../../src/ui/layout/section.tsx';
import { Cluster } from '../../../../src/ui/layout/stack.tsx';
import { TopBar } from '../../../../src/ui/layout/top-bar.tsx';
import { AppIcon } from '../../../../src/ui/pictures/app-icon.tsx';
import { Icon, iconNames } from '../../../../src/ui/pictures/icons.tsx';
import { QrCode } from '../../../../src/ui/pictures/qr-code.tsx';
import { Shell } from './shell.tsx';

const variants = ['strong', 'soft', 'plain', 'quiet', 'danger'] as const;

export function PartsScreen() {
  const [open, setOpen] = useState<'dialog' | 'sheet'>();
  const [filters, setFilters] = useState<readonly string[]>(['Installed']);
  const say = useToast();
  const close = () => setOpen(undefined);
  const toggle = (name: string) => (on: boolean) =>
    setFilters(on ? [...filters, name] : filters.filter((each) => each !== name));
  return (
    <Shell tab="search">
      <Page>
        <TopBar
          title="Parts"
          back={{ label: 'Back', href: '?screen=home' }}
          actions={<IconButton icon="more" label="More" />}
        />
        <Section title="Buttons">
          <Cluster>
            {variants.map((variant) => (
              <Button key={variant} variant={variant}>
                {variant}
              </Button>
            ))}
            <Button disabled>disabled</Button>
            <Button busy>busy</Button>
            <Button icon="download" variant="strong">
              with icon
            </Button>
            <ButtonLink href="#elsewhere" icon="external">
              link
            </ButtonLink>
          </Cluster>
        </Section>
        <Section title="Filters">
          <ChipRow label="Filters">
            {['Installed', 'Update waiting', 'Web apps'].map((name) => (
              <ChipToggle key={name} on={filters.includes(name)} onToggle={toggle(name)}>
                {name}
              </ChipToggle>
            ))}
          </ChipRow>
        </Section>
        <Section title="Windows">
          <Cluster>
            <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
            <Button onClick={() => setOpen('sheet')}>Open sheet</Button>
            <Button onClick={() => say({ text: 'Will be sent when you are online.', tone: 'success' })}>
              Say it
            </Button>
            <Button onClick={() => say({ text: 'Removed.', action: { label: 'Undo', onPress: close } })}>
              Remove
            </Button>
          </Cluster>
          <Dialog
            open={open === 'dialog'}
            title="Sign out?"
            onClose={close}
            closeLabel="Close"
            actions={<Answers onAnswer={close} />}
          >
            <p>What is saved on this device for you is removed. Two reviews are not sent yet.</p>
          </Dialog>
          <Sheet open={open === 'sheet'} title="Continue on your phone" onClose={close} closeLabel="Close">
            <p className="quiet">Point the camera at the code.</p>
            <QrCode value="https://apps.example.org/a/leak-finder" label="QR code of this page's address" />
          </Sheet>
        </Section>
        <Section title="Icons">
          <Cluster>
            {iconNames.map((name) => (
              <Icon key={name} name={name} />
            ))}
          </Cluster>
        </Section>
        <Section title="Stand-ins">
          <Cluster>
            {Array.from({ length: 12 }, (_, at) => (
              <AppIcon key={at} id={`id-${at}`} name={`App ${'ABCDEFGHIJKL'[at]}`} />
            ))}
            {[32, 40, 56, 96, 112].map((size) => (
              <AppIcon key={size} id="one" name="One Size" size={size} />
            ))}
          </Cluster>
        </Section>
      </Page>
    </Shell>
  );
}

function Answers({ onAnswer }: { onAnswer: () => void }) {
  return (
    <>
      <Button variant="danger" onClick={onAnswer}>
        Sign out
      </Button>
      <Button variant="plain" onClick={onAnswer}>
        Stay
      </Button>
    </>
  );
}
