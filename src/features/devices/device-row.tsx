import { account } from '../../data/current.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { Icon } from '../../ui/icons.tsx';
import { deviceMessages } from './messages.ts';
import './device-row.css';
import { deviceIcon, deviceName, deviceSystemText, isDisabled, type Pairing } from './my-devices.ts';

/** One of the person's devices: what it is, and when it was last used. */
export function DeviceRow({ pairing, now }: { pairing: Pairing; now: number }) {
  const words = useMessages(deviceMessages);
  const { ago, date } = useFormat();
  const { device } = pairing;
  const isThis = device.id === account().session.device.id;
  const lastActive = words.active(ago(Date.parse(pairing.last_active), now));
  const facts = [
    deviceSystemText(device),
    isThis ? words.added(date(Date.parse(pairing.created))) : lastActive,
  ].filter((fact) => fact !== undefined && fact !== deviceName(device));
  return (
    <li className="device-row" aria-current={isThis || undefined}>
      <Icon name={deviceIcon(device)} />
      <div>
        <p className="device-row-name">
          {deviceName(device) ?? words.unknown}
          {isThis && <span className="device-row-tag">{words.thisDevice}</span>}
        </p>
        <p className="quiet small">{facts.join(' · ')}</p>
        {isDisabled(pairing) && <p className="device-row-problem small">{words.disabled}</p>}
      </div>
    </li>
  );
}
