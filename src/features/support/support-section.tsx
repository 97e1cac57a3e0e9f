import { useMessages } from '../../ui/i18n/context.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Cluster, Stack } from '../../ui/layout/stack.tsx';
import { ContactSupport, useSupportAddress } from './contact-support.tsx';
import { supportMessages } from './messages.ts';

/** In the account: the address of the organization's support, and a message to it. */
export function SupportSection() {
  const words = useMessages(supportMessages);
  return (
    <Section title={words.help}>
      <Stack>
        <SupportAddress />
        <Cluster>
          <ContactSupport about={null} />
        </Cluster>
      </Stack>
    </Section>
  );
}

/** The address as a link; nothing where the organization gives none. */
export function SupportAddress() {
  const words = useMessages(supportMessages);
  const address = useSupportAddress();
  if (address === '') return null;
  return (
    <p>
      {words.address}: <a href={`mailto:${address}`}>{address}</a>
    </p>
  );
}
