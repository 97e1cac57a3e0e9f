import type { ReactNode } from 'react';
import './meter.css';
import { toCssVariables } from '../hooks/vars.ts';

type MeterProps = {
  label: string;
  value: number;
  max: number;
  /** The value in words, at the end ("199", "1 of 2"); also what is read aloud. */
  text: string;
  /** progress: work or steps that advance · meter (default): a share of a whole. */
  kind?: 'meter' | 'progress';
  /** Hides the label where the surrounding text already says it. */
  hideLabel?: boolean;
};

/** A bar with its name and value: storage used, the share of likes, steps done. */
export function Meter({ label, value, max, text, kind = 'meter', hideLabel = false }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div className="meter" data-bare={hideLabel || undefined}>
      {!hideLabel && <span aria-hidden="true">{label}</span>}
      <div
        className="meter-bar"
        role={kind === 'progress' ? 'progressbar' : 'meter'}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(max, value)}
        aria-valuetext={text}
        style={toCssVariables({ '--share': `${share * 100}%` })}
      />
      <span className="number quiet" aria-hidden="true">
        {text}
      </span>
    </div>
  );
}

/** Meters under each other with their bars in line. */
export function Meters({ children }: { children: ReactNode }) {
  return <div className="meters">{children}</div>;
}
