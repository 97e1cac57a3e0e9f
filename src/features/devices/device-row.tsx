import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/pictures/icons.tsx';
import './device-row.css';

type DeviceRowProps = {
  icon: IconName;
  name: string;
  /** Set on the row of this device: what it is called. */
  tag?: string | undefined;
  /** What is known of it, such as its system and when it was last used. */
  facts: readonly (string | false | undefined)[];
  problem?: string | undefined;
  actions?: ReactNode;
};

/** One of the places where a person is or was signed in, with what can be done about it. */
export function DeviceRow({ icon, name, tag, facts, problem, actions }: DeviceRowProps) {
  return (
    <li className="device-row" aria-current={tag === undefined ? undefined : true}>
      <Icon name={icon} />
      <div>
        <p className="device-row-name">
          {name}
          {tag !== undefined && <span className="device-row-tag">{tag}</span>}
        </p>
        <p className="quiet small">{facts.filter(Boolean).join(' · ')}</p>
        {problem !== undefined && <p className="device-row-problem small">{problem}</p>}
        {actions && <div className="device-row-actions">{actions}</div>}
      </div>
    </li>
  );
}
