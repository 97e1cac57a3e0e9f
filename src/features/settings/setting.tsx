import type { ReactNode } from 'react';
import './setting.css';

/** The name of a setting above its control, where the control itself shows none. */
export function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="setting">
      <p aria-hidden="true">{label}</p>
      {children}
    </div>
  );
}
