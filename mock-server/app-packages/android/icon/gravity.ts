import { NotDrawable } from './drawable-sources.ts';

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

/** The bits of a gravity along one axis: at its beginning, at its end, or all of it; others are in the middle. */
const axis = { bits: 7, start: 3, end: 5, fill: 7, verticalShift: 4 };

/**
 * Where a layer or picture is in a box: as large as its element says (`own`), else as the drawable is itself. As on devices, an axis
 * without gravity begins at the start where the element says a size, and is filled where it says none. Throws NotDrawable when the
 * size is not known.
 */
export function placed(box: Box, gravity: number, own: Size, drawable: Size | null): Box {
  const across = along(gravity & axis.bits, box.x, box.width, own.width, drawable?.width);
  const down = along(
    (gravity >> axis.verticalShift) & axis.bits,
    box.y,
    box.height,
    own.height,
    drawable?.height,
  );
  return { x: across.start, width: across.length, y: down.start, height: down.length };
}

function along(
  granted: number,
  start: number,
  whole: number,
  own: number,
  drawable: number | undefined,
): { start: number; length: number } {
  const gravity = granted === 0 ? (own < 0 ? axis.fill : axis.start) : granted;
  if (gravity === axis.fill) return { start, length: whole };
  const length = own < 0 ? drawable : own;
  if (length === undefined || !(length > 0)) throw new NotDrawable();
  if (gravity === axis.start) return { start, length };
  if (gravity === axis.end) return { start: start + whole - length, length };
  return { start: start + (whole - length) / 2, length };
}
