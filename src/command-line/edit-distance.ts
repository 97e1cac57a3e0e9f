/** Whether the Levenshtein distance of two words is at most 2: letters added, left out or replaced. */
export function isNear(one: string, other: string): boolean {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (const [column, opposite] of [...other].entries()) {
      const replaced = (above[column] ?? 0) + Number(letter !== opposite);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return (above.at(-1) ?? 0) <= 2;
}
