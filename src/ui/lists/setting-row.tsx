import type { ReactNode } from 'react';
import { Link } from '../controls/link.tsx';
import { Icon, type IconName } from '../pictures/icons.tsx';
import './setting-row.css';

type SettingRowProps = {
  icon?: IconName;
  label: string;
  /** What is set now, or a line of explanation. */
  value?: ReactNode;
} & ({ href: string } | { onPress: () => void } | { trailing?: ReactNode });

/** A row of settings: a link (`href`), a button (`onPress`), or a line with a control (`trailing`). */
export function SettingRow({ icon, label, value, ...does }: SettingRowProps) {
  const face = (
    <>
      {icon && <Icon name={icon} />}
      <span className="setting-row-text">
        <span>{label}</span>
        {value !== undefined && <span className="quiet">{value}</span>}
      </span>
    </>
  );
  if ('href' in does) {
    return (
      <Link className="setting-row" href={does.href}>
        {face}
        <Icon name="forward" />
      </Link>
    );
  }
  if ('onPress' in does) {
    return (
      <button type="button" className="setting-row" onClick={does.onPress}>
        {face}
      </button>
    );
  }
  return (
    <div className="setting-row">
      {face}
      {does.trailing}
    </div>
  );
}
