import { useMemo } from 'react';
import { encode } from 'uqr';
import './qr-code.css';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

type QrCodeProps = { value: string; label: string };

/** A QR code (ISO/IEC 18004) of a link, dark on white with a quiet zone, in light and dark appearance. */
export function QrCode({ value, label }: QrCodeProps) {
  const { size, path } = useMemo(() => drawModules(value), [value]);
  return (
    <span className="qr-code">
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={path} />
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

/** The dark modules as one path: a rectangle for each horizontal run. */
function drawModules(value: string): { size: number; path: string } {
  const { size, data } = encode(value, { ecc: 'M', border: 4 });
  const path = data.flatMap((line, y) =>
    listRuns(line).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return { size, path: path.join('') };
}

function listRuns(line: readonly boolean[]): [start: number, length: number][] {
  const found: [number, number][] = [];
  line.forEach((dark, x) => {
    const last = found.at(-1);
    if (dark && last && last[0] + last[1] === x) last[1] += 1;
    else if (dark) found.push([x, 1]);
  });
  return found;
}
