import { size } from './table.ts';
import type { Terminal } from './terminal.ts';

const width = 30;
/** Milliseconds between two redraws of a bar. */
const pause = 100;
/** Percent between two lines, where a bar cannot be drawn. */
const step = 10;

/** Shows the progress of an upload: a bar that is redrawn, or a line now and then. `finish` ends it. */
export interface Progress {
  /** Bytes that earlier runs sent: they count as progress, but not for the speed. */
  setStart(bytes: number): void;
  update(bytes: number): void;
  finish(): void;
}

export function showProgress(place: Terminal['progress'], total: number): Progress {
  if (place === null) return { setStart: () => undefined, update: () => undefined, finish: () => undefined };
  return waitUntilDone(place.redraws ? bar(place.stream, total) : lines(place.stream, total));
}

/** Ignores calls after `finish`: an aborted request may still read for a while. */
function waitUntilDone(progress: Progress): Progress {
  let over = false;
  return {
    setStart: progress.setStart,
    update: (bytes) => {
      if (!over) progress.update(bytes);
    },
    finish: () => {
      if (!over) progress.finish();
      over = true;
    },
  };
}

const toPercent = (bytes: number, total: number) => Math.floor((Math.min(bytes, total) / total) * 100);

function bar(stream: NodeJS.WritableStream, total: number): Progress {
  const began = Date.now();
  let before = 0;
  let drawn = 0;
  const draw = (bytes: number) => {
    const percent = toPercent(bytes, total);
    const filled = Math.round((percent * width) / 100);
    const speed = size((bytes - before) / Math.max(0.001, (Date.now() - began) / 1000));
    const line = `[${'#'.repeat(filled).padEnd(width)}] ${percent} % of ${size(total)}, ${speed}/s`;
    stream.write(`\r${line}\u001b[K`);
    drawn = Date.now();
  };
  return {
    setStart: (bytes) => {
      before = bytes;
    },
    update: (bytes) => {
      if (Date.now() - drawn >= pause || bytes >= total) draw(bytes);
    },
    finish: () => void stream.write('\r\u001b[K'),
  };
}

function lines(stream: NodeJS.WritableStream, total: number): Progress {
  let next = step;
  return {
    setStart: (bytes) => {
      const percent = toPercent(bytes, total);
      next = percent - (percent % step) + step;
    },
    update: (bytes) => {
      const percent = toPercent(bytes, total);
      if (percent < next) return;
      stream.write(`Uploaded ${percent} % of ${size(total)}\n`);
      next = percent - (percent % step) + step;
    },
    finish: () => undefined,
  };
}
