/** Whether two words differ by two slips at most: letters too many, too few, or wrong (Levenshtein). */
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
