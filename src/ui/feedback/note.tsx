import type { ReactNode } from 'react';
import { Icon, type IconName } from '../pictures/icons.tsx';
import './note.css';

export type Tone = 'info' | 'warn' | 'error' | 'success';

const ICONS: Record<Tone, IconName> = { info: 'info', warn: 'warning', error: 'error', success: 'success' };

type NoteProps = {
  tone?: Tone;
  /** Instead of the tone's own icon. */
  icon?: IconName;
  /** In bold, before the text. */
  title?: string;
  children?: ReactNode;
  /** A button at the end. */
  action?: ReactNode;
  /** Read aloud when it appears: for what happens while the person is here. */
  live?: boolean;
};

/** A callout: an icon and words on a soft colour of its tone. */
export function Note({
  tone = 'info',
  icon = ICONS[tone],
  title,
  children,
  action,
  live = false,
}: NoteProps) {
  const role = live ? (tone === 'error' ? 'alert' : 'status') : undefined;
  return (
    <div className="note" data-tone={tone} role={role}>
      <Icon name={icon} />
      <div className="note-body">
        <p className="note-text">
          {title && <b>{title} </b>}
          {children}
        </p>
        {action}
      </div>
    </div>
  );
}
