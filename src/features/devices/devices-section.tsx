import { useState } from 'react';
import type { Session } from '../../../contract/sessions.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { List } from '../../ui/lists/list.tsx';
import { FailedNote } from '../errors/failed-note.tsx';
import { DeviceRow } from './device-row.tsx';
import { EndDialog } from './end-dialog.tsx';
import { deviceMessages } from './messages.ts';
import {
  getDeviceIcon,
  getDeviceName,
  getSystemText,
  isDisabled,
  type Pairing,
  sortPairings,
} from './my-devices.ts';
import { type Ending, usePairings, useSessions } from './use-sign-ins.ts';

type OnEnd = (ending: Ending) => void;

/**
 * Where the person is signed in, as one list: this device, their other ones, then sessions and API tokens without a
 * device. Without a network, it has the last known devices.
 */
export function DevicesSection() {
  const account = useAccount();
  const words = useMessages(deviceMessages);
  const common = useMessages(commonMessages);
  const { ago } = useFormat();
  const { value, savedAt, loading, error, refresh } = usePairings();
  const { sessions, load } = useSessions();
  const [ending, setEnding] = useState<Ending | null>(null);
  const [now] = useState(Date.now);
  const rows = sessions?.rows ?? [];
  const devices = value?.devices ?? [];
  const known = new Set(devices.map(({ device }) => device.id));
  const elsewhere = rows.filter(({ device, current }) => !current && !known.has(device?.id ?? ''));
  const more = sessions === null ? 0 : sessions.total - sessions.rows.length;
  const handleEnded = () => {
    void refresh();
    load().catch(() => undefined);
  };
  return (
    <Section title={words.title}>
      <Stack>
        <Card tight>
          {value && (
            <List label={words.title}>
              {sortPairings(devices, account.session.device.id).map((pairing) => (
                <PairedDevice
                  key={pairing.id}
                  pairing={pairing}
                  sessions={
                    sessions && sessions.rows.filter(({ device }) => device?.id === pairing.device.id)
                  }
                  now={now}
                  onEnd={setEnding}
                />
              ))}
              {elsewhere.map((session) => (
                <OtherSession key={session.id} session={session} now={now} onEnd={setEnding} />
              ))}
            </List>
          )}
          {more > 0 && <p className="quiet small">{words.more({ count: more })}</p>}
          {!value && loading && (
            <Skeleton label={common.loading}>
              <SkeletonText lines={2} />
            </Skeleton>
          )}
        </Card>
        {rows.some(({ current, kind }) => !current && kind !== 'api') && (
          <Button variant="plain" full onClick={() => setEnding({ kind: 'others' })}>
            {words.everywhere}
          </Button>
        )}
        {value && error && savedAt !== null && (
          <StatusLine>{`${words.saved({ when: ago(savedAt, now) })}. ${words.needsNetwork}`}</StatusLine>
        )}
        {!value && error && !loading && <FailedNote onRetry={refresh}>{words.failed}</FailedNote>}
      </Stack>
      {ending && <EndDialog ending={ending} onEnded={handleEnded} onClose={() => setEnding(null)} />}
    </Section>
  );
}

type PairedDeviceProps = {
  pairing: Pairing;
  /** The sessions on it; null where they are not known. */
  sessions: readonly Session[] | null;
  now: number;
  onEnd: OnEnd;
};

function PairedDevice({ pairing, sessions, now, onEnd }: PairedDeviceProps) {
  const words = useMessages(deviceMessages);
  const { ago, date } = useFormat();
  const { device } = pairing;
  const isThis = device.id === useAccount().session.device.id;
  const name = getDeviceName(device) ?? words.unknown;
  const system = getSystemText(device);
  const ids = sessions?.map(({ id }) => id) ?? [];
  return (
    <DeviceRow
      icon={getDeviceIcon(device)}
      name={name}
      tag={isThis ? words.thisDevice : undefined}
      facts={[
        system !== name && system,
        isThis
          ? words.added({ date: date(Date.parse(pairing.created)) })
          : words.active({ when: ago(Date.parse(pairing.last_active), now) }),
        sessions?.length === 0 && words.signedOut,
      ]}
      problem={isDisabled(pairing) ? words.disabled : undefined}
      actions={
        sessions !== null &&
        !isThis && (
          <>
            {ids.length > 0 && (
              <Button
                size="pill"
                aria-label={words.signOutNamed({ name })}
                onClick={() => onEnd({ kind: 'session', ids, name, isToken: false })}
              >
                {words.signOut}
              </Button>
            )}
            <Button
              size="pill"
              variant="quiet"
              aria-label={words.removeNamed({ name })}
              onClick={() => onEnd({ kind: 'device', id: device.id, name })}
            >
              {words.remove}
            </Button>
          </>
        )
      }
    />
  );
}

/** A session or an API token that belongs to none of the devices. */
function OtherSession({ session, now, onEnd }: { session: Session; now: number; onEnd: OnEnd }) {
  const words = useMessages(deviceMessages);
  const { ago, date } = useFormat();
  const isToken = session.kind === 'api';
  const { last_used, created, address, id } = session;
  const name =
    session.name ??
    (isToken ? words.token({ lastFour: session.last_four }) : (session.device?.name ?? words.browser));
  return (
    <DeviceRow
      icon={isToken ? 'lock' : 'globe'}
      name={name}
      facts={[
        last_used === null
          ? words.since({ date: date(Date.parse(created)) })
          : words.active({ when: ago(Date.parse(last_used), now) }),
        address !== null && words.from({ address }),
      ]}
      actions={
        <Button
          size="pill"
          aria-label={isToken ? words.removeNamed({ name }) : words.signOutNamed({ name })}
          onClick={() => onEnd({ kind: 'session', ids: [id], name, isToken })}
        >
          {isToken ? words.deleteToken : words.signOut}
        </Button>
      }
    />
  );
}
