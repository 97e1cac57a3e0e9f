const arity: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
};
const commands = /([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)/g;
const numbers = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g;
/** Most edges that one curve has on a line across it. */
const ofCurve = 3;

/**
 * About how many edges of a path a line across the drawing meets, from which follows how long it takes to draw: the renderer sorts
 * them on each of its lines. `height`: of the drawing, in units of the path. Arcs and curves with a reflected control point count as
 * if they went all across.
 */
export function edgesOf(pathData: string, height: number): number {
  let edges = 0;
  let [x, y] = [0, 0];
  for (const [, command = '', written = ''] of pathData.matchAll(commands)) {
    const kind = command.toLowerCase();
    const size = arity[kind];
    if (size === undefined) continue;
    const isRelative = command === kind;
    const values = (written.match(numbers) ?? []).map(Number);
    for (let at = 0; at < values.length; at += size) {
      let length = 0;
      const [fromX, fromY] = isRelative ? [x, y] : [0, 0];
      for (const [toX, toY] of pointsOf(kind, values.slice(at, at + size), [x - fromX, y - fromY])) {
        length += Math.abs(fromX + toX - x) + Math.abs(fromY + toY - y);
        [x, y] = [fromX + toX, fromY + toY];
      }
      const isMove = kind === 'm' && at === 0;
      const isWhole = kind === 'a' || kind === 't' || kind === 's';
      if (!isMove) edges += isWhole ? ofCurve : Math.min(ofCurve, length / height);
    }
  }
  return edges;
}

/** The points that a command names, control points among them; `current`: where it begins. */
function pointsOf(kind: string, values: readonly number[], current: [number, number]): [number, number][] {
  const [first = 0] = values;
  if (kind === 'h') return [[first, current[1]]];
  if (kind === 'v') return [[current[0], first]];
  const pairs = kind === 'a' ? values.slice(-2) : values;
  return Array.from({ length: Math.floor(pairs.length / 2) }, (_, i) => [
    pairs[i * 2] ?? 0,
    pairs[i * 2 + 1] ?? 0,
  ]);
}
