import { useState } from 'react';
import { listUserPairings } from '../../../contract/devices.ts';
import { account } from '../../data/current.ts';
import { Card } from '../../ui/card.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { List } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { FailedNote } from '../errors/failed-note.tsx';
import { DeviceRow } from './device-row.tsx';
import { deviceMessages } from './messages.ts';
import { inOrder } from './my-devices.ts';

/** This device and the person's other ones; without a network, the last known list. */
export function DevicesSection() {
  const words = useMessages(deviceMessages);
  const common = useMessages(commonMessages);
  const { value, savedAt, loading, error, refresh } = usePairings();
  const { ago } = useFormat();
  const [now] = useState(Date.now);
  return (
    <Section title={words.title}>
      <Card tight>
        {value && (
          <List label={words.title}>
            {inOrder(value.devices, account().session.device.id).map((pairing) => (
              <DeviceRow key={pairing.id} pairing={pairing} now={now} />
            ))}
          </List>
        )}
        {!value && loading && (
          <Skeleton label={common.loading}>
            <SkeletonText lines={2} />
          </Skeleton>
        )}
      </Card>
      {value && error && savedAt !== null && <StatusLine>{words.saved(ago(savedAt, now))}</StatusLine>}
      {!value && error && !loading && <FailedNote onAgain={refresh}>{words.failed}</FailedNote>}
    </Section>
  );
}

function usePairings() {
  const resource = account().resource(listUserPairings, { params: { user: account().user.id } });
  return { ...useObservable(resource.state), refresh: resource.refresh };
}
