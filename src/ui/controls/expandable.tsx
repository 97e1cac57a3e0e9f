import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './expandable.css';
import { observeSize } from '../hooks/observe.ts';

type ExpandableProps = { labels: { more: string; less: string }; children: ReactNode };

/** Text cut off after six lines, with a button to show all where it is longer. Line breaks are kept. */
export function Expandable({ labels, children }: ExpandableProps) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [long, setLong] = useState(false);

  useEffect(() => {
    const element = ref.current;
    if (!element || open) return undefined;
    return observeSize(element, () => setLong(element.scrollHeight > element.clientHeight + 1));
  }, [open]);

  return (
    <div className="expandable">
      <div className="expandable-text" id={id} ref={ref} data-open={open || undefined}>
        {children}
      </div>
      {long && (
        <button
          type="button"
          className="expandable-button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? labels.less : labels.more}
        </button>
      )}
    </div>
  );
}
