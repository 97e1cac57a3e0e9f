/**
 * Loaded before the service (`--import`) in its process. The clock is CLOCK_AHEAD seconds ahead of the machine's, like
 * that of a machine whose clock nobody sets.
 */
const ahead = Number(process.env.CLOCK_AHEAD) * 1000;
const real = Date;

class ShiftedDate extends real {
  constructor(...parts: unknown[]) {
    super(...((parts.length === 0 ? [ShiftedDate.now()] : parts) as [number]));
  }

  static override now(): number {
    return real.now() + ahead;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
