import { size } from './table.ts';
import type { Terminal } from './terminal.ts';

const width = 30;
/** Milliseconds between two redraws of a bar. */
const pause = 100;
/** Percent between two lines, where a bar cannot be drawn. */
const step = 10;

/** Shows the progress of an upload: a bar that is redrawn, or a line now and then. `done` ends it. */
export interface Progress {
  /** Bytes that earlier runs sent: they count as progress, but not for the speed. */
  from(bytes: number): void;
  at(bytes: number): void;
  done(): void;
}

export function showProgress(place: Terminal['progress'], total: number): Progress {
  if (place === null) return { from: () => undefined, at: () => undefined, done: () => undefined };
  return untilDone(place.redraws ? bar(place.stream, total) : lines(place.stream, total));
}

/** Ignores calls after `done`: an aborted request may still read for a while. */
function untilDone(progress: Progress): Progress {
  let over = false;
  return {
    from: progress.from,
    at: (bytes) => {
      if (!over) progress.at(bytes);
    },
    done: () => {
      if (!over) progress.done();
      over = true;
    },
  };
}

const percentOf = (bytes: number, total: number) => Math.floor((Math.min(bytes, total) / total) * 100);

function bar(stream: NodeJS.WritableStream, total: number): Progress {
  const began = Date.now();
  let before = 0;
  let drawn = 0;
  const draw = (bytes: number) => {
    const percent = percentOf(bytes, total);
    const filled = Math.round((percent * width) / 100);
    const speed = size((bytes - before) / Math.max(0.001, (Date.now() - began) / 1000));
    const line = `[${'#'.repeat(filled).padEnd(width)}] ${percent} % of ${size(total)}, ${speed}/s`;
    stream.write(`\r${line}\u001b[K`);
    drawn = Date.now();
  };
  return {
    from: (bytes) => {
      before = bytes;
    },
    at: (bytes) => {
      if (Date.now() - drawn >= pause || bytes >= total) draw(bytes);
    },
    done: () => void stream.write('\r\u001b[K'),
  };
}

function lines(stream: NodeJS.WritableStream, total: number): Progress {
  let next = step;
  return {
    from: (bytes) => {
      const percent = percentOf(bytes, total);
      next = percent - (percent % step) + step;
    },
    at: (bytes) => {
      const percent = percentOf(bytes, total);
      if (percent < next) return;
      stream.write(`Uploaded ${percent} % of ${size(total)}\n`);
      next = percent - (percent % step) + step;
    },
    done: () => undefined,
  };
}
